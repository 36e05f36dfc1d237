package io.sendfile.core.engine;

import java.util.List;
import java.util.stream.Stream;

/**
 * The writer of a body. A byte array, text, or a stream of which only the application knows the
 * source cannot be handed off as it is.
 */
public enum WriterKind {
  UNKNOWN,
  FILE(
      "java.nio.file.Files.copy",
      "java.io.FileInputStream.transferTo",
      "sun.nio.ch.ChannelInputStream.transferTo",
      "sun.nio.ch.FileChannelImpl.transferTo",
      "org.apache.catalina.servlets.DefaultServlet.",
      "org.glassfish.jersey.message.internal.FileProvider."),
  BYTES(
      "java.io.ByteArrayOutputStream.writeTo",
      "java.io.ByteArrayInputStream.transferTo",
      "org.glassfish.jersey.message.internal.ByteArrayProvider.",
      "org.springframework.http.converter.ByteArrayHttpMessageConverter."),
  TEXT(
      "org.apache.catalina.connector.CoyoteWriter.",
      "sun.nio.cs.StreamEncoder.",
      "com.fasterxml.jackson.",
      "tools.jackson.",
      "org.glassfish.jersey.message.internal.StringMessageProvider.",
      "org.springframework.http.converter.StringHttpMessageConverter."),
  STREAM(
      "org.glassfish.jersey.message.internal.InputStreamProvider.",
      "org.glassfish.jersey.message.internal.StreamingOutputProvider.",
      "org.springframework.web.servlet.mvc.method.annotation.StreamingResponseBody");

  private final List<String> methods;

  WriterKind(String... methods) {
    this.methods = List.of(methods);
  }

  /**
   * The writer, by the methods that run, the innermost first.
   *
   * @param methods each with the name of its class, as in {@code java.nio.file.Files.copy}
   */
  public static WriterKind of(Stream<String> methods) {
    return methods
        .map(WriterKind::of)
        .filter(writer -> writer != UNKNOWN)
        .findFirst()
        .orElse(UNKNOWN);
  }

  private static WriterKind of(String method) {
    for (WriterKind writer : values()) {
      if (writer.methods.stream().anyMatch(method::startsWith)) {
        return writer;
      }
    }
    return UNKNOWN;
  }

  /** Whether the body may come out of a file. */
  boolean mayBeFile() {
    return this == UNKNOWN || this == FILE;
  }
}
