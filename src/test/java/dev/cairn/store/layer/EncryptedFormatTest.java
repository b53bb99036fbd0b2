package dev.cairn.store.layer;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.cairn.store.Content;
import dev.cairn.store.ObjectKey;
import dev.cairn.store.PutRequest;
import dev.cairn.testkit.SampleKeys;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EncryptedFormatTest {

  private final EncryptionKey key = SampleKeys.key(1);
  private final SegmentCipher cipher = new SegmentCipher(key);

  private static byte[] plain(int size) {
    byte[] bytes = new byte[size];
    new Random(size).nextBytes(bytes);
    return bytes;
  }

  private byte[] encrypt(byte[] plain) throws IOException {
    try (InputStream in = new EncryptingStream(request(plain), "main", cipher)) {
      return in.readAllBytes();
    }
  }

  private static PutRequest request(byte[] plain) {
    return PutRequest.of(new ObjectKey("a"), Content.of(plain));
  }

  private byte[] decrypt(byte[] stored) throws IOException {
    try (InputStream in =
        cipher.decrypting(
            new ByteArrayInputStream(stored, CipherHead.BYTES, stored.length - CipherHead.BYTES))) {
      return in.readAllBytes();
    }
  }

  /** Sizes around the ends of the first segments: 65,536 - 16 - 56 = 65,464 fill the first one. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 65_463, 65_464, 65_465, 130_983, 130_984, 130_985, 1_000_000})
  void anEncryptedObjectHasTheLengthTheRuleSaysAndGivesTheBytesBack(int size) throws IOException {
    byte[] stored = encrypt(plain(size));

    assertEquals(Segments.storedSize(size), stored.length);
    assertEquals(OptionalLong.of(size), Segments.plainSize(stored.length));
    assertEquals(Optional.of(CipherHead.of(key)), CipherHead.parse(stored));
    assertArrayEquals(plain(size), decrypt(stored));
  }

  @Test
  void twoObjectsOfTheSameBytesDiffer() throws IOException {
    assertFalse(Arrays.equals(encrypt(plain(100)), encrypt(plain(100))));
  }

  @ParameterizedTest
  @ValueSource(ints = {16, 17, 48, 56, 70, 65_535, 65_536, 100_000})
  void aChangedByteIsNoticed(int place) throws IOException {
    byte[] stored = encrypt(plain(100_000));
    stored[place] ^= 1;

    assertThrows(IOException.class, () -> decrypt(stored));
  }

  @ParameterizedTest
  @ValueSource(ints = {65_536, 131_072, 199_999})
  void aCutObjectIsNoticed(int length) throws IOException {
    byte[] stored = Arrays.copyOf(encrypt(plain(200_000)), length);

    assertThrows(IOException.class, () -> decrypt(stored));
  }

  @Test
  void smallContentInMemoryIsEncryptedOnce() throws IOException {
    Content content = EncryptedContent.of(request(plain(1000)), "main", cipher);

    assertInstanceOf(Content.Bytes.class, content);
    assertEquals(Segments.storedSize(1000), content.size());
  }

  @Test
  void anotherBeginningIsNoHead() {
    assertEquals(Optional.empty(), CipherHead.parse(plain(100)));
    assertEquals(Optional.empty(), CipherHead.parse(new byte[3]));
  }

  @Test
  void aKeyOfTheWrongLengthIsRefusedWithoutShowingIt() {
    assertEquals("an encryption key has 32 bytes, this one 6", refusalOf("c2VjcmV0"));
    assertEquals("an encryption key is not base64", refusalOf("no base64!"));
  }

  private static String refusalOf(String text) {
    return String.valueOf(
        assertThrows(IllegalArgumentException.class, () -> EncryptionKey.ofBase64(text))
            .getMessage());
  }
}
