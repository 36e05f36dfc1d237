package io.sendfile.glassfish.application;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Copies whenever the client can take bytes. Thread-safe, for the sake of Grizzly. The server and
 * the application are told of the end without its monitor.
 */
final class AsyncCopy implements WriteListener {
  private static final String GRIZZLY = "org.glassfish.grizzly.servlet.";

  private final AsyncContext async;
  private final ServletOutputStream out;
  private final Copy copy;
  private final CompletableFuture<Long> sent = new CompletableFuture<>();
  private boolean ended;

  private AsyncCopy(AsyncContext async, ServletOutputStream out, Copy copy) {
    this.async = async;
    this.out = out;
    this.copy = copy;
  }

  static CompletionStage<Long> start(
      AsyncContext async,
      HttpServletRequest request,
      HttpServletResponse response,
      Path file,
      long position,
      long count)
      throws IOException {
    Copy copy;
    try {
      copy = Copy.of(file, position, count);
    } catch (FileNotFoundException e) {
      Copy.notFound(response);
      async.complete();
      return CompletableFuture.failedFuture(e);
    }
    copy.describe(request, response, file);
    if (request.getMethod().equals("HEAD")) {
      copy.leaveOutBody();
    }
    ServletOutputStream out = response.getOutputStream();
    AsyncCopy copying = new AsyncCopy(async, out, copy);
    out.setWriteListener(copying);
    if (out.getClass().getName().startsWith(GRIZZLY)) {
      copying.begin();
    }
    return copying.sent;
  }

  /** The first call, which the servlets of Grizzly 4 leave out: they only call after a refusal. */
  private void begin() {
    try {
      onWritePossible();
    } catch (IOException e) {
      onError(e);
    }
  }

  @Override
  public void onWritePossible() throws IOException {
    if (writesTheLast()) {
      async.complete();
      sent.complete(copy.count());
    }
  }

  /** Writes what the client takes; true if that ends it. */
  private synchronized boolean writesTheLast() throws IOException {
    while (!ended && out.isReady()) {
      if (!copy.writeTo(out)) {
        copy.close();
        ended = true;
        return true;
      }
    }
    return false;
  }

  @Override
  public void onError(Throwable failure) {
    synchronized (this) {
      if (ended) {
        return;
      }
      ended = true;
    }
    try {
      copy.close();
    } catch (IOException e) {
      failure.addSuppressed(e);
    }
    async.complete();
    sent.completeExceptionally(failure);
  }
}
