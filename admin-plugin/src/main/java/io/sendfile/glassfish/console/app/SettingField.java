package io.sendfile.glassfish.console.app;

import io.sendfile.core.settings.KnownNames;
import io.sendfile.core.settings.Setting;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A setting in a form, with its description, its current and its new value. */
public class SettingField implements Serializable {
  private static final long serialVersionUID = 1L;

  private final Setting setting;
  private String before;
  private final boolean mayBeEmpty;
  private final KnownNames known;
  private final List<String> choices;
  private String value;

  /**
   * A field.
   *
   * @param before the current value
   * @param mayBeEmpty whether an empty value inherits
   * @param known names of algorithms and buffer policies
   */
  SettingField(Setting setting, String before, boolean mayBeEmpty, KnownNames known) {
    this.setting = setting;
    this.before = before;
    this.mayBeEmpty = mayBeEmpty;
    this.value = before;
    this.known = known;
    this.choices = new ArrayList<>(setting.rule().choices(known));
    if (!choices.isEmpty() && !before.isEmpty() && !choices.contains(before)) {
      choices.add(before);
    }
    if (!choices.isEmpty() && mayBeEmpty) {
      choices.add(0, "");
    }
  }

  /** The setting. */
  Setting setting() {
    return setting;
  }

  /** The name in domain.xml. */
  public String getName() {
    return setting.attribute();
  }

  /** Its description. */
  public String getHelp() {
    return setting.help();
  }

  /** Its unit; empty for values that are no numbers. */
  public String getUnit() {
    return setting.rule().unit();
  }

  /** Its default. */
  public String getDefaultValue() {
    return setting.defaultValue();
  }

  /** Its default with unit and meaning, as in "Default 60 seconds (1 min)". */
  public String getDefaultText() {
    String text = setting.defaultValue();
    String meaning = setting.rule().meaning(text);
    String counted = text.endsWith("%") ? "" : setting.rule().counted();
    return (text.isEmpty() ? "Empty by default" : "Default " + text)
        + (counted.isEmpty() ? "" : " " + counted)
        + (meaning.isEmpty() ? "" : " (" + meaning + ")");
  }

  /** The accepted values, as a sentence; empty where they are listed. */
  public String getRequirement() {
    if (isChoice()) {
      return "";
    }
    String allowed = setting.rule().allowed(KnownNames.BUILT_IN);
    return allowed.substring(0, 1).toUpperCase(Locale.ROOT)
        + allowed.substring(1)
        + (mayBeEmpty ? "; empty inherits." : isRequired() ? "; required." : ".");
  }

  /** Whether it must not be empty. */
  public boolean isRequired() {
    return !mayBeEmpty && setting.required();
  }

  /** The new value in other words, as in {@code 16 MiB}; empty for none. */
  public String getMeaning() {
    return mayBeEmpty && value.isEmpty() && !isChoice()
        ? "inherited"
        : setting.rule().meaning(value);
  }

  /** Whether the current value differs from the default. */
  public boolean isOwn() {
    return !before.equals(mayBeEmpty ? "" : setting.defaultValue());
  }

  /** Time at which a change takes effect. */
  public String getChange() {
    return setting.live() ? "live" : "after a restart";
  }

  /** The current value. */
  public String getBefore() {
    return before;
  }

  /** The new value. */
  public String getValue() {
    return value;
  }

  /** Sets the new value; {@code 5M} becomes the plain number. */
  public void setValue(@Nullable String wanted) {
    value = setting.rule().plain(Objects.requireNonNullElse(wanted, "").strip());
  }

  /** The value after saving: an empty one stands for the default. */
  public String getAfter() {
    return value.isEmpty() && !mayBeEmpty ? setting.defaultValue() : value;
  }

  /** Whether saving would change something. */
  public boolean isChanged() {
    return !getAfter().equals(before);
  }

  /**
   * Takes note of the value in force, which becomes the new one where nothing is typed.
   *
   * @return the value of somebody else that saving would overwrite, in a sentence
   */
  Optional<String> catchUp(String present) {
    String seen = before;
    boolean typed = isChanged();
    before = present;
    if (!typed) {
      value = present;
    }
    return present.equals(seen) || !isChanged()
        ? Optional.empty()
        : Optional.of(
            "%s: it was %s here, is %s now, and would become %s."
                .formatted(getName(), shown(seen), shown(present), shown(getAfter())));
  }

  private static String shown(String value) {
    return value.isEmpty() ? "empty" : value;
  }

  /** Whether it has a fixed set of values. */
  public boolean isChoice() {
    return !choices.isEmpty();
  }

  /** These values; the current one is always among them. */
  public List<String> getChoices() {
    return List.copyOf(choices);
  }

  /** The error of a value, in the words of asadmin; null for a valid one. */
  public @Nullable String problem(String wanted) {
    String text = setting.rule().plain(wanted.strip());
    if (text.isEmpty() && (mayBeEmpty || !setting.required())) {
      return null;
    }
    return setting.problemAsWritten(text, known).map(Text::plain).orElse(null);
  }
}
