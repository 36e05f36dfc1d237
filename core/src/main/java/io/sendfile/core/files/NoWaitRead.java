package io.sendfile.core.files;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Reads the first and the last byte by {@link NativeRead}, which fails instead of waiting for a
 * disk; the kernel then begins to read the missing page. About a microsecond each, for any file
 * that may be read.
 */
final class NoWaitRead implements PageCacheProbe {
  private static final int EAGAIN = 11;
  private static final int EOPNOTSUPP = 95;

  /**
   * Constant handles in a constant record: the JIT compiles calls through them like direct ones.
   */
  private static final @Nullable NativeRead CALL = NativeRead.find();

  private final @Nullable PageCacheProbe other;

  private NoWaitRead(@Nullable PageCacheProbe other) {
    this.other = other;
  }

  /**
   * The probe; null where it is unavailable.
   *
   * @param other asked about file systems without RWF_NOWAIT; null for none
   */
  static @Nullable PageCacheProbe find(@Nullable PageCacheProbe other) {
    return CALL == null ? null : new NoWaitRead(other);
  }

  @Override
  public long worthFrom() {
    return 0;
  }

  @Override
  public boolean has(Extent extent) {
    NativeRead call = Objects.requireNonNull(CALL);
    int error = call.tryRead(extent.file(), extent.position());
    if (error == 0 && extent.length() > 1) {
      error = call.tryRead(extent.file(), extent.position() + extent.length() - 1);
    }
    return error == EOPNOTSUPP
        ? other == null || extent.length() < other.worthFrom() || other.has(extent)
        : error != EAGAIN;
  }
}
