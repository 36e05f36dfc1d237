package io.sendfile.core.engine;

import io.sendfile.core.content.HeaderField;
import io.sendfile.core.content.PassedFile;
import io.sendfile.core.files.Origin;
import io.sendfile.core.http.RequestView;
import io.sendfile.core.http.ResponseView;
import io.sendfile.spi.PathResolver;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * An administrator's question about a hand-off: as if a client had sent this request, and the
 * application had answered 200 with the header and nothing else, or had passed a file.
 *
 * @param header name of the header that names the file; {@link PassedFile#FILE} for a passed one
 * @param value its value, as an application would set it
 * @param method of the client's request
 * @param fields of its header section
 * @param origin the application and virtual server; {@link Origin#UNKNOWN} for any
 * @param mediaTypes that application's media type by file name, null for none
 */
public record Question(
    String header,
    String value,
    String method,
    List<HeaderField> fields,
    Origin origin,
    Function<String, @Nullable String> mediaTypes) {
  public Question {
    fields = List.copyOf(fields);
  }

  /** A question without an application's media types. */
  public Question(
      String header, String value, String method, List<HeaderField> fields, Origin origin) {
    this(header, value, method, fields, origin, name -> null);
  }

  /** Values of the Cookie fields of the request. */
  public List<String> cookies() {
    return request().headers("Cookie");
  }

  /** The request for plug-ins, with a path as a client sends it. */
  public PathResolver.Request requestFor(String path) {
    RequestView of = request();
    return new PathResolver.Request() {
      @Override
      public String method() {
        return method;
      }

      @Override
      public String path() {
        return path;
      }

      @Override
      public @Nullable String field(String name) {
        return of.headers(name).stream().findFirst().orElse(null);
      }

      @Override
      public boolean isQuestion() {
        return true;
      }
    };
  }

  private static List<String> valuesOf(String name, List<HeaderField> fields) {
    return fields.stream()
        .filter(field -> field.name().equalsIgnoreCase(name))
        .map(HeaderField::value)
        .toList();
  }

  /** The file that the application passes; null if a header names it. */
  @Nullable PassedFile passed() {
    if (!header.equals(PassedFile.FILE)) {
      return null;
    }
    try {
      return new PassedFile(Path.of(value), null, null);
    } catch (InvalidPathException e) {
      // A text that is no path is refused as a malformed value.
      return new PassedFile(value, null, null);
    }
  }

  RequestView request() {
    return new RequestView() {
      @Override
      public String method() {
        return method;
      }

      @Override
      public List<String> headers(String name) {
        return valuesOf(name, fields);
      }
    };
  }

  /** The response of the application. */
  ResponseView response() {
    return response(List.of(new HeaderField(header, value)));
  }

  /** The same with these fields. */
  ResponseView response(List<HeaderField> told) {
    return new ResponseView() {
      @Override
      public int status() {
        return 200;
      }

      @Override
      public List<String> headers(String name) {
        return valuesOf(name, told);
      }

      @Override
      public @Nullable String mediaType(String name) {
        return mediaTypes.apply(name);
      }
    };
  }
}
