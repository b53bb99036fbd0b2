package dev.cairn.store.layer;

import com.google.crypto.tink.subtle.AesGcmHkdfStreaming;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.SeekableByteChannel;
import java.security.GeneralSecurityException;

/**
 * Encrypts and decrypts with one key. Each object gets a salt of its own, from which its key is
 * derived; each segment is authenticated, with its place and whether it is the last. Thread-safe;
 * what it returns is not.
 *
 * @see <a
 *     href="https://developers.google.com/tink/streaming-aead/aes_gcm_hkdf_streaming">format</a>
 */
final class SegmentCipher {

  private final byte[] head;
  private final AesGcmHkdfStreaming cipher;

  SegmentCipher(EncryptionKey key) {
    this.head = CipherHead.of(key).bytes();
    try {
      this.cipher =
          new AesGcmHkdfStreaming(
              key.bytes(), "HmacSha256", EncryptionKey.BYTES, Segments.STORED, CipherHead.BYTES);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java platform has AES-GCM and HMAC-SHA-256", e);
    }
  }

  /** The head of what it encrypts. */
  byte[] head() {
    return head.clone();
  }

  /**
   * Encrypts what is written into it; the ciphertext, without the head, goes to {@code out}. It is
   * complete once the result was closed.
   */
  OutputStream encrypting(OutputStream out) throws IOException {
    try {
      return cipher.newEncryptingStream(out, head);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("a key of the right length works", e);
    }
  }

  /**
   * Decrypts a whole object.
   *
   * @param in the ciphertext behind the head
   */
  InputStream decrypting(InputStream in) throws IOException {
    try {
      return cipher.newDecryptingStream(in, head);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("a key of the right length works", e);
    }
  }

  /**
   * Decrypts from any place of an object.
   *
   * @param stored the object with its head
   * @return positions are those of the plaintext
   * @throws IOException when no encrypted object has that length
   */
  SeekableByteChannel decrypting(SeekableByteChannel stored) throws IOException {
    try {
      return cipher.newSeekableDecryptingChannel(stored, head);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("a key of the right length works", e);
    }
  }
}
