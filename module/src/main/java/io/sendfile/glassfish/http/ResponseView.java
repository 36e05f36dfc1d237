package io.sendfile.glassfish.http;

import java.util.List;

/** Read-only port to the application's uncommitted response. */
public interface ResponseView {
  /** The status the application chose. */
  int status();

  /** All values of a response header, in order; empty when absent. Names are case-insensitive. */
  List<String> headers(String name);
}
