package io.sendfile.core.files;

import io.sendfile.core.files.FileEntry.Handle;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.IOException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Field;
import java.nio.channels.FileChannel;
import java.nio.file.ClosedDirectoryStreamException;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Objects;
import java.util.concurrent.locks.Lock;
import org.jspecify.annotations.Nullable;

/**
 * openat(2) with O_NONBLOCK, which the JDK has no option for: a pipe that takes a file's place just
 * before it is opened would hold the thread for ever. Then fstat(2), by which the file is known for
 * what it is, whatever its name leads to by now. They go through internal classes of the JDK, in
 * packages that GlassFish opens in its domain.xml. Without those packages, or with unknown classes
 * (known: Linux, JDK 17 to 25), they are absent, and a {@link ShareLane} does their work.
 */
final class NonBlockingOpen {
  /** The JVM options it needs. */
  static final String OPTIONS =
      "--add-opens=java.base/sun.nio.fs=ALL-UNNAMED --add-opens=java.base/java.io=ALL-UNNAMED";

  /** The value of O_NONBLOCK on all processors of a JDK for Linux. */
  private static final int O_NONBLOCK = 2048;

  private static final @Nullable Calls CALLS = find();

  private NonBlockingOpen() {}

  /**
   * Constant handles in a constant record: the JIT compiles calls through them like direct calls.
   */
  private record Calls(
      Class<?> streamClass,
      Class<?> failureClass,
      MethodHandle descriptorOf,
      MethodHandle streamOf,
      MethodHandle lockOf,
      MethodHandle isOpen,
      MethodHandle bytesOf,
      MethodHandle openAt,
      MethodHandle attributesOf,
      MethodHandle asIoException,
      MethodHandle newDescriptor,
      int flags) {}

  private static Calls calls() throws ReflectiveOperationException {
    Class<?> stream = JdkReflection.internal("sun.nio.fs.UnixSecureDirectoryStream");
    Class<?> directory = JdkReflection.internal("sun.nio.fs.UnixDirectoryStream");
    Class<?> path = JdkReflection.internal("sun.nio.fs.UnixPath");
    Class<?> failure = JdkReflection.internal("sun.nio.fs.UnixException");
    Class<?> dispatcher = JdkReflection.internal("sun.nio.fs.UnixNativeDispatcher");
    Field noFollow =
        JdkReflection.internal("sun.nio.fs.UnixConstants").getDeclaredField("O_NOFOLLOW");
    return new Calls(
        stream,
        failure,
        JdkReflection.getter(stream, "dfd"),
        JdkReflection.getter(stream, "ds"),
        JdkReflection.method(directory, "readLock"),
        JdkReflection.method(directory, "isOpen"),
        JdkReflection.method(path, "asByteArray"),
        JdkReflection.method(dispatcher, "openat", int.class, byte[].class, int.class, int.class),
        JdkReflection.method(
            JdkReflection.internal("sun.nio.fs.UnixFileAttributes"), "get", int.class),
        JdkReflection.method(failure, "asIOException", path),
        MethodHandles.lookup()
            .unreflectConstructor(
                JdkReflection.opened(FileDescriptor.class.getDeclaredConstructor(int.class))),
        O_NONBLOCK | JdkReflection.opened(noFollow).getInt(null));
  }

  private static @Nullable Calls find() {
    try {
      return isLinux() ? calls() : null;
    } catch (ReflectiveOperationException | RuntimeException e) {
      return null;
    }
  }

  private static boolean isLinux() {
    return System.getProperty("os.name", "").equals("Linux");
  }

  /** Whether it is available. */
  static boolean available() {
    return CALLS != null;
  }

  private static Calls found() {
    return Objects.requireNonNull(CALLS);
  }

  /** Whether it is absent for want of JVM options. */
  static boolean wantsOptions() {
    return CALLS == null && isLinux();
  }

  /**
   * Opens an entry for reading, never through a symbolic link.
   *
   * @return null where this is unavailable
   */
  static @Nullable Handle open(SecureDirectoryStream<Path> directory, Path name)
      throws IOException {
    return CALLS == null || !CALLS.streamClass.isInstance(directory)
        ? null
        : openIn(directory, name);
  }

  /** Under the lock that keeps the JDK from closing the directory's descriptor meanwhile. */
  private static Handle openIn(SecureDirectoryStream<Path> directory, Path name)
      throws IOException {
    Calls calls = found();
    try {
      Object stream = calls.streamOf.invoke((Object) directory);
      Lock lock = (Lock) calls.lockOf.invoke(stream);
      lock.lock();
      try {
        if (!(boolean) calls.isOpen.invoke(stream)) {
          throw new ClosedDirectoryStreamException();
        }
        int descriptor = (int) calls.descriptorOf.invoke((Object) directory);
        byte[] bytes = (byte[]) calls.bytesOf.invoke((Object) name);
        return handle((int) calls.openAt.invoke(descriptor, bytes, calls.flags, 0));
      } finally {
        lock.unlock();
      }
    } catch (IOException | RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw translated(e, name);
    }
  }

  /** The stream belongs to its channel, and closes with it. */
  @SuppressWarnings("resource")
  private static Handle handle(int descriptor) throws Throwable {
    FileChannel channel =
        new FileInputStream((FileDescriptor) found().newDescriptor.invoke(descriptor)).getChannel();
    try {
      return new Handle(channel, (BasicFileAttributes) found().attributesOf.invoke(descriptor));
    } catch (Throwable e) {
      channel.close();
      throw e;
    }
  }

  private static IOException translated(Throwable failure, Path name) {
    if (!found().failureClass.isInstance(failure)) {
      return new IOException(failure);
    }
    try {
      return (IOException) found().asIoException.invoke((Object) failure, (Object) name);
    } catch (Throwable e) {
      return new IOException(failure);
    }
  }
}
