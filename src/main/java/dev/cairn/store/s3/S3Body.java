package dev.cairn.store.s3;

import dev.cairn.store.CountedBody;
import dev.cairn.store.ObjectKey;
import dev.cairn.store.StoreOperation;
import java.io.IOException;
import software.amazon.awssdk.core.ResponseInputStream;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;

/** The body of one read. For one thread. */
final class S3Body extends CountedBody {

  private final ResponseInputStream<GetObjectResponse> in;
  private final ObjectKey key;
  private final S3Failures failures;
  private final InterruptWatch.Wait wait;

  S3Body(
      ResponseInputStream<GetObjectResponse> in,
      long expected,
      ObjectKey key,
      S3Failures failures,
      InterruptWatch watch) {
    super(expected, key, failures);
    this.in = in;
    this.key = key;
    this.failures = failures;
    this.wait = watch.begin(in::abort);
  }

  @Override
  protected int fetch(byte[] buffer, int offset, int length) {
    try {
      return in.read(buffer, offset, length);
    } catch (IOException | SdkException e) {
      throw failures.translate(StoreOperation.READ, key, e);
    }
  }

  @Override
  public void release() {
    wait.close();
    if (!ended()) {
      in.abort();
      return;
    }
    try {
      in.close();
    } catch (IOException | SdkException e) {
      in.abort(); // read to its end, so that nothing is lost with the connection
    }
  }
}
