package dev.cairn.store.s3;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class S3PartSizesTest {

  private static final long MIB = 1L << 20;

  @ParameterizedTest
  @CsvSource({
    "5368709121, 64", // 5 GiB and a byte
    "671088640000, 64", // 10,000 parts of 64 MiB
    "671088640001, 65",
    "5497558138880, 525", // 5 TiB
    "53687091200000, 5120" // the largest there is
  })
  void anyObjectFitsIntoTenThousandParts(long size, long partMib) {
    long part = S3PartSizes.DEFAULT.partOf(size);

    assertEquals(partMib * MIB, part);
    assertTrue((size + part - 1) / part <= S3PartSizes.MOST_PARTS);
  }

  @ParameterizedTest
  @CsvSource({"5242880, 5242880", "104857600, 67108864"})
  void aPartIsNeverLargerThanWhatGoesInOneRequest(long single, long part) {
    assertEquals(part, S3PartSizes.atMost(single).partOf(single + 1));
  }
}
