package io.sendfile.spi;

/** Reasons, each with a status for the client. */
public enum DenialReason {
  /** 404: nobody who may has made such a path. */
  FORGED,
  /** 410: its time is over. */
  EXPIRED,
  /** 410: an administrator has taken it back. */
  REVOKED,
  /** 410: it has been used as often as it may. */
  USED,
  /** 403: a program asks before its user does, and would use it up. */
  PREVIEW,
  /** 503 with Retry-After: it may be sent later. */
  NOT_NOW
}
