package io.sendfile.glassfish.admin;

import static org.glassfish.config.support.CommandTarget.CLUSTER;
import static org.glassfish.config.support.CommandTarget.CLUSTERED_INSTANCE;
import static org.glassfish.config.support.CommandTarget.DAS;
import static org.glassfish.config.support.CommandTarget.STANDALONE_INSTANCE;

import com.sun.enterprise.config.serverbeans.Config;
import io.sendfile.core.files.Root;
import io.sendfile.core.records.Records;
import io.sendfile.glassfish.answers.LiveFigures;
import io.sendfile.glassfish.answers.LiveFigures.Buffers;
import io.sendfile.glassfish.listeners.ListenerMemories;
import io.sendfile.glassfish.server.HistoryService;
import io.sendfile.glassfish.server.ListenerMonitoring;
import io.sendfile.glassfish.server.SendfileCore;
import io.sendfile.grizzly.memory.ListenerMemory;
import io.sendfile.operations.history.History;
import io.sendfile.operations.history.Point;
import io.sendfile.spi.BufferFigures;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Function;
import org.glassfish.api.Param;
import org.glassfish.api.admin.CommandLock;
import org.glassfish.api.admin.ExecuteOn;
import org.glassfish.config.support.TargetType;
import org.glassfish.hk2.api.PerLookup;
import org.jspecify.annotations.Nullable;
import org.jvnet.hk2.annotations.Service;

/** {@code _get-sendfile-live}: the {@link LiveFigures} of the console. Hidden, and without text. */
@Service(name = "_get-sendfile-live")
@PerLookup
@CommandLock(CommandLock.LockType.NONE)
@ExecuteOn(executor = QueryExecutor.class)
@TargetType({DAS, STANDALONE_INSTANCE, CLUSTERED_INSTANCE, CLUSTER})
public class GetSendfileLive extends RuntimeCommand {
  private static final BufferFigures NO_FIGURES = new BufferFigures(0, 0, 0, 0, 0, 0, 0);

  /** Samples after it are wanted, milliseconds since the epoch. */
  @Param(name = "since", optional = true, defaultValue = "0")
  private String since = "0";

  @Override
  protected String rowsName() {
    return "live";
  }

  @Override
  protected List<Map<String, Object>> rows(Config config) throws RefusedException {
    return List.of(Records.write(figures(moment() - LiveFigures.AGE)));
  }

  /** Bypasses JMX, where reading one number computes all of them. */
  private LiveFigures figures(long since) {
    SendfileCore core = service(SendfileCore.class);
    History past = service(HistoryService.class).history();
    Instant now = Instant.now();
    List<String> names = service(ListenerMonitoring.class).listeners();
    return new LiveFigures(
        core.transfers().usage(),
        past.highest(),
        core.stats().snapshot(),
        each(names, core.stats()::ofListener),
        each(
            core.settings().current().roots().stream().map(Root::name).toList(),
            core.stats()::ofRoot),
        each(names, this::buffers),
        Point.samples(past, since),
        past.marks(
            Instant.ofEpochMilli(
                Math.max(LiveFigures.marksAfter(since), now.minus(History.RECENT).toEpochMilli())),
            now));
  }

  private @Nullable Buffers buffers(String listener) {
    ListenerMemory memory = service(ListenerMemories.class).find(listener);
    return memory == null
        ? null
        : new Buffers(
            memory.choice().policy(), Objects.requireNonNullElse(memory.figures(), NO_FIGURES));
  }

  /** Drops listeners that are gone. */
  private static <T> Map<String, T> each(
      Collection<String> names, Function<String, @Nullable T> known) {
    Map<String, T> each = new TreeMap<>();
    for (String name : names) {
      T value = known.apply(name);
      if (value != null) {
        each.put(name, value);
      }
    }
    return each;
  }

  private long moment() throws RefusedException {
    try {
      return Long.parseLong(since);
    } catch (NumberFormatException e) {
      throw new RefusedException("--since must be a number of milliseconds.");
    }
  }
}
