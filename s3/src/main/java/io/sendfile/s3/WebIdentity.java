package io.sendfile.s3;

import java.util.concurrent.ScheduledExecutorService;
import software.amazon.awssdk.auth.credentials.AnonymousCredentialsProvider;
import software.amazon.awssdk.auth.credentials.AwsCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.core.SdkSystemSetting;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.sts.StsClient;
import software.amazon.awssdk.services.sts.auth.StsWebIdentityTokenFileCredentialsProvider;

/**
 * Credentials of a role that this server may take by a token in a file, as in Kubernetes on AWS
 * (IRSA). The SDK's own chain would look for a client of HTTP by the class loader of the thread,
 * which in a server sees no bundle.
 */
final class WebIdentity implements AwsCredentialsProvider, AutoCloseable {
  private final SdkHttpClient http;
  private final StsClient tokens;
  private final StsWebIdentityTokenFileCredentialsProvider role;

  WebIdentity(S3Settings settings, ScheduledExecutorService timer) {
    http =
        UrlConnectionHttpClient.builder()
            .connectionTimeout(settings.timeout().dividedBy(2))
            .socketTimeout(settings.timeout().dividedBy(2))
            .build();
    tokens =
        StsClient.builder()
            .region(Region.of(settings.region()))
            .credentialsProvider(AnonymousCredentialsProvider.create())
            .httpClient(http)
            .overrideConfiguration(
                all -> all.apiCallTimeout(settings.timeout()).scheduledExecutorService(timer))
            .build();
    role = StsWebIdentityTokenFileCredentialsProvider.builder().stsClient(tokens).build();
  }

  /** Whether the environment names a token, and no keys, which come first in the SDK's order. */
  static boolean isConfigured() {
    return SdkSystemSetting.AWS_WEB_IDENTITY_TOKEN_FILE.getStringValue().isPresent()
        && SdkSystemSetting.AWS_ACCESS_KEY_ID.getStringValue().isEmpty();
  }

  @Override
  public AwsCredentials resolveCredentials() {
    try {
      return role.resolveCredentials();
    } catch (RuntimeException e) {
      throw SdkClientException.create(StoreAnswers.NO_ROLE + e.getMessage(), e);
    }
  }

  @Override
  public void close() {
    role.close();
    tokens.close();
    http.close();
  }
}
