package io.sendfile.core.http;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;

/**
 * The parser of PROXY headers under a fuzzer guided by coverage, not part of a build: {@code
 * JAZZER_FUZZ=1 mvn -pl core test -Dtest=ProxyHeaderFuzz}.
 */
class ProxyHeaderFuzz {
  @FuzzTest(maxDuration = "60s")
  void noBytesBreakTheParser(FuzzedDataProvider data) {
    ProxyHeaderFuzzTest.check(data.consumeRemainingAsBytes());
  }
}
