package io.sendfile.glassfish.example;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.sendfile.spi.CleanThreads;
import io.sendfile.spi.DurableRecords;
import io.sendfile.spi.Host;
import io.sendfile.spi.Losses;
import io.sendfile.spi.Severity;
import io.sendfile.spi.TransferListener;
import io.sendfile.spi.TransferResult;
import jakarta.inject.Inject;
import java.io.IOException;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.logging.Logger;
import org.jvnet.hk2.annotations.ContractsProvided;
import org.jvnet.hk2.annotations.Service;

/**
 * A listener that writes a row for each transfer into a table {@code audit (id varchar(40) primary
 * key, what varchar(4000))} of its property {@code jdbc-resource}, also of those before a {@code
 * kill -9} or while the database is down.
 */
@Service
@ContractsProvided(TransferListener.class)
public final class Audit implements TransferListener {
  private static final Logger LOG = Logger.getLogger("audit");

  private final Host host;
  // Each is a problem while it fails or loses something, a metric, and a line in the log.
  private final Losses disk = losses("audit", Losses.DISK);
  private final Losses database = losses("audit-database", "see to the database of audit");
  private String resource = "";
  private Optional<DurableRecords> rows = Optional.empty();
  private Optional<ScheduledExecutorService> writer = Optional.empty();

  @Inject
  public Audit(Host host) {
    this.host = host;
    host.watch(disk, () -> {});
    host.watch(database, () -> {});
  }

  private static Losses losses(String store, String remedy) {
    return new Losses(store, Severity.ERROR, remedy, LOG, System::nanoTime);
  }

  @Override
  public List<Property> properties() {
    return List.of(
        Property.needed("jdbc-resource", "JNDI name of the resource of the table, as jdbc/audit"));
  }

  @Override
  public boolean configure(Map<String, String> properties) {
    close();
    resource = properties.getOrDefault("jdbc-resource", "");
    if (resource.isEmpty()) {
      return false;
    }
    ScheduledExecutorService thread =
        Executors.newSingleThreadScheduledExecutor(task -> CleanThreads.make("audit", task));
    thread.scheduleWithFixedDelay(this::write, 0, 5, TimeUnit.SECONDS);
    writer = Optional.of(thread);
    return true;
  }

  @Override
  public synchronized void transferFinished(TransferResult result) {
    String what =
        result.outcome() + " " + result.bytes() + " " + result.client() + " " + result.path();
    try {
      // The server's own id: an application may give the other one to several transfers.
      kept().putForced(result.course().transferId(), URLEncoder.encode(what, UTF_8));
      disk.works();
    } catch (IOException e) {
      disk.lost(1, e.toString());
    }
  }

  // A disk that fails at the start must not keep the plug-in off.
  private synchronized DurableRecords kept() throws IOException {
    if (rows.isEmpty()) {
      rows = Optional.of(host.records(host.folder("audit"), disk));
    }
    return rows.get();
  }

  private synchronized Map<String, String> waiting() throws IOException {
    return Map.copyOf(kept().all());
  }

  private synchronized void written(String id) throws IOException {
    kept().remove(List.of(id));
  }

  // Without the lock while the database thinks. After a kill a row may come again: its key tells.
  private void write() {
    try (Connection connection = host.connect(resource);
        PreparedStatement insert =
            connection.prepareStatement(
                "insert into audit select ?, ? from"
                    + " (values 1) as one where not exists (select 1 from audit where id = ?)")) {
      for (Map.Entry<String, String> row : waiting().entrySet()) {
        insert.setString(1, row.getKey());
        insert.setString(2, URLDecoder.decode(row.getValue(), UTF_8));
        insert.setString(3, row.getKey());
        insert.executeUpdate();
        written(row.getKey());
      }
      database.works();
    } catch (SQLException | IOException | RuntimeException e) {
      if (host.runs()) {
        database.fails(e.toString());
      }
    }
  }

  @Override
  public synchronized void close() {
    writer.ifPresent(ExecutorService::shutdown);
    writer = Optional.empty();
    try {
      if (rows.isPresent()) {
        rows.get().close();
      }
    } catch (IOException e) {
      disk.fails(e.toString());
    }
    rows = Optional.empty();
  }
}
