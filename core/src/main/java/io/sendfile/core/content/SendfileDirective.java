package io.sendfile.core.content;

/** Meaning of a {@link HandOffRequest} under the settings in force. */
public interface SendfileDirective {
  /** No hand-off: no header, or a status that cannot carry a file. */
  record NoHandOff() implements SendfileDirective {}
}
