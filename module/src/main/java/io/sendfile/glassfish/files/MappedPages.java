package io.sendfile.glassfish.files;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Looks the last page up by {@link PageMapping}, which costs ten microseconds and more. The kernel
 * answers for files that the server's user owns or may write, and says yes for others. The mapping
 * is never read, so that a file that becomes shorter meanwhile harms nobody.
 *
 * <p>The last page: a disk is read ahead from the front, so the first one tells less.
 */
final class MappedPages implements PageCacheProbe {
  /** Sending that much takes many times as long as the question. */
  private static final long WORTH_FROM = 1 << 20;

  private final PageMapping mapping;

  private MappedPages(PageMapping mapping) {
    this.mapping = mapping;
  }

  /** The probe; null where it is unavailable. */
  static @Nullable PageCacheProbe find() {
    PageMapping mapping = PageMapping.find();
    return mapping == null ? null : new MappedPages(mapping);
  }

  @Override
  public long worthFrom() {
    return WORTH_FROM;
  }

  @Override
  public boolean has(Extent extent) {
    try {
      return mapping.isLoaded(extent.file(), extent.position() + extent.length() - 1);
    } catch (IOException e) {
      // The sender finds out what is wrong with the file.
      return true;
    }
  }
}
