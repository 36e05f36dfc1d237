package io.sendfile.glassfish.it.app;

import io.sendfile.glassfish.application.Archive;
import io.sendfile.glassfish.application.SendfileLink;
import io.sendfile.glassfish.application.SendfileResponse;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/** Plays the {@code step} parameters of the request on a response, in their order. */
public final class Steps {
  private static final String TOMCAT = "org.apache.tomcat.sendfile.";

  private Steps() {}

  /** Plays every parameter {@code step}. */
  public static void play(HttpServletRequest request, HttpServletResponse response)
      throws IOException, ServletException {
    play("step", request, response);
  }

  /** Plays every parameter of that name. */
  public static void play(String name, HttpServletRequest request, HttpServletResponse response)
      throws IOException, ServletException {
    String[] steps = request.getParameterValues(name);
    if (steps == null) {
      return;
    }
    for (String step : steps) {
      int colon = step.indexOf(':');
      String verb = colon < 0 ? step : step.substring(0, colon);
      one(verb, colon < 0 ? "" : step.substring(colon + 1), request, response);
    }
  }

  private static void one(
      String verb, String what, HttpServletRequest request, HttpServletResponse response)
      throws IOException, ServletException {
    switch (verb) {
      case "sendfile" -> response.setHeader("X-Sendfile", what);
      case "header" -> response.addHeader(before(what), after(what));
      case "status" -> response.setStatus(Integer.parseInt(what));
      case "cookie" -> response.addCookie(new Cookie(before(what), after(what)));
      case "type" -> response.setContentType(what);
      case "thread" -> response.setHeader("Thread", Thread.currentThread().getName());
      case "port" -> response.setIntHeader("Remote-Port", request.getRemotePort());
      case "address" ->
          response.setHeader(
              "Remote-Address", request.getRemoteAddr() + " " + request.getRemoteHost());
      case "length" -> response.setContentLengthLong(Long.parseLong(what));
      case "body" -> response.getOutputStream().write(what.getBytes(StandardCharsets.UTF_8));
      case "bytes" -> response.getOutputStream().write(filler(Integer.parseInt(what)));
      case "text" -> response.getWriter().write("a".repeat(Integer.parseInt(what)));
      case "write" -> response.getWriter().write(what);
      case "flush" -> response.flushBuffer();
      case "close" -> response.getOutputStream().close();
      case "reset" -> response.reset();
      case "error" -> response.sendError(Integer.parseInt(what));
      case "redirect" -> response.sendRedirect(what);
      case "include" -> request.getRequestDispatcher(what).include(request, response);
      case "forward" -> request.getRequestDispatcher(what).forward(request, response);
      case "attribute" -> request.setAttribute(TOMCAT + before(what), after(what));
      case "long" -> request.setAttribute(TOMCAT + before(what), Long.valueOf(after(what)));
      case "integer" -> request.setAttribute(TOMCAT + before(what), Integer.valueOf(after(what)));
      case "ask" -> response.getWriter().println(request.getAttribute(what));
      case "folder" -> response.getWriter().print(folder(request, what));
      case "property" -> System.setProperty(before(what), after(what));
      case "read" -> request.getInputStream().readAllBytes();
      case "client" -> request.setAttribute("io.sendfile.client", what);
      case "login" -> request.login(before(what), after(what));
      case "tell" -> Told.ask(request, what);
      case "delete" -> Files.delete(Path.of(what));
      case "empty" -> Files.write(Path.of(what), new byte[0], StandardOpenOption.CREATE_NEW);
      case "temporary" -> SendfileResponse.sendAndDelete(request, response, Path.of(what));
      case "pass" -> SendfileResponse.send(request, response, Path.of(what));
      case "archive" -> {
        response.setHeader("X-Archive-Files", "zip");
        Files.copy(Path.of(what), response.getOutputStream());
      }
      case "link" -> response.getWriter().print(SendfileLink.to(what).once().create(request));
      case "zip" -> Archive.of(files(what)).send(request, response);
      case "transfer" -> transfer(what.split(",", 3), request, response);
      case "throw" -> throw new ServletException("asked to fail");
      default -> throw new ServletException("no such step: " + verb);
    }
  }

  /** Names and paths, as in {@code a=/a,b=/b}. */
  private static Map<String, Path> files(String pairs) {
    Map<String, Path> files = new LinkedHashMap<>();
    for (String pair : pairs.split(",")) {
      files.put(before(pair), Path.of(after(pair)));
    }
    return files;
  }

  /** Position, count and path of a part. */
  private static void transfer(
      String[] part, HttpServletRequest request, HttpServletResponse response) throws IOException {
    SendfileResponse.transfer(
        request, response, Path.of(part[2]), Long.parseLong(part[0]), Long.parseLong(part[1]));
  }

  /** Folder of the application with that context path. */
  private static String folder(HttpServletRequest request, String context) {
    return request.getServletContext().getContext(context).getRealPath("/");
  }

  private static byte[] filler(int length) {
    byte[] bytes = new byte[length];
    Arrays.fill(bytes, (byte) 'a');
    return bytes;
  }

  private static String before(String pair) {
    return pair.substring(0, pair.indexOf('='));
  }

  private static String after(String pair) {
    return pair.substring(pair.indexOf('=') + 1);
  }
}
