package io.sendfile.glassfish.it.storm;

import io.sendfile.glassfish.it.harness.AsadminSession;
import io.sendfile.glassfish.it.harness.AsadminSession.Outcome;
import io.sendfile.glassfish.it.harness.Rest;
import io.sendfile.glassfish.it.storm.Change.Assignment;
import io.sendfile.glassfish.it.storm.Change.Command;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** A way to request a change. */
interface Door {
  /** Whether this way supports changes of that kind. */
  default boolean takes(Change change) {
    return true;
  }

  Outcome ask(Change.Request request) throws IOException;

  /** The words of a command line. */
  static List<String> words(Change.Request request) {
    List<String> words = new ArrayList<>();
    if (request instanceof Command command) {
      words.add(command.name());
      command.options().forEach((name, value) -> words.add("--" + name + "=" + value));
      if (!command.operand().isEmpty()) {
        words.add(command.operand());
      }
    } else if (request instanceof Assignment set) {
      words.add("set");
      words.add(set.node().dotted() + "." + set.setting().attribute() + "=" + set.value());
    }
    return words;
  }

  /**
   * One {@code asadmin multimode} for the whole storm: a process per command would take a second
   * each.
   */
  record Asadmin(AsadminSession session) implements Door {
    @Override
    public Outcome ask(Change.Request request) throws IOException {
      return session.run(words(request).toArray(String[]::new));
    }
  }

  /** REST, with JSON. */
  record ByRest() implements Door {
    private static final Pattern WORD = Pattern.compile("-([a-z])");

    @Override
    public boolean takes(Change change) {
      return change.fitsRest();
    }

    @Override
    public Outcome ask(Change.Request request) {
      Rest.Reply reply = reply(request);
      return new Outcome(reply.status() == 200, reply.json().toString());
    }

    private static Rest.Reply reply(Change.Request request) {
      if (request instanceof Assignment set) {
        return Rest.postJson(
            set.node().resource(), Map.of(camel(set.setting().attribute()), set.value()));
      }
      Command command = (Command) request;
      if (command.deletes()) {
        return Rest.delete(Rest.CONFIG + command.name(), "id=" + command.operand());
      }
      Map<String, String> values = new TreeMap<>(command.options());
      if (!command.operand().isEmpty()) {
        values.put("id", command.operand());
      }
      return Rest.postJson(Rest.CONFIG + command.name(), values);
    }

    /** Attribute names as REST resources have them. */
    private static String camel(String attribute) {
      return WORD.matcher(attribute).replaceAll(match -> match.group(1).toUpperCase(Locale.ROOT));
    }
  }
}
