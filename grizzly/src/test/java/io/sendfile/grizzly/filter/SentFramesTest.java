package io.sendfile.grizzly.filter;

import static io.sendfile.grizzly.filter.RawHttp2Client.get;
import static io.sendfile.grizzly.filter.RawHttp2Client.preface;
import static io.sendfile.grizzly.filter.RawHttp2Client.windowUpdate;
import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.grizzly.http2.SentFrames;
import io.sendfile.grizzly.http2.SentFrames.Watcher;
import io.sendfile.spi.Outcome;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.glassfish.grizzly.Buffer;
import org.glassfish.grizzly.CompletionHandler;
import org.glassfish.grizzly.EmptyCompletionHandler;
import org.glassfish.grizzly.WriteResult;
import org.glassfish.grizzly.filterchain.BaseFilter;
import org.glassfish.grizzly.filterchain.FilterChainContext;
import org.glassfish.grizzly.filterchain.NextAction;
import org.glassfish.grizzly.http.HttpContent;
import org.glassfish.grizzly.http.server.NetworkListener;
import org.glassfish.grizzly.http2.Http2AddOn;
import org.glassfish.grizzly.http2.Http2ServerFilter;
import org.glassfish.grizzly.memory.Buffers;
import org.glassfish.grizzly.memory.MemoryManager;
import org.junit.jupiter.api.Test;

/**
 * An HTTP/2 download goes on by its written frames, even if Grizzly never reports a write's end.
 */
// Grizzly declares its handlers with the raw type.
@SuppressWarnings("rawtypes")
class SentFramesTest extends ServerFixture {
  private static final int LARGE_WINDOW = 1 << 30;
  private static final int DATA = 0;
  private static final int HEADERS = 1;

  @Override
  void configure(NetworkListener listener) {
    listener.registerAddOn(new Http2AddOn());
    listener.registerAddOn(
        (unused, builder) ->
            builder.add(builder.indexOfType(Http2ServerFilter.class) + 1, new Silence()));
  }

  /** Swallows the completion of writes with a body, as Grizzly now and then does. */
  private static final class Silence extends BaseFilter {
    @Override
    public NextAction handleWrite(FilterChainContext context) {
      if (context.getMessage() instanceof HttpContent || context.getMessage() instanceof Buffer) {
        context
            .getTransportContext()
            .setCompletionHandler(new EmptyCompletionHandler<WriteResult>());
      }
      return context.getInvokeAction();
    }
  }

  @Test
  void downloadGoesOnThoughGrizzlyNeverTellsOfTheEndOfWrite() throws Exception {
    byte[] bytes = file("f", 1_000_000);
    try (RawHttp2Client client = new RawHttp2Client(connect())) {
      client.send(preface(LARGE_WINDOW), windowUpdate(0, LARGE_WINDOW), get(1, "/?files:f"));
      client.until(() -> client.ended(1));
      assertBytes(client.body(1), bytes);
      awaitEnd(Outcome.COMPLETED);
    }
  }

  @Test
  void bodiesOfWatchedStreamsAreCountedWhenTheyAreSent() {
    List<Integer> passed = new ArrayList<>();
    List<Integer> sent = new ArrayList<>();
    List<String> told = new ArrayList<>();
    CompletionHandler<WriteResult> counting =
        SentFrames.counting(
            frames(HEADERS, 1, 30, DATA, 1, 100, DATA, 3, 50, DATA, 1, 7, DATA, 1, 0),
            Map.of(1, watcher(sent, passed)),
            telling(told));

    assertThat(passed).containsExactly(100, 7);
    assertThat(sent).isEmpty();
    counting.completed(null);

    assertThat(sent).containsExactlyInAnyOrder(100, 7);
    assertThat(told).containsExactly("completed");
  }

  @Test
  void framesThatAreNotSentAreNotCounted() {
    List<Integer> sent = new ArrayList<>();
    List<String> told = new ArrayList<>();
    Watcher watcher = watcher(sent, new ArrayList<>());
    CompletionHandler<WriteResult> counting =
        SentFrames.counting(frames(DATA, 1, 100), Map.of(1, watcher), telling(told));

    counting.failed(new IllegalStateException("closed"));
    counting.cancelled();

    assertThat(sent).isEmpty();
    assertThat(told).containsExactly("failed", "cancelled");
  }

  @Test
  void otherWritesKeepTheirHandler() {
    CompletionHandler<WriteResult> handler = telling(new ArrayList<>());

    assertThat(
            SentFrames.counting(
                frames(DATA, 3, 100),
                Map.of(1, watcher(new ArrayList<>(), new ArrayList<>())),
                handler))
        .isSameAs(handler);
  }

  private static Watcher watcher(List<Integer> sent, List<Integer> passed) {
    return new Watcher() {
      @Override
      public void passed(int bytes) {
        passed.add(bytes);
      }

      @Override
      public void sent(int bytes) {
        sent.add(bytes);
      }
    };
  }

  private static CompletionHandler<WriteResult> telling(List<String> told) {
    return new EmptyCompletionHandler<>() {
      @Override
      public void completed(WriteResult result) {
        told.add("completed");
      }

      @Override
      public void failed(Throwable problem) {
        told.add("failed");
      }

      @Override
      public void cancelled() {
        told.add("cancelled");
      }
    };
  }

  /**
   * @param parts type, stream and length of each
   */
  private static Buffer frames(int... parts) {
    ByteBuffer all = ByteBuffer.allocate(1000);
    for (int i = 0; i < parts.length; i += 3) {
      all.putInt(parts[i + 2] << 8 | parts[i]).put((byte) 0).putInt(parts[i + 1]);
      all.put(new byte[parts[i + 2]]);
    }
    return Buffers.wrap(MemoryManager.DEFAULT_MEMORY_MANAGER, all.flip());
  }
}
