package io.sendfile.glassfish.webcontainer;

import jakarta.servlet.ServletResponse;
import org.apache.catalina.HttpResponse;
import org.apache.catalina.core.DummyResponse;
import org.jspecify.annotations.Nullable;

/**
 * A response for the access log, with the bytes sent in place of the application's. GlassFish
 * counts by an int: larger numbers count as 2,147,483,647.
 */
final class CountedResponse extends DummyResponse {
  private final HttpResponse response;
  private final int sent;

  CountedResponse(HttpResponse response, long sent) {
    this.response = response;
    this.sent = (int) Math.min(sent, Integer.MAX_VALUE);
  }

  @Override
  public int getContentCount() {
    return sent;
  }

  @Override
  public int getStatus() {
    return response.getStatus();
  }

  @Override
  public @Nullable String getContentType() {
    return response.getContentType();
  }

  @Override
  public int getContentLength() {
    return response.getContentLength();
  }

  @Override
  public ServletResponse getResponse() {
    return response.getResponse();
  }
}
