package io.sendfile.core.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.core.SeededTest;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/** Fields of Want-Repr-Digest, made of a meaning and hostile. */
class WantedDigestsFuzzTest {
  private static final int ROUNDS = 20_000;
  private static final List<String> KEYS = List.of("sha-256", "sha-512", "md5", "unixsum", "*x_1");
  private static final List<String> PARAMETERS =
      List.of("", "", ";a", ";a=1", ";q=\"x, sha-256=0\"", "; b=:AA==:;c=?0");
  private static final List<String> PARTS =
      List.of(
          "sha-256", "sha-512", "=", "=1", "=10", "=0", "=11", ",", ", ", ";", "\"", "\\", "(", ")",
          "?1", ":", ":AA==:", "-", ".", "\t", "\0", "\u0661", "\ud800", "A", "a", "%\"");

  private static <T> T any(SplittableRandom random, List<T> all) {
    return all.get(random.nextInt(all.size()));
  }

  @SeededTest
  void weightsAreThoseOfTheMeaning(SplittableRandom random) {
    for (int round = 0; round < ROUNDS; round++) {
      Map<String, Integer> meaning = new HashMap<>();
      List<String> members = new ArrayList<>();
      for (int i = 1 + random.nextInt(4); i > 0; i--) {
        String key = any(random, KEYS);
        int weight = random.nextInt(11);
        meaning.put(key, weight);
        members.add(key + "=" + weight + any(random, PARAMETERS));
      }
      int cut = 1 + random.nextInt(members.size());
      List<String> fields = new ArrayList<>();
      fields.add(String.join(any(random, List.of(",", ", ", " ,\t")), members.subList(0, cut)));
      if (cut < members.size()) {
        fields.add(String.join(",", members.subList(cut, members.size())));
      }
      assertThat(WantedDigests.read(fields)).as("%s", fields).isEqualTo(meaning);
    }
  }

  @SeededTest
  void noFieldBreaksTheParser(SplittableRandom random) {
    int understood = 0;
    for (int round = 0; round < ROUNDS; round++) {
      StringBuilder text = new StringBuilder();
      for (int i = random.nextInt(12); i > 0; i--) {
        text.append(any(random, PARTS));
      }
      List<String> fields = new ArrayList<>(List.of(text.toString()));
      fields.addAll(Collections.nCopies(random.nextInt(2), any(random, PARTS)));
      Map<String, Integer> wanted = WantedDigests.read(fields);
      understood += wanted.isEmpty() ? 0 : 1;
      assertThat(wanted.values()).as("%s", fields).allMatch(weight -> weight >= 0 && weight <= 10);
    }
    assertThat(understood).as("fields that are understood").isPositive();
  }
}
