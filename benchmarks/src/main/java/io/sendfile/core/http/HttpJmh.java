package io.sendfile.core.http;

import java.net.InetAddress;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** Range, dates and validators. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class HttpJmh {
  private static final long SIZE = 100_000_000;

  private final List<String> one = List.of("bytes=1000-1999");
  private final List<String> five =
      List.of("bytes=0-99, 100000-100099, 200000-200099, 300000-300099, -500");
  private final String etag = "\"6720e1f3.2a05f200-5f5e100-0123456789abcdef\"";
  private final String date = "Sun, 06 Nov 1994 08:49:37 GMT";
  private final Instant now = Instant.parse("2026-11-21T20:00:00Z");
  private final FileTime modified = FileTime.from(Instant.parse("2026-11-20T08:49:37.123456789Z"));
  private final InetAddress client = Objects.requireNonNull(NodeAddress.parse("2001:db8::12:34ab"));
  private final Object key = "(dev=fe00,ino=1234567)";

  @Benchmark
  public RangeSelection oneRange() {
    return RangeSelection.of(one, SIZE, 16);
  }

  @Benchmark
  public RangeSelection fiveRanges() {
    return RangeSelection.of(five, SIZE, 16);
  }

  @Benchmark
  public Optional<EntityTag> parseEntityTag() {
    return EntityTag.parse(etag);
  }

  @Benchmark
  public Optional<Instant> parseDate() {
    return HttpDate.parse(date, now);
  }

  @Benchmark
  public String formatDate() {
    return HttpDate.format(now);
  }

  @Benchmark
  public String textOfIpv6Address() {
    return NodeAddress.text(client);
  }

  @Benchmark
  public Validators validatorsOfFile() {
    return Validators.of(modified, SIZE, key, modified, now);
  }
}
