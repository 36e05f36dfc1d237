package io.sendfile.glassfish.console.app;

import io.sendfile.glassfish.admin.ListSendfileProblems;
import io.sendfile.glassfish.admin.ListSendfileRefusals;
import io.sendfile.glassfish.admin.LiveFigures.LiveReading;
import io.sendfile.glassfish.server.SendfileCore;
import io.sendfile.glassfish.server.ServerProblems;
import io.sendfile.grizzly.jmx.RunningTransfer;
import io.sendfile.operations.ended.EndedColumn;
import io.sendfile.operations.ended.RefusedHandOff;
import io.sendfile.operations.history.History;
import io.sendfile.operations.history.Point;
import java.io.IOException;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * This server, the domain administration server: read directly, without a command, and without JMX,
 * where each transfer is an open type.
 */
final class LocalSource implements Source {
  private static SendfileCore core() {
    return Server.service(SendfileCore.class);
  }

  private static <T> Rows rows(List<T> values, Function<T, Map<String, String>> row) {
    return new Rows(values.stream().map(row).toList(), List.of());
  }

  @Override
  public Live live(long since) {
    return new Live(
        Map.of(Server.name(), Server.service(LiveReading.class).figures(since)), List.of());
  }

  @Override
  public Chart history(Span span) throws IOException {
    History history = Server.history();
    return new Chart(
        Point.of(
            history.between(
                span.from(),
                span.to(),
                span.step(),
                ZoneId.systemDefault().getRules().getOffset(span.to()))),
        history.marks(span.from(), span.to()));
  }

  @Override
  public Rows problems() {
    return rows(Server.service(ServerProblems.class).now(), ListSendfileProblems::row);
  }

  @Override
  public Running transfers() {
    String name = Server.name();
    return new Running(
        core().transfers().list().stream()
            .map(transfer -> TransferRow.of(name, new RunningTransfer(transfer)))
            .toList(),
        List.of());
  }

  @Override
  public Rows refusals(Map<String, String> conditions) {
    return rows(
        RefusedHandOff.groups(
            ListSendfileRefusals.chosen(
                core().refused().all(), conditions, ZonedDateTime.now(ZoneId.systemDefault()))),
        RefusedHandOff.Group::row);
  }

  @Override
  public Rows ended(Map<String, String> conditions) {
    return rows(
        core().ended().find(PastView.filter(conditions, ZonedDateTime.now(ZoneId.systemDefault()))),
        EndedColumn::row);
  }
}
