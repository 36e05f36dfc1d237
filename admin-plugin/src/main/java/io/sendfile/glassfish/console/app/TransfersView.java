package io.sendfile.glassfish.console.app;

import io.sendfile.glassfish.console.CommandLine;
import jakarta.faces.component.UIData;
import jakarta.faces.component.UIViewRoot;
import jakarta.faces.context.FacesContext;
import jakarta.faces.view.ViewScoped;
import jakarta.inject.Inject;
import jakarta.inject.Named;
import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * Running transfers, and actions on one of them, identified by the id that the page showed: another
 * one may be in its row by now.
 */
@Named("transfers")
@ViewScoped
public class TransfersView implements Serializable {
  private static final long serialVersionUID = 1L;

  private String filter = "";
  private String id = "";
  private long rate;

  @Inject private Commands commands;

  /** Text that shown transfers must contain; empty for all. */
  public String getFilter() {
    return filter;
  }

  /** Sets the filter. */
  public void setFilter(@Nullable String text) {
    filter = text == null ? "" : text;
  }

  /** Goes to the first page: a new filter may leave no other. */
  public void showFirst() {
    UIViewRoot page = FacesContext.getCurrentInstance().getViewRoot();
    if (page.findComponent("running:table") instanceof UIData table) {
      table.setFirst(0);
    }
  }

  /** Id of the transfer in the dialog. */
  public String getId() {
    return id;
  }

  /** Sets the id of the transfer in the dialog. */
  public void setId(String value) {
    id = value;
  }

  /** Its new rate limit. */
  public long getRate() {
    return rate;
  }

  /** Sets its new rate limit, in bytes per second; 0 = none. */
  public void setRate(long value) {
    rate = value;
  }

  /** Cancels it. */
  public void cancel() {
    commands.tell(CommandLine.of("cancel-sendfile-transfer", id));
  }

  /** Applies the rate limit. */
  public void limit() {
    commands.tell(CommandLine.of("set-sendfile-transfer-rate", id, String.valueOf(rate)));
  }
}
