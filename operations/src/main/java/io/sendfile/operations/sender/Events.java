package io.sendfile.operations.sender;

/** Kinds of events to be sent. */
enum Events {
  /** The end of each transfer, and of each download. */
  BOTH,
  /** The end of each transfer, as in 2009. */
  TRANSFERS,
  /** The end of each download, once all of its bytes were delivered. */
  DOWNLOADS
}
