package dev.cairn.store.azure;

import com.azure.core.http.HttpClient;
import com.azure.core.http.jdk.httpclient.JdkHttpClientBuilder;
import com.azure.storage.blob.BlobContainerAsyncClient;
import com.azure.storage.blob.BlobContainerClientBuilder;
import com.azure.storage.common.StorageSharedKeyCredential;
import com.azure.storage.common.policy.RequestRetryOptions;
import com.azure.storage.common.policy.RetryPolicyType;
import java.time.Duration;
import org.jboss.logging.Logger;
import reactor.core.publisher.Hooks;

/** Builds clients that send each request once: what is tried again is decided above. */
final class AzureClients {

  private static final Logger LOG = Logger.getLogger(AzureClients.class);

  static {
    // what a request says after it was given up; the client would log it as an error
    Hooks.onErrorDropped(error -> LOG.debugf(error, "after the end of a request"));
  }

  private AzureClients() {}

  static BlobContainerAsyncClient create(AzureSettings settings) {
    BlobContainerClientBuilder builder =
        new BlobContainerClientBuilder()
            .endpoint(settings.endpoint().toString())
            .containerName(settings.container())
            .httpClient(http(settings.limits()))
            .retryOptions(
                new RequestRetryOptions(
                    RetryPolicyType.FIXED, 1, (Duration) null, null, null, null));
    if (settings.credentials() instanceof AzureCredentials.AccountKey key) {
      builder.credential(new StorageSharedKeyCredential(key.account(), key.key()));
    } else if (settings.credentials() instanceof AzureCredentials.Sas sas) {
      builder.sasToken(sas.token());
    }
    return builder.buildAsyncClient();
  }

  private static HttpClient http(AzureSettings.Limits limits) {
    return new JdkHttpClientBuilder()
        .connectionTimeout(limits.connect())
        .readTimeout(limits.read())
        .responseTimeout(limits.read())
        .writeTimeout(limits.read())
        .build();
  }
}
