package io.sendfile.glassfish.console.app;

import io.sendfile.glassfish.answers.CommandLine;
import io.sendfile.glassfish.answers.SettingUndo;
import jakarta.faces.view.ViewScoped;
import jakarta.inject.Inject;
import jakarta.inject.Named;
import java.io.Serializable;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The dialog that takes a change of settings back, on the page that shows the change. */
@Named("undo")
@ViewScoped
public class UndoView implements Serializable {
  private static final long serialVersionUID = 1L;

  private String change = "";
  private @Nullable ChangedSetting undone;

  @Inject Commands commands;
  @Inject TargetView target;

  /** The name of the change that is asked for, as of {@link ChangedSetting#place}. */
  public String getChange() {
    return change;
  }

  /** Sets that name. */
  public void setChange(String place) {
    change = place;
  }

  /** Looks for that change, which another one may have followed by now. */
  public void open() {
    undone =
        ChangedSetting.last(target.source(), Instant.now(), Integer.MAX_VALUE).stream()
            .filter(each -> each.place().equals(change))
            .findFirst()
            .orElse(null);
  }

  /** The change, as in the log. */
  public String getText() {
    return undone == null ? "It is not known any more." : undone.text();
  }

  /** A sentence that tells the value to be set back, or the reason why there is none. */
  public String getEffect() {
    return back()
        .map(line -> Text.local(Text.line(SettingUndo.words(line))))
        .orElse(undone == null ? "" : undone.fixed());
  }

  /** Whether it can be taken back. */
  public boolean isPossible() {
    return back().isPresent();
  }

  /** Takes it back. */
  public void undo() {
    back().map(line -> line.with("target", target.getConfiguration())).ifPresent(commands::tell);
  }

  private Optional<CommandLine> back() {
    return Optional.ofNullable(undone)
        .filter(ChangedSetting::undoable)
        .flatMap(known -> SettingUndo.of(known.line()));
  }
}
