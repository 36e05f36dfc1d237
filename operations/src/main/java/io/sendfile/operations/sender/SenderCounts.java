package io.sendfile.operations.sender;

import java.util.concurrent.atomic.LongAdder;

/** Counters of events since the start of the server. Thread-safe. */
final class SenderCounts {
  final LongAdder sent = new LongAdder();
  final LongAdder retried = new LongAdder();
  final LongAdder dropped = new LongAdder();
  final LongAdder failed = new LongAdder();
}
