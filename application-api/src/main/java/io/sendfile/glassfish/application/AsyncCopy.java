package io.sendfile.glassfish.application;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Copies whenever the client can take bytes. The container calls it on one thread at a time. */
final class AsyncCopy implements WriteListener {
  private final AsyncContext async;
  private final ServletOutputStream out;
  private final Copy copy;
  private final long count;
  private final CompletableFuture<Long> sent = new CompletableFuture<>();

  private AsyncCopy(AsyncContext async, ServletOutputStream out, Copy copy, long count) {
    this.async = async;
    this.out = out;
    this.copy = copy;
    this.count = count;
  }

  static CompletionStage<Long> start(
      AsyncContext async,
      HttpServletRequest request,
      HttpServletResponse response,
      Path file,
      long position,
      long count)
      throws IOException {
    Copy.describe(request, response, file, count);
    long body = request.getMethod().equals("HEAD") ? 0 : count;
    ServletOutputStream out = response.getOutputStream();
    AsyncCopy copying = new AsyncCopy(async, out, new Copy(file, position, body), body);
    out.setWriteListener(copying);
    return copying.sent;
  }

  @Override
  public void onWritePossible() throws IOException {
    while (out.isReady()) {
      if (!copy.writeTo(out)) {
        copy.close();
        async.complete();
        sent.complete(count);
        return;
      }
    }
  }

  @Override
  public void onError(Throwable failure) {
    try {
      copy.close();
    } catch (IOException e) {
      failure.addSuppressed(e);
    }
    async.complete();
    sent.completeExceptionally(failure);
  }
}
