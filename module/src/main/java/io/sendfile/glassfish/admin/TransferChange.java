package io.sendfile.glassfish.admin;

import static org.glassfish.config.support.CommandTarget.CLUSTER;
import static org.glassfish.config.support.CommandTarget.CLUSTERED_INSTANCE;
import static org.glassfish.config.support.CommandTarget.DAS;
import static org.glassfish.config.support.CommandTarget.STANDALONE_INSTANCE;

import com.sun.enterprise.config.serverbeans.Cluster;
import com.sun.enterprise.config.serverbeans.Config;
import com.sun.enterprise.config.serverbeans.Server;
import io.sendfile.core.engine.TransferControl;
import io.sendfile.core.transfer.TransferSnapshot;
import io.sendfile.glassfish.server.SendfileCore;
import io.sendfile.grizzly.jmx.RunningTransfer;
import io.sendfile.spi.Amounts;
import io.sendfile.spi.Escapes;
import io.sendfile.spi.Unit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.glassfish.api.I18n;
import org.glassfish.api.Param;
import org.glassfish.api.admin.CommandLock;
import org.glassfish.api.admin.ExecuteOn;
import org.glassfish.api.admin.RestEndpoint;
import org.glassfish.api.admin.RestEndpoints;
import org.glassfish.api.admin.RestParam;
import org.glassfish.config.support.TargetType;
import org.glassfish.hk2.api.PerLookup;
import org.jvnet.hk2.annotations.Service;

/** Base of the commands that change running transfers by their ids, and these commands. */
abstract class TransferChange extends RuntimeCommand {
  /** The ids as given. */
  abstract List<String> ids();

  /**
   * Changes a transfer of this server.
   *
   * @throws IllegalArgumentException for an id without a running transfer
   */
  abstract TransferSnapshot change(TransferControl transfers, String id);

  /** The end of the sentence about a changed transfer. */
  abstract String change(Map<String, String> row);

  @Override
  protected List<Map<String, String>> rows(Config config) throws RefusedException {
    TransferControl transfers = service(SendfileCore.class).transfers();
    return changed(ids(), id -> new RunningTransfer(change(transfers, id)));
  }

  @Override
  protected final int subjects() {
    return ids().size();
  }

  @Override
  protected final String text(List<Map<String, String>> rows, boolean several) {
    return sentences(ids(), rows, several, this::change);
  }

  /**
   * Changes the transfers with these ids, and returns their rows.
   *
   * @param change throws an IllegalArgumentException for a transfer that cannot be changed
   * @throws RefusedException if no transfer could be changed
   */
  static List<Map<String, String>> changed(
      List<String> ids, Function<String, RunningTransfer> change) throws RefusedException {
    List<Map<String, String>> rows = new ArrayList<>();
    List<IllegalArgumentException> refused = new ArrayList<>();
    for (String id : ids) {
      try {
        rows.add(ListSendfileTransfers.row(change.apply(id)));
      } catch (IllegalArgumentException e) {
        refused.add(e);
      }
    }
    if (rows.isEmpty() && refused.size() == 1) {
      throw RefusedException.of(refused.get(0));
    }
    if (rows.isEmpty()) {
      throw new RefusedException(
          ("None of these %d ids belongs to exactly one running transfer;"
                  + " asadmin list-sendfile-transfers shows the running ones")
              .formatted(ids.size()));
    }
    return rows;
  }

  /**
   * One sentence per transfer, which begins with its id, and one about the ids without a row.
   *
   * @param rows with all texts escaped
   */
  static String sentences(
      List<String> ids,
      List<Map<String, String>> rows,
      boolean several,
      Function<Map<String, String>, String> predicate) {
    Stream<String> done =
        rows.stream()
            .map(
                row ->
                    String.format(
                        "%sTransfer %s (%s to %s) %s.",
                        several ? row.get(INSTANCE) + ": " : "",
                        row.get("id"),
                        row.get("file"),
                        row.get("client"),
                        predicate.apply(row)));
    List<String> gone =
        ids.stream()
            .map(Escapes::forTerminal)
            .filter(id -> rows.stream().noneMatch(row -> isOf(id, row)))
            .toList();
    return Stream.concat(
            done,
            gone.isEmpty()
                ? Stream.empty()
                : Stream.of("Not the id of one running transfer: " + String.join(", ", gone)))
        .collect(Collectors.joining("\n"));
  }

  private static boolean isOf(String id, Map<String, String> row) {
    return id.equals(row.get("id")) || id.equals(row.get("download-id"));
  }

  /** {@code cancel-sendfile-transfer}: ends running downloads. */
  @Service(name = "cancel-sendfile-transfer")
  @PerLookup
  @I18n("cancel-sendfile-transfer")
  @CommandLock(CommandLock.LockType.NONE)
  @ExecuteOn(executor = QueryExecutor.class)
  @TargetType({DAS, STANDALONE_INSTANCE, CLUSTERED_INSTANCE, CLUSTER})
  @RestEndpoints({
    @RestEndpoint(
        configBean = Server.class,
        opType = RestEndpoint.OpType.POST,
        description = "End running transfers",
        params = @RestParam(name = "target", value = "$parent")),
    @RestEndpoint(
        configBean = Cluster.class,
        opType = RestEndpoint.OpType.POST,
        description = "End running transfers",
        params = @RestParam(name = "target", value = "$parent"))
  })
  public static class CancelSendfileTransfer extends TransferChange {
    @Param(name = "id", primary = true, multiple = true)
    private String[] ids = {};

    @Override
    protected String rowsName() {
      return "cancelled";
    }

    @Override
    List<String> ids() {
      return Arrays.stream(ids).map(String::trim).toList();
    }

    @Override
    TransferSnapshot change(TransferControl transfers, String id) {
      return transfers.cancel(id);
    }

    @Override
    String change(Map<String, String> row) {
      return "is cancelled after " + row.get("bytes") + " of " + row.get("total") + " bytes";
    }
  }

  /** {@code set-sendfile-transfer-rate}: limits the rate of running downloads. */
  @Service(name = "set-sendfile-transfer-rate")
  @PerLookup
  @I18n("set-sendfile-transfer-rate")
  @CommandLock(CommandLock.LockType.NONE)
  @ExecuteOn(executor = QueryExecutor.class)
  @TargetType({DAS, STANDALONE_INSTANCE, CLUSTERED_INSTANCE, CLUSTER})
  @RestEndpoints({
    @RestEndpoint(
        configBean = Server.class,
        opType = RestEndpoint.OpType.POST,
        description = "Set the highest rate of running transfers",
        params = @RestParam(name = "target", value = "$parent")),
    @RestEndpoint(
        configBean = Cluster.class,
        opType = RestEndpoint.OpType.POST,
        description = "Set the highest rate of running transfers",
        params = @RestParam(name = "target", value = "$parent"))
  })
  public static class SetSendfileTransferRate extends TransferChange {
    @Param(name = "id-and-rate", primary = true, multiple = true)
    private String[] idAndRate = {};

    private long rate;

    @Override
    protected String rowsName() {
      return "changed";
    }

    @Override
    protected List<Map<String, String>> rows(Config config) throws RefusedException {
      if (idAndRate.length < 2) {
        throw new RefusedException(
            "Give the id of a transfer and its highest rate in bytes per second, 0 for none, as in"
                + " asadmin set-sendfile-transfer-rate 5f3a9c01-1a 1000000");
      }
      rate = rate();
      return super.rows(config);
    }

    /** All operands but the last, which is the rate. */
    @Override
    List<String> ids() {
      return Arrays.stream(idAndRate, 0, idAndRate.length - 1).map(String::trim).toList();
    }

    private long rate() throws RefusedException {
      String rate = idAndRate[idAndRate.length - 1].trim();
      return Unit.BYTES
          .parse(rate)
          .orElseThrow(
              () ->
                  new RefusedException(
                      "The rate \"%s\" is no amount; give bytes per second, as in %s, or 0 for none"
                          .formatted(Escapes.forLog(rate), Unit.BYTES.examples())));
    }

    @Override
    TransferSnapshot change(TransferControl transfers, String id) {
      return transfers.limit(id, rate);
    }

    @Override
    String change(Map<String, String> row) {
      return "0".equals(row.get("limit"))
          ? "has no highest rate of its own"
          : "is sent at no more than "
              + Amounts.rate(Long.parseLong(row.getOrDefault("limit", "0")));
    }
  }
}
