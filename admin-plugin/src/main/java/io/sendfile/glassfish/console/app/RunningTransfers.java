package io.sendfile.glassfish.console.app;

import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.inject.Named;
import org.jspecify.annotations.Nullable;

/** Rows of running transfers, for one rendering of the table. */
@Named("runningTransfers")
@RequestScoped
public class RunningTransfers {
  @Inject private TransfersView view;

  private @Nullable TransferTable table;

  /** The filtered rows; created lazily, after the filter was set. */
  public TransferTable getTable() {
    TransferTable rows = table;
    if (rows == null) {
      rows = new TransferTable(Server::transfers, view.getFilter());
      table = rows;
    }
    return rows;
  }

  /** Message of a table without rows. */
  public String getNothing() {
    return getTable().nothing();
  }
}
