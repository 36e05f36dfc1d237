package io.sendfile.glassfish.it.harness;

import java.util.List;

/** Two servers of the domain, on this machine, that share a configuration. */
public final class Cluster implements AutoCloseable {
  private final ServerUnderTest domain;
  private final String name;
  private final List<Instance> members;

  private Cluster(ServerUnderTest domain, String name, List<Instance> members) {
    this.domain = domain;
    this.name = name;
    this.members = members;
  }

  /** Creates a stopped cluster; its configuration is a copy of default-config. */
  public static Cluster create(ServerUnderTest domain, String name) {
    // Its members need not know of each other.
    domain.command("create-cluster", "--gmsenabled", "false", name);
    return new Cluster(
        domain,
        name,
        List.of(
            Instance.member(domain, name, name + "-one"),
            Instance.member(domain, name, name + "-two")));
  }

  /** Starts it and waits until it runs. */
  public void start() {
    // A second command would start those once more that are not yet up.
    one().startedBy("start-cluster", name);
    two().awaitStart();
  }

  /** The first member. */
  public Instance one() {
    return members.get(0);
  }

  /** The second member. */
  public Instance two() {
    return members.get(1);
  }

  /** Stops and deletes it with its members. */
  @Override
  public void close() {
    members.forEach(Instance::close);
    domain.command("delete-cluster", name);
  }
}
