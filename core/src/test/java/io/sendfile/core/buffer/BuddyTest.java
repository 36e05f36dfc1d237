package io.sendfile.core.buffer;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.core.SeededTest;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BuddyTest {
  private record Block(int unit, int order) {
    int units() {
      return 1 << order;
    }
  }

  @ParameterizedTest
  @CsvSource({"0,0", "1,0", "2,1", "3,2", "4,2", "5,3", "1024,10", "1025,11"})
  void roundsUpToAPowerOfTwo(int units, int order) {
    assertThat(Buddy.orderFor(units)).isEqualTo(order);
  }

  @ParameterizedTest
  @CsvSource({"1,256", "256,256", "257,512", "512,512", "513,1024"})
  void blockIsNoLargerThanItMustBe(int bytes, int block) {
    assertThat(Slab.bytesOf(Slab.orderFor(bytes))).isEqualTo(block);
  }

  @Test
  void givesTheWholeSpaceAsOneBlock() {
    Buddy buddy = new Buddy(4);
    assertThat(buddy.take(4)).isZero();
    assertThat(buddy.take(0)).isEqualTo(-1);
    buddy.give(0, 4);
    assertThat(buddy.take(4)).isZero();
  }

  @Test
  void refusesWhatIsLargerThanTheSpace() {
    assertThat(new Buddy(3).take(4)).isEqualTo(-1);
  }

  @Test
  void takesSmallBlocksFromWhereLittleIsLeftSoThatLargeOnesStayWhole() {
    Buddy buddy = new Buddy(4);
    buddy.take(0);
    buddy.take(0);
    buddy.take(1);
    assertThat(buddy.take(3)).as("the other half is still whole").isEqualTo(8);
  }

  @SeededTest(fixed = 8)
  void blocksNeverOverlapAndAllJoinAgain(SplittableRandom random) {
    Buddy buddy = new Buddy(10);
    BitSet used = new BitSet();
    List<Block> out = new ArrayList<>();
    for (int step = 0; step < 20_000; step++) {
      if (random.nextInt(100) < 55) {
        take(buddy, random.nextInt(7), used, out);
      } else if (!out.isEmpty()) {
        give(buddy, out.remove(random.nextInt(out.size())), used);
      }
    }
    out.forEach(block -> give(buddy, block, used));
    assertThat(buddy.take(10)).as("all of it in one block").isZero();
  }

  private static void take(Buddy buddy, int order, BitSet used, List<Block> out) {
    int unit = buddy.take(order);
    if (unit < 0) {
      assertThat(hasFreeBlock(used, order)).as("a free block of order %s", order).isFalse();
      return;
    }
    Block block = new Block(unit, order);
    assertThat(unit % block.units()).as("alignment").isZero();
    assertThat(used.get(unit, unit + block.units()).isEmpty()).as("overlap").isTrue();
    used.set(unit, unit + block.units());
    out.add(block);
  }

  private static boolean hasFreeBlock(BitSet used, int order) {
    int units = 1 << order;
    for (int unit = 0; unit < 1024; unit += units) {
      if (used.get(unit, unit + units).isEmpty()) {
        return true;
      }
    }
    return false;
  }

  private static void give(Buddy buddy, Block block, BitSet used) {
    used.clear(block.unit(), block.unit() + block.units());
    buddy.give(block.unit(), block.order());
  }
}
