package io.sendfile.grizzly.filter;

import static io.sendfile.grizzly.filter.RawHttp2Client.get;
import static io.sendfile.grizzly.filter.RawHttp2Client.preface;
import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.core.transfer.TransferState;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.glassfish.grizzly.http.Note;
import org.glassfish.grizzly.http.server.NetworkListener;
import org.glassfish.grizzly.http.server.Request;
import org.glassfish.grizzly.http2.Http2AddOn;
import org.junit.jupiter.api.Test;

/** Objects of the web container held by stalled HTTP/2 streams. */
class Http2FootprintTest extends ServerFixture {
  private static final int STREAMS = 10;
  private static final int WINDOW = 1000;
  private static final Note<byte[]> NOTE = Request.createNote("of the web container");

  private final Queue<WeakReference<byte[]>> notes = new ConcurrentLinkedQueue<>();

  @Override
  void configure(NetworkListener listener) {
    listener.registerAddOn(new Http2AddOn());
  }

  @Test
  void objectsOfTheWebContainerServeOthersOrGo() throws IOException {
    sparseFile("large", 1L << 30);
    application =
        (request, response) -> {
          byte[] note = new byte[1];
          notes.add(new WeakReference<>(note));
          request.setNote(NOTE, note);
          response.setHeader("X-Sendfile", "files:large");
        };
    try (RawHttp2Client client = new RawHttp2Client(connect()).send(preface(WINDOW))) {
      for (int i = 0; i < STREAMS; i++) {
        client.send(get(1 + 2 * i, "/"));
      }
      await("all have begun", () -> engine.scheduler().transfers().size() == STREAMS);
      await("all wait for the client", this::allWait);
      await("notes of requests are gone", this::notesAreGone);
      assertThat(engine.scheduler().transfers()).hasSize(STREAMS);
      assertThat(client.ended(1)).isFalse();
    }
  }

  private boolean allWait() {
    return engine.scheduler().transfers().stream()
        .allMatch(transfer -> transfer.state() == TransferState.WAITING_PEER);
  }

  private boolean notesAreGone() {
    System.gc();
    return notes.stream().allMatch(note -> note.get() == null);
  }
}
