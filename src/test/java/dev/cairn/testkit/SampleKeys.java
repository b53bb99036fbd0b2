package dev.cairn.testkit;

import dev.cairn.store.layer.EncryptionKey;
import dev.cairn.store.layer.EncryptionKeys;
import java.util.Base64;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/** Keys for tests, the same for the same numbers. */
public final class SampleKeys {

  private SampleKeys() {}

  /** One key, as the configuration's reference gives it. */
  public static String base64(int number) {
    byte[] bytes = new byte[EncryptionKey.BYTES];
    new Random(number).nextBytes(bytes);
    return Base64.getEncoder().encodeToString(bytes);
  }

  /** One key. */
  public static EncryptionKey key(int number) {
    return EncryptionKey.ofBase64(base64(number));
  }

  /** Keys in this order. */
  public static EncryptionKeys of(int... numbers) {
    List<EncryptionKey> keys = IntStream.of(numbers).mapToObj(SampleKeys::key).toList();
    return new EncryptionKeys(keys);
  }
}
