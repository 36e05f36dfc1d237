package io.sendfile.core.transfer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.within;

import io.sendfile.core.transfer.SharedRates.Branch;
import io.sendfile.core.transfer.SharedRates.FairRate.ShareTree;
import java.util.List;
import org.junit.jupiter.api.Test;

class ShareTreeTest {
  private static final List<Branch> ALICE = List.of(new Branch("shop", 3), new Branch("alice", 1));
  private static final List<Branch> BOB = List.of(new Branch("shop", 3), new Branch("bob", 1));
  private static final List<Branch> CAROL = List.of(new Branch("docs", 1), new Branch("carol", 1));

  private final ShareTree shares = new ShareTree();

  private void assertShare(List<Branch> path, double share) {
    assertThat(shares.of(path)).isCloseTo(share, within(1e-9));
  }

  @Test
  void onlyMemberHasAll() {
    shares.join(ALICE);
    assertShare(ALICE, 1);
  }

  @Test
  void eachLevelDividesByWeights() {
    shares.join(ALICE);
    assertShare(ALICE, 1);
    shares.join(CAROL);
    shares.join(BOB);
    assertShare(ALICE, 3.0 / 4 / 2);
    assertShare(BOB, 3.0 / 4 / 2);
    assertShare(CAROL, 1.0 / 4);
    shares.leave(ALICE);
    assertShare(BOB, 3.0 / 4);
    shares.leave(CAROL);
    assertShare(BOB, 1);
  }

  @Test
  void membersOfOneBranchShareItEqually() {
    for (int i = 0; i < 30; i++) {
      shares.join(ALICE);
    }
    shares.join(BOB);
    assertShare(ALICE, 1.0 / 2 / 30);
    assertShare(BOB, 1.0 / 2);
  }

  @Test
  void anotherWeightCountsFromTheNextJoinOn() {
    shares.join(ALICE);
    shares.join(CAROL);
    shares.join(List.of(new Branch("shop", 1), new Branch("bob", 1)));
    assertShare(ALICE, 1.0 / 2 / 2);
    assertShare(CAROL, 1.0 / 2);
    shares.leave(ALICE);
    shares.leave(BOB);
    assertShare(CAROL, 1);
  }

  @Test
  void nobodyLeavesWhoHasNotJoined() {
    assertThatIllegalStateException().isThrownBy(() -> shares.leave(ALICE));
  }
}
