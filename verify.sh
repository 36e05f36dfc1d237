#!/usr/bin/env bash
# Runs all checks of the project.
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")"
# shellcheck source=scripts/tools.sh
. scripts/tools.sh

usage() {
  cat <<EOF
usage: ./verify.sh [--fast]

Formatter, static analysis, unit tests, then the scenarios of integration-tests in embedded
GlassFish $(pom_property glassfish.embedded.version), GlassFish $(pom_property glassfish7.version) and GlassFish $(pom_property glassfish8.version). Goes on after a failed step, prints a summary,
and ends with status 0 only if nothing failed.

  --fast   without the scenarios: what a developer runs in two minutes

GlassFish 8 needs a JDK 21 or later: GLASSFISH8_JAVA_HOME, else searched in the usual places.
Some scenarios need a client or proxy of the distribution: wget, aria2, h2load, nginx, Chromium.
What is missing is not run, and the summary says so; under CI=true that is a failure. There, as
root on a Debian-like machine, missing packages are installed by name.
EOF
}

fast=false
case ${1:-} in
  '') ;;
  --fast) fast=true ;;
  -h | --help) usage; exit 0 ;;
  *)
    usage >&2
    fail "unknown argument '$1'"
    ;;
esac

summary=()
failed=false
skips_expected=false

# step NAME COMMAND...
step() {
  local name=$1 begin=$SECONDS result=passed
  shift
  echo "== $name"
  "$@" || result=FAILED
  [[ $result == passed ]] || failed=true
  summary+=("$(printf '%-8s %4d s  %s' "$result" $((SECONDS - begin)) "$name")")
}

# not_run NAME: told now and in the summary; a failure where nobody is there to be told.
not_run() {
  say "!!"
  say "!! NOT RUN: $1"
  say "!!"
  summary+=("NOT RUN     0 s  $1")
  [[ ${CI:-} != true ]] || failed=true
}

# The clients that scenarios run, with their packages; the tests look for the same commands.
find_clients() {
  local client command package
  for client in wget:wget aria2c:aria2 h2load:nghttp2-client nginx:nginx \
    chromium:chromium chromedriver:chromium-driver; do
    command=${client%:*} package=${client#*:}
    want "$command" "$package" && continue
    not_run "scenarios with $command, which is missing; on Debian or Ubuntu: apt-get install $package"
    [[ ${CI:-} == true ]] || skips_expected=true
  done
}

# Names the unit tests of this run that passed at the second try only.
tell_flaky() {
  find . -path '*/surefire-reports/TEST-*.xml' -newer "$started" -exec awk '
    /<testcase / { match($0, / name="[^"]*"/); name = substr($0, RSTART + 7, RLENGTH - 8)
                   match($0, / classname="[^"]*"/); type = substr($0, RSTART + 12, RLENGTH - 13) }
    /<flaky(Failure|Error)/ { print "!!                  passed at the second try only: " type "." name }' {} +
}

# Sums up the reports that are newer than this run: passed, failed, skipped. A skipped test fails,
# unless not_run has told of it.
count_tests() {
  local reports tests failures skipped
  reports=$(find . -path '*/target/*' -name 'TEST-*.xml' -newer "$started" -exec grep -h -m1 -o '<testsuite [^>]*' {} +)
  sum() { grep -o " $1=\"[0-9]*\"" <<<"$reports" | tr -dc '0-9\n' | awk '{n += $1} END {print n + 0}'; }
  tests=$(sum tests) failures=$(($(sum failures) + $(sum errors))) skipped=$(sum skipped)
  [[ $skipped -eq 0 ]] || $skips_expected || failed=true
  echo "$((tests - failures - skipped)) passed, $failures failed, $skipped skipped"
}

check_scripts() {
  local scripts=(run.sh run-bench.sh verify.sh .ci/run scripts/*.sh domain-config/*.sh)
  local script
  for script in "${scripts[@]}"; do
    bash -n "$script" || return 1
  done
  if command -v shellcheck >/dev/null || install_one_of shellcheck; then
    shellcheck --external-sources --severity=warning "${scripts[@]}"
  else
    say "shellcheck is not installed: the scripts were checked for syntax only"
  fi
}

# scenarios PROFILE...: the modules they need are built, but not tested again. Classes with a failure
# get a second try with a new server; the summary names them.
scenarios() {
  local begun again
  begun=$(mktemp)
  if run_scenarios "$@"; then
    rm -f "$begun"
    return
  fi
  again=$(failed_scenarios "$begun")
  rm -f "$begun"
  [[ -n $again ]] || return 1
  say "!! a second try: $again"
  run_scenarios "$@" -Dit.test="$again" -Dfailsafe.failIfNoSpecifiedTests=false || return 1
  summary+=("!!                  passed at the second try only: $again")
}

run_scenarios() {
  maven verify --projects integration-tests --also-make -DskipUnitTests -Dspotless.check.skip "$@"
}

# Their classes, joined by commas, of reports that are newer than file $1.
failed_scenarios() {
  find integration-tests/target/failsafe-reports -name 'TEST-*.xml' -newer "$1" \
    -exec grep -l -E '<(failure|error)[ >]' {} + | sed -E 's/.*TEST-(.*)\.xml/\1/' | paste -s -d , -
}

scenarios_in_glassfish8() {
  local jdk
  if jdk=$(find_glassfish8_jdk); then
    export GLASSFISH8_JAVA_HOME=$jdk
    step "scenarios in GlassFish $(pom_property glassfish8.version) on $jdk" scenarios -Pglassfish8
    return
  fi
  not_run "scenarios in GlassFish $(pom_property glassfish8.version): there is no JDK 21 or later; install one, or let GLASSFISH8_JAVA_HOME name it"
}

need_build_tools
started=$(mktemp)
trap 'rm -f "$started"' EXIT
if ! $fast; then
  need curl curl
  need unzip unzip
  find_clients
fi
step "scripts" check_scripts
step "formatter" maven spotless:check
step "compiler lint, Error Prone, NullAway, unit tests" maven package -Dsurefire.rerunFailingTestsCount=1
if ! $fast; then
  step "scenarios in embedded GlassFish $(pom_property glassfish.embedded.version)" scenarios
  step "scenarios in GlassFish $(pom_property glassfish7.version)" scenarios -Pglassfish7
  scenarios_in_glassfish8
fi

echo
printf '%s\n' "${summary[@]}"
printf 'total: %d.%d minutes\n' $((SECONDS / 60)) $((SECONDS % 60 / 6))
tell_flaky
count_tests
if $failed; then
  echo "verify: FAILED"
  exit 1
fi
echo "verify: passed"
