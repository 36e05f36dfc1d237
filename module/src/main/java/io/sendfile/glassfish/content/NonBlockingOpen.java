package io.sendfile.glassfish.content;

import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.IOException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.AccessibleObject;
import java.lang.reflect.Field;
import java.nio.channels.FileChannel;
import java.nio.file.ClosedDirectoryStreamException;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.util.concurrent.locks.Lock;
import org.jspecify.annotations.Nullable;

/**
 * openat(2) with O_NONBLOCK, which no option of the JDK stands for: a pipe that takes a file's
 * place just before it is opened would hold the thread for ever. It goes through the JDK's own
 * classes, in packages that GlassFish opens in its domain.xml. Where they are not open, or not
 * those that are known (Linux, JDK 17 to 25), there is none.
 */
final class NonBlockingOpen {
  /** The same on all of the processors that a JDK for Linux is built for. */
  private static final int O_NONBLOCK = 2048;

  private static final @Nullable NonBlockingOpen FOUND = find();

  private final Class<?> streamClass;
  private final Class<?> failureClass;
  private final MethodHandle descriptorOf;
  private final MethodHandle streamOf;
  private final MethodHandle lockOf;
  private final MethodHandle isOpen;
  private final MethodHandle bytesOf;
  private final MethodHandle openAt;
  private final MethodHandle asIoException;
  private final MethodHandle newDescriptor;
  private final int flags;

  private NonBlockingOpen() throws ReflectiveOperationException {
    streamClass = jdkClass("UnixSecureDirectoryStream");
    failureClass = jdkClass("UnixException");
    Class<?> directoryStream = jdkClass("UnixDirectoryStream");
    Class<?> path = jdkClass("UnixPath");
    Class<?> calls = jdkClass("UnixNativeDispatcher");
    MethodHandles.Lookup lookup = MethodHandles.lookup();
    descriptorOf = lookup.unreflectGetter(opened(streamClass.getDeclaredField("dfd")));
    streamOf = lookup.unreflectGetter(opened(streamClass.getDeclaredField("ds")));
    lockOf = lookup.unreflect(opened(directoryStream.getDeclaredMethod("readLock")));
    isOpen = lookup.unreflect(opened(directoryStream.getDeclaredMethod("isOpen")));
    bytesOf = lookup.unreflect(opened(path.getDeclaredMethod("asByteArray")));
    asIoException = lookup.unreflect(opened(failureClass.getDeclaredMethod("asIOException", path)));
    openAt =
        lookup.unreflect(
            opened(
                calls.getDeclaredMethod("openat", int.class, byte[].class, int.class, int.class)));
    newDescriptor =
        lookup.unreflectConstructor(opened(FileDescriptor.class.getDeclaredConstructor(int.class)));
    Field noFollow = opened(jdkClass("UnixConstants").getDeclaredField("O_NOFOLLOW"));
    flags = O_NONBLOCK | noFollow.getInt(null);
  }

  /** From the JDK itself: a bundle has no import of its inner packages. */
  private static Class<?> jdkClass(String name) throws ClassNotFoundException {
    return Class.forName("sun.nio.fs." + name, false, Object.class.getClassLoader());
  }

  private static <T extends AccessibleObject> T opened(T member) {
    member.setAccessible(true);
    return member;
  }

  private static @Nullable NonBlockingOpen find() {
    try {
      return System.getProperty("os.name", "").equals("Linux") ? new NonBlockingOpen() : null;
    } catch (ReflectiveOperationException | RuntimeException e) {
      return null;
    }
  }

  /** Whether there is one. */
  static boolean available() {
    return FOUND != null;
  }

  /**
   * Opens an entry for reading, never through a symbolic link.
   *
   * @return null where there is none
   */
  static @Nullable FileChannel open(SecureDirectoryStream<Path> directory, Path name)
      throws IOException {
    return FOUND == null || !FOUND.streamClass.isInstance(directory)
        ? null
        : FOUND.openIn(directory, name);
  }

  /** Under the lock that keeps the JDK from closing the directory's descriptor meanwhile. */
  private FileChannel openIn(SecureDirectoryStream<Path> directory, Path name) throws IOException {
    try {
      Object stream = streamOf.invoke((Object) directory);
      Lock lock = (Lock) lockOf.invoke(stream);
      lock.lock();
      try {
        if (!(boolean) isOpen.invoke(stream)) {
          throw new ClosedDirectoryStreamException();
        }
        int descriptor = (int) descriptorOf.invoke((Object) directory);
        byte[] bytes = (byte[]) bytesOf.invoke((Object) name);
        return channel((int) openAt.invoke(descriptor, bytes, flags, 0));
      } finally {
        lock.unlock();
      }
    } catch (IOException | RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw translated(e, name);
    }
  }

  /** The stream belongs to its channel, and is closed with it. */
  @SuppressWarnings("resource")
  private FileChannel channel(int descriptor) throws Throwable {
    return new FileInputStream((FileDescriptor) newDescriptor.invoke(descriptor)).getChannel();
  }

  private IOException translated(Throwable failure, Path name) {
    if (!failureClass.isInstance(failure)) {
      return new IOException(failure);
    }
    try {
      return (IOException) asIoException.invoke((Object) failure, (Object) name);
    } catch (Throwable e) {
      return new IOException(failure);
    }
  }
}
