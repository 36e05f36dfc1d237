package io.sendfile.core.transfer;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The shares of all present members of a tree, by the weights of their branches. Not thread-safe.
 */
final class ShareTree {
  private final Map<Object, ShareTree> branches = new HashMap<>();

  /** Members at this branch itself. */
  private int members;

  /** Sum of the weights of the branches. */
  private long weights;

  /** The weight among its siblings, as the last member to join knew it. */
  private int weight;

  /** Adds a member. */
  void join(List<Branch> path) {
    ShareTree node = this;
    for (Branch branch : path) {
      ShareTree child = node.branches.get(branch.name());
      if (child == null) {
        child = new ShareTree();
        node.branches.put(branch.name(), child);
      }
      int now = branch.weight();
      node.weights += now - child.weight;
      child.weight = now;
      node = child;
    }
    node.members++;
  }

  /** Removes a member that has joined with this path. */
  void leave(List<Branch> path) {
    leave(path, 0);
  }

  private void leave(List<Branch> path, int depth) {
    if (depth == path.size()) {
      members--;
      return;
    }
    Object name = path.get(depth).name();
    ShareTree child = branch(name);
    child.leave(path, depth + 1);
    if (child.members == 0 && child.branches.isEmpty()) {
      branches.remove(name);
      weights -= child.weight;
    }
  }

  /** The share of each member that has joined with this path, more than 0 and at most 1. */
  double of(List<Branch> path) {
    double share = 1;
    ShareTree node = this;
    for (Branch branch : path) {
      ShareTree child = node.branch(branch.name());
      share *= (double) child.weight / node.weights;
      node = child;
    }
    return share / node.members;
  }

  private ShareTree branch(Object name) {
    ShareTree branch = branches.get(name);
    if (branch == null) {
      throw new IllegalStateException("nobody has joined at " + name);
    }
    return branch;
  }
}
