package io.sendfile.glassfish.console.app;

import io.sendfile.glassfish.answers.CommandLine;
import io.sendfile.glassfish.command.ServersCommand;
import jakarta.annotation.PostConstruct;
import jakarta.faces.context.FacesContext;
import jakarta.faces.view.ViewScoped;
import jakarta.inject.Inject;
import jakarta.inject.Named;
import java.io.Serializable;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The server, instance or cluster that a page is about: {@code target} of its address; without it
 * the one with the configuration {@code config} of its address, or this server.
 */
@Named("target")
@ViewScoped
public class TargetView implements Serializable {
  private static final long serialVersionUID = 1L;

  private @Nullable String asked;
  private @Nullable String config;

  @Inject private Commands commands;

  @PostConstruct
  void read() {
    Map<String, @Nullable String> address =
        FacesContext.getCurrentInstance().getExternalContext().getRequestParameterMap();
    asked = address.get("target");
    config = address.get("config");
  }

  private Optional<Target> target() {
    return Target.of(asked, config, Server.targets());
  }

  /** All there are to choose from. */
  public List<Target> getChoices() {
    return Server.targets();
  }

  /** Whether there is a choice. */
  public boolean isOneOfMany() {
    return getChoices().size() > 1;
  }

  /** Whether the name in the address is one of the domain. */
  public boolean isFound() {
    return target().isPresent();
  }

  /** Its name; an unknown one as given. */
  public String getName() {
    return target().map(Target::name).orElse(Text.line(Objects.toString(asked, "")));
  }

  /** Its kind, e.g. {@code cluster}. */
  public String getKind() {
    return target().map(each -> each.kind().label()).orElse("");
  }

  /** Whether it is several servers. */
  public boolean isCluster() {
    return target().filter(each -> each.kind() == Target.Kind.CLUSTER).isPresent();
  }

  /** Its name for links; empty for this server, unless the address has it. */
  public String getParameter() {
    return target()
        .filter(each -> each.isElsewhere() || asked != null)
        .map(Target::name)
        .orElse("");
  }

  /** Its configuration for links; without a target in the address, that of the address. */
  public String getConfig() {
    return asked == null || asked.isEmpty()
        ? Objects.toString(config, "")
        : target().map(Target::config).orElse("");
  }

  /** The name of its configuration. */
  public String getConfiguration() {
    return target().map(Target::config).orElse("");
  }

  /** Both as a part of an address, each after an ampersand. */
  public String getQuery() {
    return Text.query(Map.of("config", getConfig())) + Text.query(Map.of("target", getParameter()));
  }

  /** The address of a page about it, or another target, with these conditions. */
  String address(String page, Map<String, String> conditions) {
    String about = conditions.containsKey("target") ? "" : getQuery();
    return Text.address(page, Text.query(conditions) + about);
  }

  /** The address of a setting of it, or of a limit or the like on it, such as {@code limit a}. */
  public String setting(String name) {
    return address("configuration", Map.of("search", name));
  }

  /**
   * Reader of its figures.
   *
   * @throws java.util.NoSuchElementException for an unknown name
   */
  Source source() {
    return target().orElseThrow().source(commands.getUser());
  }

  /** The name of the server that a row is of, before a text about it; empty where there is one. */
  String of(Map<String, ?> row) {
    return isCluster() ? row.get(ServersCommand.INSTANCE) + ": " : "";
  }

  /** A command about it. */
  CommandLine at(CommandLine command) {
    return command.with("target", getName());
  }
}
