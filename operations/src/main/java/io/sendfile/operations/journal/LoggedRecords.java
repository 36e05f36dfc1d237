package io.sendfile.operations.journal;

import io.sendfile.spi.DurableRecords;
import io.sendfile.spi.Losses;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The records of a plug-in in a {@link RecordLog}: {@code key text}, or the key alone of one that
 * was removed; the last one of a key counts.
 */
public final class LoggedRecords implements DurableRecords {
  private final Map<String, String> all = new LinkedHashMap<>();
  private final RecordLog log;
  private long bytes;

  /** Whether the file may have less than is known, or more. */
  private boolean behind;

  /**
   * Opens them.
   *
   * @param folder created if missing
   * @param losses told of lines that cannot be read
   */
  public LoggedRecords(Path folder, Losses losses) throws IOException {
    log = new RecordLog(folder, losses, (text, position) -> read(text));
  }

  private static String line(String key, String text) {
    return key + ' ' + text;
  }

  private static long bytes(String key, @Nullable String text) {
    return text == null ? 0 : RecordLog.bytes(line(key, text));
  }

  private void read(String line) {
    String[] words = line.split(" ", 2);
    if (words.length == 2) {
      keep(words[0], words[1]);
    } else {
      forget(line);
    }
  }

  private void keep(String key, String text) {
    forget(key);
    all.put(key, text);
    bytes += bytes(key, text);
  }

  private void forget(String key) {
    bytes -= bytes(key, all.remove(key));
  }

  @Override
  public Map<String, String> all() {
    return Collections.unmodifiableMap(all);
  }

  @Override
  public long bytes() {
    return bytes;
  }

  @Override
  public void put(String key, String text) throws IOException {
    add(List.of(line(key, text)), false);
    keep(key, text);
  }

  @Override
  public void putForced(String key, String text) throws IOException {
    add(List.of(line(key, text)), true);
    keep(key, text);
  }

  @Override
  public void remove(Collection<String> keys) throws IOException {
    add(keys.stream().filter(all::containsKey).toList(), false);
    keys.forEach(this::forget);
  }

  private void add(List<String> lines, boolean forced) throws IOException {
    retry();
    behind = true;
    log.add(lines);
    if (forced) {
      log.force();
    }
    behind = false;
  }

  @Override
  public void retry() throws IOException {
    if (behind || log.mustBeReplaced() || log.isLong(bytes)) {
      behind = true;
      log.replace(all.entrySet().stream().map(e -> line(e.getKey(), e.getValue())).toList());
      behind = false;
    }
  }

  @Override
  public void close() throws IOException {
    log.close();
  }
}
