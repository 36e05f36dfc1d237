package io.sendfile.spi;

import java.util.List;
import java.util.Map;

/**
 * A plug-in's part of the console's page of plug-ins: facts, tables, and commands of its bundle.
 * Texts are shown as they are, whatever they have in them; one that is a moment, as {@link
 * java.time.Instant#toString} has it, by the clock of the reader; {@code true} and {@code false} as
 * yes and no. Immutable.
 *
 * @param facts about this server; in a cluster each instance has its own
 * @param actions offered beside the name of the plug-in
 */
public record Panel(List<Fact> facts, List<Table> tables, List<Action> actions) {
  /** Nothing. */
  public static final Panel NONE = new Panel(List.of(), List.of(), List.of());

  public Panel {
    facts = List.copyOf(facts);
    tables = List.copyOf(tables);
    actions = List.copyOf(actions);
  }

  /** A fact, such as {@code Links made} and {@code 12}. */
  public record Fact(String label, String value) {}

  /**
   * A table. 100 rows are shown; a search finds others among the first 1,000.
   *
   * @param rows cells by column; a missing one is empty
   * @param actions offered beside each row
   */
  public record Table(
      String title, List<String> columns, List<Map<String, String>> rows, List<Action> actions) {
    public Table {
      columns = List.copyOf(columns);
      rows = List.copyOf(rows);
      actions = List.copyOf(actions);
    }
  }

  /**
   * An asadmin command of the bundle, run after a dialog with its fields, for the server, instance
   * or cluster of the page. Its output is shown.
   *
   * @param label such as {@code Revoke …}
   * @param command its name; not offered where the administration server lacks it
   * @param cells that a row must have for it to be offered beside that, by column
   * @param link name in the data of the command of a path that it has made, below the listeners for
   *     applications: in place of the output its whole address is shown, once; empty for none
   */
  public record Action(
      String label, String command, List<Field> fields, Map<String, String> cells, String link) {
    public Action {
      fields = List.copyOf(fields);
      cells = Map.copyOf(cells);
    }

    /** A command for any row, whose output is shown. */
    public Action(String label, String command, List<Field> fields) {
      this(label, command, fields, Map.of(), "");
    }

    /** Whether it is offered beside a row. */
    public boolean fits(Map<String, String> row) {
      return row.entrySet().containsAll(cells.entrySet());
    }
  }

  /**
   * A parameter of a command. Beside a row, one with the name of a column is the cell of that, and
   * cannot be changed.
   *
   * @param name of the option or operand
   * @param help a phrase
   * @param value at first; an empty one is left out
   * @param choices all values there are; empty for any text
   */
  public record Field(String name, String help, String value, List<String> choices) {
    public Field {
      choices = List.copyOf(choices);
    }

    /** A text, empty at first. */
    public static Field of(String name, String help) {
      return new Field(name, help, "", List.of());
    }
  }
}
