package io.sendfile.core.http;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;

/**
 * The header parsers under a fuzzer guided by coverage. Not part of a build, because the fuzzer
 * instruments the whole JVM: {@code JAZZER_FUZZ=1 mvn -pl module test -Dtest=HeaderFuzz}.
 */
class HeaderFuzz {
  @FuzzTest(maxDuration = "60s")
  void noHeaderBreaksAParser(FuzzedDataProvider data) {
    long size = data.consumeLong() & Long.MAX_VALUE;
    HeaderFuzzTest.check(data.consumeRemainingAsString(), size);
  }
}
