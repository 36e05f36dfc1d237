package io.sendfile.glassfish.plugins;

import io.sendfile.glassfish.monitoring.PlatformBeans;
import io.sendfile.grizzly.jmx.FigureBean;
import io.sendfile.grizzly.jmx.ServerBeans;
import io.sendfile.operations.sender.ResultSender;
import io.sendfile.spi.TransferListener;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import javax.management.ObjectName;
import org.glassfish.api.admin.ServerEnvironment;
import org.jvnet.hk2.annotations.ContractsProvided;
import org.jvnet.hk2.annotations.Service;

/** Provides the sender of results as a plug-in; its journal is in the server's folder. */
@Service
@Singleton
@ContractsProvided({TransferListener.class, DownloadResultSender.class})
public class DownloadResultSender extends ResultSender {
  private static final ObjectName BEAN = ServerBeans.name("ResultSender");

  private final PlatformBeans beans;

  @Inject
  public DownloadResultSender(ServerEnvironment server, PlatformBeans beans, HealthReport health) {
    super(
        folder(server),
        new Means(
            InstantSource.system(),
            System::nanoTime,
            () -> ThreadLocalRandom.current().nextDouble(),
            () -> UUID.randomUUID().toString()));
    this.beans = beans;
    health.watch(results(), () -> {});
    health.watch(journal(), this::retry);
  }

  private static Path folder(ServerEnvironment server) {
    return server.getInstanceRoot().toPath().resolve("sendfile").resolve(NAME);
  }

  @Override
  public boolean configure(Map<String, String> properties) {
    boolean on = super.configure(properties);
    if (on) {
      beans.register(BEAN, bean(this));
    }
    return on;
  }

  @Override
  public void close() {
    super.close();
    beans.unregister(BEAN);
  }

  /** Results posted since the start of this server. */
  public static FigureBean bean(ResultSender sender) {
    return new FigureBean()
        .number("Queued", "Events that wait for their delivery", () -> sender.figures().queued())
        .number("QueuedBytes", "Their bytes in the journal", () -> sender.figures().queuedBytes())
        .number("Sent", "Events that the destination accepted", () -> sender.figures().sent())
        .number("Retried", "Failed attempts that are repeated", () -> sender.figures().retried())
        .number("Dropped", "Events dropped for lack of room", () -> sender.figures().dropped())
        .number(
            "Failed",
            "Events that the destination refused, or that became too old",
            () -> sender.figures().failed())
        .text(
            "Problem",
            "The present reason why results cannot be delivered; empty while they can",
            () -> sender.problem());
  }
}
