package io.sendfile.core.engine;

import io.sendfile.core.content.HandOffRequest.SendfileDirective.HandOffOfArchive;
import io.sendfile.core.content.ResponsePlan;
import io.sendfile.core.files.Escapes;
import io.sendfile.core.files.OpenFile;
import io.sendfile.core.files.Origin;
import io.sendfile.core.files.RefusalReason;
import io.sendfile.core.files.Source;
import io.sendfile.core.settings.Setting;
import io.sendfile.core.transfer.Identity;
import java.net.SocketAddress;
import org.jspecify.annotations.Nullable;

/** Decision about one response. */
public sealed interface Decision {
  /** The application's response stands, without its hand-off headers. */
  record PassOn() implements Decision {}

  /**
   * An error takes the place of the response.
   *
   * @param reason determines the client's status
   * @param root name of the root that was named; empty if none was
   * @param asked the value that named the file, escaped for a log line
   * @param detail for the administrator only: file, rule and remedy, escaped for a log line
   */
  record Refuse(RefusalReason reason, String root, String asked, String detail)
      implements Decision {
    Refuse(RefusalReason reason, String detail) {
      this(reason, "", "", detail);
    }

    /**
     * Refuses an open file; the caller closes it.
     *
     * @param rest follows the name of the file in the detail
     */
    public static Refuse of(RefusalReason reason, Source file, String rest) {
      String root = file.root().name();
      String path = Escapes.forLog(file.relativePath());
      String detail = "file '" + path + "' in root '" + root + "'" + rest;
      return new Refuse(reason, root, root + ":" + path, detail);
    }

    Refuse naming(String namedRoot, String whatWasAsked) {
      return new Refuse(reason, namedRoot, whatWasAsked, detail);
    }
  }

  /**
   * An archive takes the place of the body, if its members may be sent: they have to be looked up
   * first, which {@link ArchivePlans} does.
   *
   * @param handOff the members, not read yet
   * @param origin of the hand-off
   * @param rules settings of this transfer, to its end
   */
  record Plan(HandOffOfArchive handOff, Origin origin, Rules rules) implements Decision {
    /** The same without its list, for those who wait for a plan: equal lists are kept once. */
    public Plan withoutList() {
      return new Plan(handOff.withoutList(), origin, rules);
    }
  }

  /**
   * A file, or an archive of several, takes the place of the body. The receiver owns it.
   *
   * @param plan the response
   * @param file the open file, or the archive
   * @param downloadId the application's id of the download, or null when it gave none
   * @param origin of the hand-off
   * @param bytesPerSecond highest rate, 0 = none
   * @param temporary whether the file is deleted when all of it has been sent
   * @param rules settings of this transfer, to its end
   */
  record Send(
      ResponsePlan plan,
      Source file,
      @Nullable String downloadId,
      Origin origin,
      long bytesPerSecond,
      boolean temporary,
      Rules rules)
      implements Decision {
    /** The same file by another plan. */
    public Send by(ResponsePlan other) {
      return new Send(other, file, downloadId, origin, bytesPerSecond, temporary, rules);
    }

    /**
     * Whether the response is so small that header and body go out in one write, on the request
     * thread.
     */
    public boolean small() {
      return file instanceof OpenFile one
          && !one.mayHang()
          && plan.bodyLength() < rules.settings().number(Setting.ZERO_COPY_MIN_BYTES);
    }

    /** Whether the kernel may move the bytes from file to socket. */
    public boolean zeroCopyAllowed() {
      return rules.settings().flag(Setting.ZERO_COPY) && file.zeroCopy();
    }
  }

  /**
   * The handing-off application and its client.
   *
   * @param origin of the hand-off
   * @param client address of the client: that of the peer, or the one that a trusted proxy tells
   * @param identity the client by its name; null if the application has given it none
   */
  record Caller(Origin origin, SocketAddress client, @Nullable Identity identity) {
    /** The client's name; empty if it has none. */
    public String name() {
      return identity == null ? "" : identity.name();
    }
  }
}
