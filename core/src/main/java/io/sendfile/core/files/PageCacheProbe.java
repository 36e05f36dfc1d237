package io.sendfile.core.files;

import io.sendfile.spi.Stretch;
import java.io.FileDescriptor;
import java.io.IOException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Asks the kernel whether bytes of a file are in its page cache, so that their sender need not wait
 * for the disk. Thread-safe; waits for no disk itself.
 */
public interface PageCacheProbe {
  /** Bytes of a body above which the cost of a probe is small compared with sending it. */
  long worthFrom();

  /**
   * Whether a stretch is most probably there: single pages of it are looked up. Also true where the
   * kernel does not tell, which leaves the wait to the sender.
   */
  boolean has(Stretch extent);

  /** The best probe of this JVM, available soon after its first use; null if there is none. */
  static @Nullable PageCacheProbe lazy(Executor threads) {
    return isLinux() ? new Lazy(threads, PageCacheProbe::ofSystem) : null;
  }

  /**
   * Brings a stretch into the page cache, and waits for the disk meanwhile. The kernel moves the
   * pages to the null device (sendfile(2)), so that no byte is copied. For Unix.
   *
   * @throws IOException if it cannot be read; a file that is too short is read to its end
   */
  static void readAhead(Stretch stretch) throws IOException {
    try (FileChannel nowhere = FileChannel.open(Path.of("/dev/null"), StandardOpenOption.WRITE)) {
      long end = stretch.position() + stretch.length();
      long at = stretch.position();
      long n;
      do {
        n = stretch.file().transferTo(at, end - at, nowhere);
        at += n;
      } while (n > 0 && at < end);
    }
  }

  private static boolean isLinux() {
    return System.getProperty("os.name", "").equals("Linux");
  }

  /** The best probe of this JVM; null if it has none. To find it may take a tenth of a second. */
  static @Nullable PageCacheProbe ofSystem() {
    if (!isLinux()) {
      return null;
    }
    PageCacheProbe mapped = MappedPages.find();
    PageCacheProbe read = NoWaitRead.find(mapped);
    return read == null ? mapped : read;
  }

  /** The probe of this JVM, in words for administrators. */
  static String way() {
    PageCacheProbe probe = ofSystem();
    if (probe == null) {
      return "not recognized on this system: workers read them from the disk";
    }
    return probe instanceof NoWaitRead
        ? "recognized in any file"
        : "recognized in large files that the server's user owns or may write; in any file with"
            + " Java 22 or later and the JVM options "
            + NoWaitRead.OPTIONS;
  }

  /**
   * Creates a probe in the background on first use, since linking a native call takes a JVM a tenth
   * of a second. Until then all bytes count as cached. Thread-safe.
   */
  static final class Lazy implements PageCacheProbe {
    private final Executor threads;
    private final Supplier<@Nullable PageCacheProbe> search;
    private final AtomicBoolean wanted = new AtomicBoolean();
    private volatile @Nullable PageCacheProbe found;

    Lazy(Executor threads, Supplier<@Nullable PageCacheProbe> search) {
      this.threads = threads;
      this.search = search;
    }

    @Override
    public long worthFrom() {
      PageCacheProbe probe = found;
      if (probe != null) {
        return probe.worthFrom();
      }
      if (!wanted.get() && wanted.compareAndSet(false, true)) {
        seek();
      }
      return Long.MAX_VALUE;
    }

    private void seek() {
      try {
        threads.execute(() -> found = search.get());
      } catch (RejectedExecutionException e) {
        // The server stops, and needs no probe any more.
        return;
      } catch (OutOfMemoryError e) {
        // No reason to end a transfer; a later one tries again.
        wanted.set(false);
      }
    }

    @Override
    public boolean has(Stretch extent) {
      PageCacheProbe probe = found;
      return probe == null || probe.has(extent);
    }
  }

  /**
   * Reads the first and the last byte by a call that fails instead of waiting for a disk; the
   * kernel then begins to read the missing page. About a microsecond each, for any file that may be
   * read.
   */
  static final class NoWaitRead implements PageCacheProbe {
    /** The JVM options it needs. */
    static final String OPTIONS =
        "--enable-native-access=ALL-UNNAMED --add-opens=java.base/sun.nio.ch=ALL-UNNAMED";

    private static final int EAGAIN = 11;
    private static final int EOPNOTSUPP = 95;

    /**
     * Constant handles in a constant record: the JIT compiles calls through them like direct ones.
     */
    private static final @Nullable ReadCalls CALLS = ReadCalls.find();

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
      return CALLS == null ? null : new NoWaitRead(other);
    }

    @Override
    public long worthFrom() {
      return 0;
    }

    @Override
    public boolean has(Stretch extent) {
      ReadCalls calls = Objects.requireNonNull(CALLS);
      int error = calls.tryRead(extent.file(), extent.position());
      if (error == 0 && extent.length() > 1) {
        error = calls.tryRead(extent.file(), extent.position() + extent.length() - 1);
      }
      return error == EOPNOTSUPP
          ? other == null || extent.length() < other.worthFrom() || other.has(extent)
          : error != EAGAIN;
    }

    /**
     * preadv2(2) of one byte with RWF_NOWAIT, which no class of the JDK has. Absent before Java 22,
     * and where the JVM options are missing. Thread-safe.
     *
     * @param descriptorOf (FileChannel) int
     * @param read (Object error, int descriptor, long position) long; the byte is thrown away
     * @param errorIn (Object error) int
     * @param errors room for the error of each thread's last call
     */
    private record ReadCalls(
        MethodHandle descriptorOf,
        MethodHandle read,
        MethodHandle errorIn,
        ThreadLocal<Object> errors) {
      private static final int RWF_NOWAIT = 8;

      /** The calls; null where they are absent. */
      static @Nullable ReadCalls find() {
        try {
          return JdkReflection.hasForeign() && JdkReflection.isNativeCodeAllowed() ? make() : null;
        } catch (ReflectiveOperationException | RuntimeException e) {
          return null;
        }
      }

      private static ReadCalls make() throws ReflectiveOperationException {
        Object integer = JdkReflection.layout("JAVA_INT");
        MethodHandle get =
            JdkReflection.handle(
                JdkReflection.foreign("MemorySegment"),
                "get",
                JdkReflection.foreign("ValueLayout$OfInt"),
                long.class);
        return new ReadCalls(
            descriptorGetter(),
            preadv2(integer),
            MethodHandles.insertArguments(get, 1, integer, 0L),
            ThreadLocal.withInitial(ReadCalls::errorRoom));
      }

      /**
       * Reads the byte, if that is possible at once.
       *
       * @return 0, or the number of the error
       */
      int tryRead(FileChannel file, long position) {
        try {
          Object error = errors.get();
          long n = (long) read.invokeExact(error, (int) descriptorOf.invokeExact(file), position);
          return n < 0 ? (int) errorIn.invokeExact(error) : 0;
        } catch (RuntimeException | Error e) {
          throw e;
        } catch (Throwable e) {
          throw new IllegalStateException(e);
        }
      }

      private static MethodHandle descriptorGetter() throws ReflectiveOperationException {
        Class<?> channel = JdkReflection.internal("sun.nio.ch.FileChannelImpl");
        Class<?> numbers = JdkReflection.internal("sun.nio.ch.IOUtil");
        return MethodHandles.filterReturnValue(
                JdkReflection.getter(channel, "fd"),
                JdkReflection.method(numbers, "fdVal", FileDescriptor.class))
            .asType(MethodType.methodType(int.class, FileChannel.class));
      }

      /** {@code preadv2(descriptor, vector, 1, position, RWF_NOWAIT)}. */
      private static MethodHandle preadv2(Object integer) throws ReflectiveOperationException {
        Object number = JdkReflection.layout("JAVA_LONG");
        Object address = JdkReflection.layout("ADDRESS");
        Object linker = JdkReflection.call("Linker", null, "nativeLinker");
        Object symbols = JdkReflection.call("Linker", linker, "defaultLookup");
        Optional<?> symbol =
            (Optional<?>) JdkReflection.call("SymbolLookup", symbols, "find", "preadv2");
        Object arguments =
            JdkReflection.array("MemoryLayout", integer, address, integer, number, integer);
        Object signature = JdkReflection.call("FunctionDescriptor", null, "of", number, arguments);
        Object keep =
            JdkReflection.call(
                "Linker$Option", null, "captureCallState", (Object) new String[] {"errno"});
        Object options = JdkReflection.array("Linker$Option", keep);
        MethodHandle read =
            (MethodHandle)
                JdkReflection.call(
                    "Linker", linker, "downcallHandle", symbol.orElseThrow(), signature, options);
        MethodHandle oneByte =
            MethodHandles.insertArguments(read, 2, vectorOfOneByte(address, number), 1);
        return MethodHandles.insertArguments(oneByte, 3, RWF_NOWAIT)
            .asType(MethodType.methodType(long.class, Object.class, int.class, long.class));
      }

      /** All threads read into the same byte, as nobody looks at it. */
      private static Object vectorOfOneByte(Object address, Object number)
          throws ReflectiveOperationException {
        Object arena = JdkReflection.call("Arena", null, "global");
        Object vector = memory(arena, 2L * Long.BYTES);
        JdkReflection.call("MemorySegment", vector, "set", address, 0L, memory(arena, 1));
        JdkReflection.call("MemorySegment", vector, "set", number, (long) Long.BYTES, 1L);
        return vector;
      }

      /** Freed with its last reference. */
      private static Object errorRoom() {
        try {
          return memory(JdkReflection.call("Arena", null, "ofAuto"), Integer.BYTES);
        } catch (ReflectiveOperationException e) {
          throw new IllegalStateException(e);
        }
      }

      private static Object memory(Object arena, long bytes) throws ReflectiveOperationException {
        return JdkReflection.call("Arena", arena, "allocate", bytes, (long) Long.BYTES);
      }
    }
  }
}
