package io.sendfile.glassfish.engine;

import io.sendfile.glassfish.content.FileAttributes;
import io.sendfile.glassfish.files.Origin;
import io.sendfile.glassfish.files.Target;
import io.sendfile.glassfish.http.RequestView;
import io.sendfile.glassfish.http.ResponseView;
import io.sendfile.glassfish.settings.SendfileSettings;
import io.sendfile.glassfish.spi.Outcome;
import io.sendfile.glassfish.spi.TransferListener;
import io.sendfile.glassfish.spi.TransferResult;
import io.sendfile.glassfish.stats.ListenerStats;
import io.sendfile.glassfish.stats.StatsRecorder;
import io.sendfile.glassfish.transfer.Body;
import io.sendfile.glassfish.transfer.Claim;
import io.sendfile.glassfish.transfer.Transfer;
import io.sendfile.glassfish.transfer.TransferSink;
import java.net.SocketAddress;
import java.time.InstantSource;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The engine at one listener: decides by the settings that hold there. Thread-safe.
 *
 * @param engine what sends
 * @param listener the listener's name
 * @param stats where it is counted what happens there
 */
public record ListenerEngine(SendfileEngine engine, String listener, ListenerStats stats) {
  /** The settings in force at this listener. */
  public SendfileSettings settings() {
    return engine.rules(listener).settings();
  }

  /**
   * Decides about one uncommitted response. A refusal is logged and counted.
   *
   * @param attributes what was asked for by attributes of a request on which they were announced;
   *     it is answered even if hand-off was switched off meanwhile
   * @param caller between whom the file would go
   */
  public Decision decide(
      RequestView request,
      ResponseView response,
      @Nullable FileAttributes attributes,
      Caller caller) {
    return engine.decide(request, response, attributes, caller, this);
  }

  /** Says what would become of a hand-off here, and why; nothing is sent, counted or deleted. */
  public Explanation explain(Question question) {
    return explainer().explain(question);
  }

  /** Says the same of a static file that the server is about to serve. */
  public Explanation explain(Question question, ResponseView response, Target.Static file) {
    return explainer().explain(question, response, file);
  }

  /** Says that a request is left to the server, and why. */
  public Explanation left(Question question, String why) {
    return explainer().left(question, why);
  }

  private Explainer explainer() {
    return new Explainer(engine.rules(listener), InstantSource.system());
  }

  /**
   * Opens a static file that the server is about to serve, and plans the answer.
   *
   * @param response status and header fields as the server would set them
   * @param origin the web application whose file it is
   * @return null if it is no file that may be sent; the server knows what to say then
   */
  public Decision.@Nullable Send serve(
      RequestView request, ResponseView response, Target.Static file, Origin origin) {
    return engine.serve(request, response, file, origin, engine.rules(listener));
  }

  /** Where it is counted what happens to this file. */
  public StatsRecorder stats(Decision.Send send) {
    return stats.root(send.file().root().name());
  }

  /**
   * A transfer of the body of a decision to a peer, to be given to the scheduler.
   *
   * @param claim what it was admitted with
   * @param report is told of its end; null for nobody
   */
  public Transfer transfer(
      Decision.Send send,
      SocketAddress client,
      Body body,
      TransferSink sink,
      Claim claim,
      @Nullable TransferListener report) {
    return engine.transfer(send, client, body, sink, claim, report, this);
  }

  /** What became of a decision that has no body to send, and so no transfer. */
  public TransferResult answered(Decision.Send send, SocketAddress client) {
    Body none = new Body(send.file(), List.of());
    return SendfileEngine.info(send, client, listener).result(none, Outcome.COMPLETED, 0, 0, 0);
  }

  /** Logs a refusal, and counts it at the root that was named. */
  public void refuse(Decision.Refuse refusal, Caller caller) {
    engine.refuse(refusal, caller, stats(refusal));
  }

  /** Where it is counted what happens to this refusal. */
  public StatsRecorder stats(Decision.Refuse refusal) {
    return stats.root(refusal.root());
  }
}
