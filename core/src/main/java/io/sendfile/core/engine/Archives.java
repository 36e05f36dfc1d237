package io.sendfile.core.engine;

import io.sendfile.core.archive.ArchivePlan;
import io.sendfile.core.archive.ArchiveSource;
import io.sendfile.core.archive.KnownChecksums;
import io.sendfile.core.archive.ListedFile;
import io.sendfile.core.content.ArchiveList;
import io.sendfile.core.content.EtagMode;
import io.sendfile.core.content.HandOffOfArchive;
import io.sendfile.core.content.HandOffOfFile;
import io.sendfile.core.content.MalformedListException;
import io.sendfile.core.content.Representation;
import io.sendfile.core.content.ResponsePlan;
import io.sendfile.core.files.FileOpener;
import io.sendfile.core.files.FoundFile;
import io.sendfile.core.files.OpenFile;
import io.sendfile.core.files.OpenResult;
import io.sendfile.core.files.Origin;
import io.sendfile.core.files.RefusalReason;
import io.sendfile.core.files.Root;
import io.sendfile.core.files.Roots;
import io.sendfile.core.files.StoredSource;
import io.sendfile.core.files.Target;
import io.sendfile.core.http.RequestView;
import io.sendfile.core.http.ResponseView;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Plans archives, and decides about them. Finds their members, each by the same rules as a single
 * file; the first one that may not be sent refuses the archive. Thread-safe.
 */
final class Archives {
  private final FileOpener opener;
  private final Stores stores;
  private final InstantSource clock;
  private final KnownChecksums checksums;

  Archives(FileOpener opener, Stores stores, InstantSource clock) {
    this.opener = opener;
    this.stores = stores;
    this.clock = clock;
    this.checksums = new KnownChecksums(clock);
  }

  /**
   * The plan of an archive, or why it is refused.
   *
   * @param plan null if it is refused, or nobody wants it any more
   */
  record Planned(@Nullable ArchivePlan plan, Decision.@Nullable Refuse refusal) {
    static Planned refused(RefusalReason reason, String detail) {
      return new Planned(null, new Decision.Refuse(reason, detail));
    }
  }

  /** Memory that a plan takes while it is made. */
  static long bytesWhileMade(ArchiveList list) {
    return list.readingBytes() + ArchivePlan.bytes(list.most());
  }

  /**
   * Begins a plan.
   *
   * @param wanted whether somebody still waits for it
   */
  Planning begin(ArchiveList list, Origin origin, ListenerConfig config, BooleanSupplier wanted) {
    return new Planning(list, origin, config, wanted);
  }

  /** A member by the rules of a single file; completed at once unless it lies in a store. */
  private CompletableFuture<OpenResult> open(Target target, Roots roots, Origin origin) {
    return found(target, opener.openOnce(target, roots), origin);
  }

  private CompletableFuture<OpenResult> found(Target target, OpenResult result, Origin origin) {
    if (!(result instanceof OpenResult.InStore stored)) {
      return CompletableFuture.completedFuture(result);
    }
    Decision.Refuse refusal =
        Decider.refusal(new HandOffOfFile(target, false, null, 0), stored, origin);
    return refusal == null
        ? stores.find(stored.root(), stored.path(), StoredSource.NOBODY)
        : CompletableFuture.completedFuture(
            new OpenResult.NotOpened(refusal.reason(), refusal.detail()));
  }

  /**
   * A plan in the making: opens, checks and closes each member in its order, but for those that are
   * open already. Asks stores for several at a time. One thread at a time.
   */
  final class Planning implements AutoCloseable {
    /** Members from the next one on that stores are asked for at the same time. */
    private static final int MOST_ASKED = 8;

    private final ArchiveList list;
    private final Origin origin;
    private final ListenerConfig config;
    private final BooleanSupplier wanted;
    private final Map<Integer, CompletableFuture<OpenResult>> asked = new HashMap<>();
    private List<ListedFile> members = List.of();
    private ArchivePlan.@Nullable Builder builder;
    private int next;
    private int askedTo;
    private @Nullable Planned planned;

    private Planning(
        ArchiveList list, Origin origin, ListenerConfig config, BooleanSupplier wanted) {
      this.list = list;
      this.origin = origin;
      this.config = config;
      this.wanted = wanted;
    }

    /** The plan, or why there is none; null if it has to go on. */
    @Nullable Planned planned() {
      return planned;
    }

    /**
     * Goes on until it is {@link #planned}, or a store has to answer first.
     *
     * @return that answer; null if it is planned
     */
    @Nullable CompletableFuture<OpenResult> goOn() {
      ArchivePlan.Builder plan = builder;
      if (plan == null) {
        try {
          members = list.read();
        } catch (MalformedListException e) {
          planned = Planned.refused(RefusalReason.MALFORMED_VALUE, e.detail());
          return null;
        }
        boolean identity = config.settings().entityTags() == EtagMode.STRONG_INODE;
        plan = new ArchivePlan.Builder(members, identity, checksums);
        builder = plan;
      }
      for (; next < members.size(); next++) {
        if (!wanted.getAsBoolean()) {
          planned = new Planned(null, null);
          return null;
        }
        ListedFile listed = members.get(next);
        Target target = listed.target();
        if (target == null) {
          plan.addFolder();
          continue;
        }
        CompletableFuture<OpenResult> opened = opened(listed, target);
        if (!opened.isDone()) {
          return opened;
        }
        asked.remove(next);
        planned = add(plan, listed, target, opened.join());
        if (planned != null) {
          return null;
        }
      }
      planned = planned(plan);
      return null;
    }

    private CompletableFuture<OpenResult> opened(ListedFile listed, Target target) {
      OpenFile before = listed.opened();
      if (before != null) {
        return CompletableFuture.completedFuture(new OpenResult.Opened(before));
      }
      if (!isStored(listed)) {
        return open(target, config.roots(), origin);
      }
      int end = Math.min(members.size(), next + MOST_ASKED);
      for (askedTo = Math.max(askedTo, next); askedTo < end; askedTo++) {
        ListedFile ahead = members.get(askedTo);
        if (isStored(ahead)) {
          asked.put(askedTo, open(Objects.requireNonNull(ahead.target()), config.roots(), origin));
        }
      }
      return Objects.requireNonNull(asked.get(next), "asked above, or with an earlier one");
    }

    private boolean isStored(ListedFile listed) {
      Target target = listed.target();
      return target != null && config.roots().named(target).map(Root::store).isPresent();
    }

    /** Takes the next member; the refusal of the archive, or null. */
    private @Nullable Planned add(
        ArchivePlan.Builder plan, ListedFile listed, Target target, OpenResult opened) {
      Roots roots = config.roots();
      if (opened instanceof OpenResult.NotOpened refused) {
        return refused(listed, target, roots, refused.reason(), refused.detail());
      }
      FoundFile file =
          opened instanceof OpenResult.Found stored
              ? stored.file()
              : ((OpenResult.Opened) opened).file();
      try {
        Decision.Refuse refusal = refusal(listed, target, file, origin);
        if (refusal != null) {
          return refused(listed, target, roots, refusal.reason(), refusal.detail());
        }
        plan.add(listed, file);
        return null;
      } finally {
        if (listed.opened() == null) {
          file.close();
        }
      }
    }

    private static Planned planned(ArchivePlan.Builder plan) {
      try {
        return new Planned(plan.plan(), null);
      } catch (ArithmeticException e) {
        return Planned.refused(
            RefusalReason.MALFORMED_VALUE, "the archive would have more than 2^63 bytes");
      }
    }

    /** Waits for no store any more. */
    @Override
    public void close() {
      asked.values().forEach(OpenResult::closeWhenFound);
      asked.clear();
    }
  }

  /**
   * Decides about a request for an archive that was planned.
   *
   * @param whenClosed run once the decision's archive is closed
   */
  Decision.Send decide(
      RequestView request,
      ResponseView response,
      HandOffOfArchive asked,
      Origin origin,
      ListenerConfig config,
      ArchivePlan plan,
      Runnable whenClosed) {
    Roots roots = config.roots();
    ArchiveSource archive =
        new ArchiveSource(
            plan,
            checksums,
            target ->
                opener
                    .openAside(target, roots)
                    .thenCompose(result -> found(target, result, origin)),
            whenClosed);
    Representation representation = Representation.archive(archive.facts());
    ResponsePlan answer = config.planner().plan(request, response, representation, clock.instant());
    return new Decision.Send(
        answer, archive, asked.downloadId(), origin, asked.bytesPerSecond(), false, false, config);
  }

  private static Decision.@Nullable Refuse refusal(
      ListedFile listed, Target target, FoundFile file, Origin origin) {
    Decision.Refuse refusal =
        Decider.refusal(new HandOffOfFile(target, false, null, 0), file, origin);
    if (refusal == null && listed.size() >= 0 && listed.size() != file.size()) {
      return Decision.Refuse.of(
          RefusalReason.SIZE_DIFFERS,
          file,
          String.format(
              " has %s bytes, not %s; the application must list the size that the file has",
              file.size(), listed.size()));
    }
    return refusal;
  }

  private static Planned refused(
      ListedFile listed, Target target, Roots roots, RefusalReason reason, String detail) {
    String root = roots.named(target).map(Root::name).orElse("");
    String asked = "X-Archive-Files: " + listed.label();
    return new Planned(
        null,
        new Decision.Refuse(reason, root, asked, listed.label() + " of an archive: " + detail));
  }
}
