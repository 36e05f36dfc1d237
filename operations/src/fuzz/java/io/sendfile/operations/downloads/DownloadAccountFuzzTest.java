package io.sendfile.operations.downloads;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.core.FuzzTarget;
import io.sendfile.operations.downloads.DownloadAccount.Key;

/**
 * Records of the ledger, a key and an account with a line end between: one is refused as an illegal
 * argument, or is a download that stays the same when it is written again.
 */
class DownloadAccountFuzzTest extends FuzzTarget {
  private static final Timestamp NOW = new Timestamp(7_000_000_000L, 1_767_225_600_000L);

  @Override
  protected boolean check(byte[] input) {
    String[] lines = text(input).split("\n", 2);
    Key key;
    DownloadAccount account;
    try {
      key = Key.read(lines[0]);
      account = DownloadAccount.read(lines[lines.length - 1], NOW);
    } catch (IllegalArgumentException e) {
      return false;
    }
    assertThat(Key.read(key.text())).isEqualTo(key);
    assertThat(key.text()).matches("[!-~]+");
    String written = account.text(NOW);
    assertThat(written).matches("[ -~]+");
    assertThat(DownloadAccount.read(written, NOW))
        .usingRecursiveComparison()
        .ignoringFields("startNanos")
        .isEqualTo(account);
    return true;
  }
}
