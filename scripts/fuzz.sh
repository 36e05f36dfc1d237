#!/usr/bin/env bash
# Has Jazzer look for inputs that a fuzz target does not stand, and keeps those that reach other code.
set -euo pipefail

# shellcheck source=scripts/tools.sh
. "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/tools.sh"
cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.."

targets() {
  grep -rl --include='*.java' 'extends FuzzTarget' ./*/src/fuzz | sort
}

usage() {
  cat <<EOF
usage: scripts/fuzz.sh TARGET [SECONDS]

Fuzzes TARGET, guided by coverage, for SECONDS, default 60. An input that breaks it is printed as the line
to keep. Otherwise the corpus of the target, its .txt below src/test/resources, has afterwards, besides what
is kept there by hand, the fewest inputs that reach all code which was reached. Targets:

$(targets | sed 's:.*/:  :; s:\.java$::')
EOF
}

if [[ ${1:-} == --help || $# -lt 1 || $# -gt 2 ]]; then
  usage
  [[ ${1:-} == --help ]] || exit 2
  exit 0
fi
source=$(targets | grep "/$1\.java$") || fail "there is no target $1; scripts/fuzz.sh --help lists them"
seconds=${2:-60}
module=$(cut -d/ -f2 <<<"$source")
class=${source#*/java/}
class=${class%.java}
corpus=$module/src/test/resources/$class.txt
class=${class//\//.}

work=$module/target/fuzz/$1
rm -rf "$work"
mkdir -p "$work/corpus" "$work/least"
mvn -q -Pfuzz -pl "$module" -am test-compile dependency:build-classpath \
  -Dmdep.outputFile=target/fuzz/classpath -Dmdep.includeScope=test -Dspotless.check.skip
classpath=$module/target/classes:$module/target/test-classes:$(<"$module/target/fuzz/classpath")

play() {
  java -cp "$classpath" io.sendfile.core.FuzzTarget "$class" "$@"
}

jazzer() {
  java -cp "$classpath" --add-opens=java.base/sun.nio.fs=ALL-UNNAMED --add-opens=java.base/java.io=ALL-UNNAMED \
    --add-opens=java.base/sun.nio.ch=ALL-UNNAMED com.code_intelligence.jazzer.Jazzer \
    --target_class=io.sendfile.core.FuzzTarget --target_args="$class" \
    --instrumentation_includes='io.sendfile.**' --custom_hook_excludes='**' \
    --reproducer_path="$work" -artifact_prefix="$work/" -timeout=20 -rss_limit_mb=0 -max_len=4096 \
    "$@"
}

play unpack "$work/least" "$work/corpus"
cp "$work/least"/* "$work/corpus"
jazzer "$work/corpus" -max_total_time="$seconds"
# Edges alone, without how often they are taken: a small corpus.
jazzer "$work/least" "$work/corpus" -merge=1 -use_counters=0
play pack "$work/least" "$corpus"
say "$corpus has $(grep -c '' "$corpus") inputs"
