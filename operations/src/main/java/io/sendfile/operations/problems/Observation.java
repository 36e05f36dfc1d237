package io.sendfile.operations.problems;

import io.sendfile.core.files.RefusalReason;
import io.sendfile.core.transfer.Admission;
import io.sendfile.core.transfer.LimitUsage;
import io.sendfile.spi.Problem;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The state of a server at one moment that findings are made from.
 *
 * @param off whether the module is switched off
 * @param settings problems of domain.xml, one sentence each
 * @param plugIns problems of plug-ins, one sentence each
 * @param parts problems of the module's parts, and of stores
 * @param roots state of each configured root, by its name
 * @param refusing the answer to all new transfers while the server drains or stops; null otherwise
 * @param drain that in words, e.g. {@code draining: 12 downloads, 4:03 left}
 * @param used how far the limits are used
 * @param events of the last minutes
 * @param refusedRoots names of the roots that the server could not serve from lately, by the reason
 * @param brokenRoots names of the roots whose files broke off lately
 * @param descriptors file descriptors of the process
 */
public record Observation(
    boolean off,
    List<String> settings,
    List<String> plugIns,
    List<Problem> parts,
    Map<String, RootState> roots,
    @Nullable Admission refusing,
    String drain,
    LimitUsage used,
    Windows events,
    Map<RefusalReason, Set<String>> refusedRoots,
    Set<String> brokenRoots,
    Descriptors descriptors) {
  /**
   * Whether clients should be sent here: the server neither drains nor stops, and if there are
   * roots, one of them can be read. A lack of places does not count: it passes, and would move the
   * load to the other servers.
   */
  public boolean ready() {
    return refusing == null
        && (roots.isEmpty() || roots.values().stream().anyMatch(RootState::serves));
  }
}
