package io.sendfile.glassfish.application;

import jakarta.servlet.ServletRequest;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.Deflater;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * Files to be sent as one ZIP archive, which is made while it is sent. Where glassfish-sendfile is
 * active the archive has a length, and a download of it can be resumed; everywhere else it is
 * written by {@link ZipOutputStream}, without either. Nothing is compressed. Immutable.
 *
 * <p>The files are opened by {@link #send}: they may be deleted, moved or replaced as soon as that
 * has returned; their bytes must not change in place. As the server holds them open until they are
 * sent, there may be {@value #MOST_FILES} of them. {@link #ofStored} is for more.
 *
 * <p>The paths must be the application's own: never the text of a client. Where glassfish-sendfile
 * is active, names that some systems cannot make or tell apart get others.
 */
public final class Archive {
  /** The number of files that are held open for one archive, at most. */
  public static final int MOST_FILES = 1000;

  private static final int MOST_NAME_BYTES = 0xFFFF;

  private final Map<String, Path> files;
  private final boolean stored;

  private Archive(Map<String, Path> files, boolean stored) {
    if (files.isEmpty()) {
      throw new IllegalArgumentException("an archive needs a file");
    }
    for (String name : files.keySet()) {
      check(name);
      for (int end = name.indexOf('/'); end >= 0; end = name.indexOf('/', end + 1)) {
        String folder = name.substring(0, end);
        if (files.containsKey(folder)) {
          throw new IllegalArgumentException(
              "'" + folder + "' cannot be a file in an archive with '" + name + "'");
        }
      }
    }
    this.files = Collections.unmodifiableMap(new LinkedHashMap<>(files));
    this.stored = stored;
  }

  /**
   * An archive of these files.
   *
   * @param files by their names in the archive, in the order of the map: relative paths with {@code
   *     /} between folders, without {@code ..}, backslashes and control characters
   * @throws IllegalArgumentException if there is no file, a name is not such a path, or one is that
   *     of a folder of others, or there are more than {@value #MOST_FILES} files
   */
  public static Archive of(Map<String, Path> files) {
    if (files.size() > MOST_FILES) {
      throw new IllegalArgumentException(
          files.size()
              + " files are more than the "
              + MOST_FILES
              + " that are held open for an archive; use Archive.ofStored if they stay where they"
              + " are until it is sent");
    }
    return new Archive(files, false);
  }

  /**
   * An archive of any number of files that stay where they are, unchanged, until it is sent: each
   * is opened when its turn comes. One that is gone or changed by then ends the download.
   *
   * @param files as of {@link #of}
   * @throws IllegalArgumentException if there is no file, or a name is not as in {@link #of}
   */
  public static Archive ofStored(Map<String, Path> files) {
    return new Archive(files, true);
  }

  private static void check(String name) {
    boolean relative = !name.startsWith("/") && !(name.length() > 1 && name.charAt(1) == ':');
    boolean plain =
        name.indexOf('\\') < 0
            && name.chars().noneMatch(Character::isISOControl)
            && name.getBytes(java.nio.charset.StandardCharsets.UTF_8).length <= MOST_NAME_BYTES;
    boolean direct = true;
    for (String element : name.split("/", -1)) {
      direct &= !element.isEmpty() && !element.equals(".") && !element.equals("..");
    }
    if (!relative || !plain || !direct) {
      throw new IllegalArgumentException("'" + name + "' may not be a name in an archive");
    }
  }

  /**
   * Sends the archive as the body. Status and headers are the application's; without a Content-Type
   * it is {@code application/zip}. Bytes that the application wrote before are dropped. A file that
   * cannot be sent makes the whole a 404, as by {@link SendfileResponse#send}.
   *
   * @throws IOException if the copying fails; its message has no path
   * @throws IllegalStateException if the response is committed
   */
  public void send(HttpServletRequest request, HttpServletResponse response) throws IOException {
    response.resetBuffer();
    if (isTaken(request, response)) {
      describe(response);
      Map<String, Path> plain = new LinkedHashMap<>(files);
      plain.replaceAll((name, file) -> SendfileResponse.plain(file));
      if (stored) {
        SendfileResponse.passUnopened(request, plain, null, null);
      } else {
        SendfileResponse.pass(request, plain, null, null);
      }
      return;
    }
    SendfileResponse.passNone(request);
    try {
      for (Path file : files.values()) {
        Copy.of(file).close();
      }
      describe(response);
      if (!request.getMethod().equals("HEAD")) {
        copy(response.getOutputStream());
      }
    } catch (FileNotFoundException e) {
      if (response.isCommitted()) {
        throw e;
      }
      Copy.notFound(response);
    }
  }

  private static void describe(HttpServletResponse response) {
    if (response.getContentType() == null) {
      response.setContentType("application/zip");
    }
  }

  private boolean isTaken(ServletRequest request, HttpServletResponse response) {
    return files.values().stream()
        .allMatch(file -> SendfileResponse.takes(request, response, file));
  }

  private void copy(OutputStream out) throws IOException {
    ZipOutputStream zip = new ZipOutputStream(out);
    zip.setLevel(Deflater.NO_COMPRESSION);
    for (Map.Entry<String, Path> file : files.entrySet()) {
      try (Copy copy = Copy.of(file.getValue())) {
        ZipEntry entry = new ZipEntry(file.getKey());
        entry.setLastModifiedTime(copy.lastModified());
        zip.putNextEntry(entry);
        copy.to(zip);
        zip.closeEntry();
      }
    }
    // The stream is the server's to close.
    zip.finish();
  }
}
