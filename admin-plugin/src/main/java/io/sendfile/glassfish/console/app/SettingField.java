package io.sendfile.glassfish.console.app;

import io.sendfile.glassfish.settings.KnownNames;
import io.sendfile.glassfish.settings.Setting;
import io.sendfile.glassfish.settings.ValueRule;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A setting in a form: what is said of it, the value it has, and the one it is to have. */
public class SettingField implements Serializable {
  private static final long serialVersionUID = 1L;

  private final Setting setting;
  private final String before;
  private final boolean mayBeEmpty;
  private final List<String> choices;
  private String value;

  /**
   * A field.
   *
   * @param before the value it has
   * @param mayBeEmpty whether an empty value stands for that of another place
   * @param known the names that it may have; asked for once, as HK2 looks for plug-ins each time
   */
  SettingField(Setting setting, String before, boolean mayBeEmpty, KnownNames known) {
    this.setting = setting;
    this.before = before;
    this.mayBeEmpty = mayBeEmpty;
    this.value = before;
    this.choices = new ArrayList<>(choices(setting.rule(), known));
    if (!choices.isEmpty() && !before.isEmpty() && !choices.contains(before)) {
      choices.add(before);
    }
    if (!choices.isEmpty() && mayBeEmpty) {
      choices.add(0, "");
    }
  }

  /** What it is about. */
  Setting setting() {
    return setting;
  }

  /** The name in domain.xml. */
  public String getName() {
    return setting.attribute();
  }

  /** What it does. */
  public String getHelp() {
    return setting.help();
  }

  /** What is counted; empty for what is no number. */
  public String getUnit() {
    return setting.rule().unit();
  }

  /** What holds when nothing is set. */
  public String getDefaultValue() {
    return setting.defaultValue();
  }

  /** When a change is in force. */
  public String getChange() {
    return setting.live() ? "live" : "after a restart";
  }

  /** The value it has. */
  public String getBefore() {
    return before;
  }

  /** The value it is to have. */
  public String getValue() {
    return value;
  }

  /** Sets the value it is to have. */
  public void setValue(@Nullable String wanted) {
    value = Objects.requireNonNullElse(wanted, "").strip();
  }

  /** The value that it will have: an empty one takes the default. */
  public String getAfter() {
    return value.isEmpty() && !mayBeEmpty ? setting.defaultValue() : value;
  }

  /** Whether a save would change something. */
  public boolean isChanged() {
    return !getAfter().equals(before);
  }

  /** Whether there are only so many values. */
  public boolean isChoice() {
    return !choices.isEmpty();
  }

  /** These values; that it has is one of them in any case. */
  public List<String> getChoices() {
    return List.copyOf(choices);
  }

  private static List<String> choices(ValueRule rule, KnownNames known) {
    if (rule instanceof ValueRule.Flag || rule instanceof ValueRule.FlagSince) {
      return List.of("true", "false");
    }
    if (rule instanceof ValueRule.Word word) {
      return word.words();
    }
    if (rule instanceof ValueRule.AlgorithmName) {
      return known.algorithms();
    }
    return rule instanceof ValueRule.BufferPolicyName ? known.bufferPolicies() : List.of();
  }

  /** Whether its values can be measured side by side. */
  public boolean isMeasurable() {
    return setting == Setting.ALGORITHM || setting == Setting.BUFFER_POLICY;
  }

  /** What is wrong with a value, in the words of asadmin; null if nothing is. */
  public @Nullable String problem(String wanted) {
    String text = wanted.strip();
    if (text.isEmpty() && (mayBeEmpty || !setting.required())) {
      return null;
    }
    KnownNames known = setting.rule().namesPlugIns() ? Server.known() : KnownNames.BUILT_IN;
    return setting.problemAsWritten(text, known).map(Text::plain).orElse(null);
  }
}
