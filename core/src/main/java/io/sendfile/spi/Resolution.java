package io.sendfile.spi;

import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** An answer. */
public sealed interface Resolution {
  /**
   * A refusal, counted and listed as those of files are.
   *
   * @param asked what was asked for, for the administrator; without secrets
   * @param fields header fields of the response
   */
  record Refused(Denial denial, String asked, Map<String, String> fields) implements Resolution {
    public Refused {
      fields = Map.copyOf(fields);
    }
  }

  /**
   * A response without a file and a body, as to OPTIONS: status 204.
   *
   * @param fields its header fields
   */
  record Answered(Map<String, String> fields) implements Resolution {
    public Answered {
      fields = Map.copyOf(fields);
    }
  }

  /**
   * A file, if there is such a one and it may be sent.
   *
   * @param root name of the configured root
   * @param path of the file relative to it, with {@code /} separators
   * @param application in whose name it is handed off, for roots that are for some applications;
   *     empty for none
   * @param id of the download, as {@code X-Sendfile-Id}
   * @param client its name, as {@code X-Sendfile-Client}; empty for none
   * @param bytesPerSecond highest rate, 0 for none
   * @param fields further header fields of the response
   * @param delivery asked and told about the body, of which positions are those of the file as it
   *     is, without a coding; null for nobody
   * @param refused told why the client gets an error in place of the file, such as {@code missing};
   *     called at most once, on any thread, and waits for nothing
   */
  record File(
      String root,
      String path,
      String application,
      String id,
      String client,
      long bytesPerSecond,
      Map<String, String> fields,
      @Nullable Delivery delivery,
      Consumer<String> refused)
      implements Resolution {
    public File {
      fields = Map.copyOf(fields);
    }
  }
}
