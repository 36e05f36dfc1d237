package io.sendfile.glassfish.plugins;

import io.sendfile.glassfish.monitoring.PlatformBeans;
import io.sendfile.glassfish.monitoring.ResultSenderMXBean;
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
public class DownloadResultSender extends ResultSender implements ResultSenderMXBean {
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
      beans.register(BEAN, this);
    }
    return on;
  }

  @Override
  public void close() {
    super.close();
    beans.unregister(BEAN);
  }

  @Override
  public long getQueued() {
    return figures().queued();
  }

  @Override
  public long getQueuedBytes() {
    return figures().queuedBytes();
  }

  @Override
  public long getSent() {
    return figures().sent();
  }

  @Override
  public long getRetried() {
    return figures().retried();
  }

  @Override
  public long getDropped() {
    return figures().dropped();
  }

  @Override
  public long getFailed() {
    return figures().failed();
  }

  @Override
  public String getProblem() {
    return problem();
  }
}
