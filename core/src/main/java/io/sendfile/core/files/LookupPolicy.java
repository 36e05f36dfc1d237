package io.sendfile.core.files;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Rules for a file that need not lie in a root, by the one that has found it. */
public enum LookupPolicy {
  /** An application, by a name: the file must lie in one of its folders, as in a root. */
  NAMED("application", false, SymlinkPolicy.INSIDE_ROOT, HiddenFiles.DEFAULT),
  /** An application that could as well have opened the file and copied it. */
  PASSED("passed", true, SymlinkPolicy.FOLLOW, new HiddenFiles(List.of())),
  /** GlassFish, which has refused its hidden files, and may have followed links. */
  SERVED("static", true, SymlinkPolicy.INSIDE_ROOT, new HiddenFiles(List.of())),
  /** The module, in GlassFish's place; doubtful cases stay with GlassFish. */
  STATIC("static", false, SymlinkPolicy.NONE, new HiddenFiles(List.of("WEB-INF", "META-INF")));

  /** Names of the folders of all policies, which stand in the place of a root's name. */
  public static final Set<String> NAMES =
      Stream.of(values()).map(policy -> policy.rootName).collect(Collectors.toUnmodifiableSet());

  final String rootName;
  final boolean anywhere;
  final SymlinkPolicy symlinks;
  final HiddenFiles hidden;

  /**
   * @param anywhere whether the file may lie outside of the application's folders
   */
  LookupPolicy(String rootName, boolean anywhere, SymlinkPolicy symlinks, HiddenFiles hidden) {
    this.rootName = rootName;
    this.anywhere = anywhere;
    this.symlinks = symlinks;
    this.hidden = hidden;
  }
}
