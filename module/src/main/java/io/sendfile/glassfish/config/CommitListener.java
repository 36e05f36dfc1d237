package io.sendfile.glassfish.config;

import java.util.List;
import org.jvnet.hk2.config.TransactionListener;
import org.jvnet.hk2.config.UnprocessedChangeEvents;

/** A listener of committed transactions that is a function. */
@FunctionalInterface
public interface CommitListener extends TransactionListener {
  @Override
  default void unprocessedTransactedEvents(List<UnprocessedChangeEvents> changes) {}
}
