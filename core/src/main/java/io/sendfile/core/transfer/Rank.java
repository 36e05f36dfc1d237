package io.sendfile.core.transfer;

/** Ranks of waiting turns. */
enum Rank {
  /**
   * The first turn of a transfer whose algorithm puts new transfers first; or a turn of an urgent
   * transfer.
   */
  FIRST,
  /** Any other turn. */
  USUAL,
  /** A turn of a transfer whose application lets others go first. */
  LAST
}
