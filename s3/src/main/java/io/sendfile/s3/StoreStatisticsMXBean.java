package io.sendfile.s3;

/** Figures of the plug-in since the server began. */
public interface StoreStatisticsMXBean {
  /** Bytes of bodies that stores sent. */
  long getOriginBytes();

  /** Calls of stores; one that is repeated counts once. */
  long getOriginRequests();

  /** Calls that failed because a store did not answer, or was busy, all tries included. */
  long getOriginFailures();

  /** Bytes of slices in the cache. */
  long getCachedBytes();

  /** Slices in the cache. */
  long getCachedSlices();

  /** Slices that were in the cache, or arrived there, when a download came to them. */
  long getHitSlices();

  /** Slices for which a download had to wait. */
  long getMissedSlices();

  /** Bytes of slices that made room for others. */
  long getEvictedBytes();

  /** Requests for slices that run. */
  int getFlightsNow();

  /** Requests for slices that wait for one of these to end. */
  int getWaitingFlightsNow();

  /** Files that are open. */
  int getOpenFilesNow();
}
