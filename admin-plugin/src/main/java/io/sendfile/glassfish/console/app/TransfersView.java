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
 * The running transfers, and what can be done to one. Which one is told by its id, as the page
 * showed it: by now another one may be in its row.
 */
@Named("transfers")
@ViewScoped
public class TransfersView implements Serializable {
  private static final long serialVersionUID = 1L;

  private String filter = "";
  private String id = "";
  private long rate;

  @Inject private Commands commands;

  /** What shown transfers have to contain; empty for all. */
  public String getFilter() {
    return filter;
  }

  /** Sets what shown transfers have to contain. */
  public void setFilter(@Nullable String text) {
    filter = text == null ? "" : text;
  }

  /** Goes to the first page: there may be no other for what passes another filter. */
  public void showFirst() {
    UIViewRoot page = FacesContext.getCurrentInstance().getViewRoot();
    if (page.findComponent("running:table") instanceof UIData table) {
      table.setFirst(0);
    }
  }

  /** The transfer that a dialog is about. */
  public String getId() {
    return id;
  }

  /** Sets the transfer that a dialog is about. */
  public void setId(String value) {
    id = value;
  }

  /** The highest rate that it shall have. */
  public long getRate() {
    return rate;
  }

  /** Sets the highest rate that it shall have, in bytes per second; 0 = none of its own. */
  public void setRate(long value) {
    rate = value;
  }

  /** Ends it. */
  public void cancel() {
    commands.tell(CommandLine.of("cancel-sendfile-transfer", id));
  }

  /** Gives it the rate. */
  public void limit() {
    commands.tell(CommandLine.of("set-sendfile-transfer-rate", id, String.valueOf(rate)));
  }
}
