#!/usr/bin/env bash
# Changes the code of a module, one change at a time, and tells which changes its tests do not notice.
set -euo pipefail

cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.."

usage() {
  cat <<EOF
usage: scripts/mutate.sh [options] MODULE [CLASSES]...

Plays the tests of MODULE's folder src/test against mutants of its classes: in each, one condition, number,
call or return value is changed. CLASSES are paths below the module's package, without .java, in quotes where
they have a *: MetricsHandler, 'filter/*', 'http2/Window*'. Without any, all.

  --tests PATTERN   plays these test classes alone, named as CLASSES are; may be given several times
  --sample N        plays N mutants of each class at most, evenly spread, the same each time
  --minutes N       ends after N minutes, 60 unless given; what was found until then counts, but for the
                    last hundred or so, which PIT has not written yet
  --threads N       N mutants at a time, 1 unless given

Prints how many mutants were killed, and leaves those that survived in MODULE/target/mutants/survivors.txt.
A second run plays only what a change of a class or a test can have changed.
Tests of other folders do not play: fuzzing, interleavings, simulation and promises would repeat for each mutant.
A test that fails without a mutant is left out, too, and so are records with a @Nullable component: a JVM to which
one of those is given a second time finds its fields no more (JDK-8376185).
EOF
}

tests=() minutes=60 threads=1 sample=()
while (($# > 0)); do
  case $1 in
    -h | --help) usage; exit 0 ;;
    --tests) tests+=("${2:?--tests needs a pattern}"); shift 2 ;;
    --sample) sample=("-Dfeatures=+CLASSLIMIT(limit[${2:?--sample needs a number}])"); shift 2 ;;
    --minutes) minutes=${2:?--minutes needs a number}; shift 2 ;;
    --threads) threads=${2:?--threads needs a number}; shift 2 ;;
    -*) usage >&2; exit 1 ;;
    *) break ;;
  esac
done
(($# > 0)) && [[ -d $1/src/test/java ]] || { usage >&2; exit 1; }
module=$1
shift

# names FOLDER PATTERN...: the classes below FOLDER whose paths end so, with nested ones, as one list.
names() {
  local folder=$1 pattern paths=()
  shift
  for pattern in "$@"; do paths+=(-o -path "*/$pattern.java"); done
  find "$folder" \( "${paths[@]:1}" \) ! -name package-info.java -printf '%P\n' |
    sed 's|/|.|g; s|\.java$||; s|.*|&,&$*|' | paste -sd,
}

classes=$(names "$module/src/main/java" "${@:-*}")
[[ -n $classes ]] || { echo "mutate: no class of $module matches $*" >&2; exit 1; }
played=$(names "$module/src/test/java" "${tests[@]:-*}")
[[ -n $played ]] || { echo "mutate: no test of $module matches ${tests[*]}" >&2; exit 1; }
records=$(grep -rhPzo '\brecord \K\w+(?=[<(][^{]*@Nullable)' "$module/src/main/java" | tr '\0' '\n' |
  sed 's/.*/*.&,*$&/' | paste -sd,) || true

report=$module/target/mutants
rm -f "$report/mutations.csv"
status=0
timeout --foreground "${minutes}m" mvn --batch-mode -q -Pmutations -pl "$module" -am test-compile pitest:mutationCoverage \
  -Dspotless.check.skip -Denforcer.skip "-DtargetClasses=$classes" "-DtargetTests=$played" "-Dthreads=$threads" \
  "-DexcludedClasses=$records" ${sample[@]+"${sample[@]}"} || status=$?
[[ -s $report/mutations.csv ]] || { echo "mutate: PIT has told of no mutant; Maven's messages above say why, or the time was too short" >&2; exit 1; }

# file,class,mutator,method,line,status,test; the last line may be cut
awk -F, -v survivors="$report/survivors.txt" '
  BEGIN { printf "" >survivors }
  NF < 7 { next }
  $6 == "KILLED" || $6 == "TIMED_OUT" || $6 == "MEMORY_ERROR" { killed++ }
  $6 == "TIMED_OUT" { late++ }
  $6 == "SURVIVED" || $6 == "NO_COVERAGE" {
    alive++
    sub(/.*\./, "", $3)
    print $2 ":" $5 " " $4 " " $3 ($6 == "SURVIVED" ? "" : " (in no test)") | "sort -u >>" survivors
  }
  $6 == "RUN_ERROR" { failed++ }
  END {
    printf "%d of %d mutants killed, %d of them as tests took too long\n", killed, killed + alive, late
    if (failed) printf "%d more could not be played; the next run tries them again\n", failed
  }' "$report/mutations.csv"
echo "the others: $report/survivors.txt"
((status != 124)) || echo "ended after $minutes minutes: not all mutants were played"
exit "$status"
