#!/usr/bin/env bash
# Runs all checks of the project.
set -euo pipefail

cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")"
# shellcheck source=scripts/tools.sh
. scripts/tools.sh

newest=$(newest_glassfish)

# Where only a selection of the scenarios is played for a change, in words.
others() {
  local n
  for n in $(servers | grep glassfish); do
    [[ $n == "$newest" ]] || printf '%s, ' "$(server_name "$n")"
  done
  echo "embedded GlassFish $(pom_property glassfish.embedded.version)"
}

payaras() {
  local n names=()
  for n in $(servers | grep payara); do names+=("$(server_name "$n")"); done
  (IFS=, && echo "${names[*]}") | sed 's/,/ and /'
}

# No suite and no module's tests take half of this.
most_minutes=20

usage() {
  cat <<EOF
usage: ./verify.sh [--fast | --all] [--at-once N]

Formatter, static analysis, unit tests, then the scenarios of integration-tests: those in which no container
takes part on $(server_name grizzly5) alone; nearly all others in $(server_name "$newest"); and
on $(server_name grizzly4) alone and in $(others) a selection:
every feature once, and the differences between servers. Continues after a failed step, prints a summary, and
ends with status 0 only if nothing failed.

  --fast        without the scenarios; two to five minutes
  --all         all scenarios in all servers, for a release. It adds
                - in all of them what is played on Grizzly alone otherwise: streams of HTTP/2, rates,
                  buffers, slow clients, download managers
                - on Grizzly alone all others that need no container
                - in $(others)
                  the details of applications, protocols, algorithms, buffer policies and clients,
                  and but for embedded GlassFish installation and console
                - in all of them but embedded GlassFish, $(server_name "$newest") included,
                  the first hour, set-ups of the documentation, instances and clusters, update and removal of
                  the module, more kills of the server, a storm of changes, the console over TLS, crowds of clients, accessibility and other
                  frameworks
                - the selection in $(payaras)
  --at-once N   number of suites that run at the same time, default by processors and memory, here
                $(suites_at_once). From 2 on, unit tests run beside them, then the suites whose server is in
                the process of their tests

The output of each step is in target/NAME.log until it ends, reports of a suite are below integration-tests/suites. A JVM
of tests or of a server that lives for $most_minutes minutes, or 90 with --all, is ended by force; target/NAME-stacks.txt then has
the stacks. scripts/scenario.sh plays one scenario.

$(for n in grizzly5 $(servers); do echo "$(server_name "$n") needs a JDK $(server_jdks "$n"), of $(java_home_variable "$n") or found in the usual places."; done)
Some scenarios need a client, proxy or broker of the distribution: wget, aria2, h2load, nginx, HAProxy, Python,
Chromium, with --all Prometheus, docker-compose and RabbitMQ; one needs h2spec, which Go builds from 1.19 on.
Scenarios without their client are not run, and the summary says so; under CI=true that is a failure.
There, as root on a Debian-like machine, missing packages are installed by name.
EOF
}

# A suite keeps two processors busy for two thirds of its time, so as many run at once as there are
# processors; more of them run into time-outs. A suite needs up to 3 GB: Maven, the tests, a
# server or two, a browser.
suites_at_once() {
  local processors gigabytes
  processors=$(effective_processors) gigabytes=$(available_gigabytes)
  if ((processors < 2 || gigabytes < 6)); then
    echo 1
  elif ((processors > gigabytes / 3)); then
    echo $((gigabytes / 3))
  else
    echo "$processors"
  fi
}

fast=false
all=false
at_once=''
while (($# > 0)); do
  case $1 in
    --fast) fast=true ;;
    --all) all=true ;;
    --at-once)
      at_once=${2:-}
      [[ $at_once =~ ^[1-9][0-9]?$ ]] || fail "--at-once takes a number from 1 to 99, not '$at_once'"
      shift
      ;;
    -h | --help) usage; exit 0 ;;
    *)
      usage >&2
      fail "unknown argument '$1'"
      ;;
  esac
  shift
done
if $all; then most_minutes=90; fi
if $fast && $all; then fail "--fast leaves out the scenarios that --all adds: choose one"; fi

missing=()
failed=false
skips_expected=false

# not_run NAME [PACKAGE...]: reports it now and in the summary; a failure in CI, where nobody reads along.
not_run() {
  say "!! NOT RUN: $1"
  echo "NOT RUN     0 s  $1" >>"$summary"
  missing+=("${@:2}")
  [[ ${CI:-} != true ]] || failed=true
}

# without WHAT [PACKAGE...]: not run either, and tests that are skipped for it do not fail.
without() {
  not_run "$@"
  [[ ${CI:-} == true ]] || skips_expected=true
}

# The remedy for all that was not run for lack of a package.
tell_packages() {
  ((${#missing[@]} == 0)) || echo "!! on Debian or Ubuntu: apt-get install ${missing[*]}"
}

find_tools() {
  want shellcheck shellcheck || not_run "shellcheck, only the syntax of scripts is checked" shellcheck
  want_sinatra || without "tests of Sinatra, which is missing" ruby-sinatra
  want curl curl || without "tests and scenarios with curl, which is missing" curl
  want nginx nginx || without "tests with nginx, which is missing" nginx
  [[ $(id -u) -eq 0 ]] || without "tests of files of other users, which only root can make"
}

# The clients that scenarios run, with their packages; the tests look for the same commands.
find_clients() {
  local client command package clients=(unzip:unzip wget:wget aria2c:aria2 h2load:nghttp2-client
    haproxy:haproxy python3:python3 zsync:zsync zck:zchunk chromium:chromium chromedriver:chromium-driver)
  if $all; then
    clients+=(prometheus:prometheus docker-compose:docker-compose
      /usr/lib/rabbitmq/bin/rabbitmq-server:rabbitmq-server)
  fi
  for client in "${clients[@]}"; do
    command=${client%:*} package=${client#*:}
    want "$command" "$package" || without "scenarios with $command, which is missing" "$package"
  done
  # The browser without its window, which takes half of the processor; the whole one does as well.
  want chromium-headless-shell chromium-headless-shell || true
  if [[ ! -w /dev/fuse ]]; then
    not_run "scenarios of shares that hang: there is no /dev/fuse for this user"
    skips_expected=true
  else
    want_fuse || without "scenarios of shares that hang: FUSE is missing" gcc pkg-config fuse3 libfuse3-dev
  fi
  want_h2spec ||
    without "scenarios with h2spec, which is missing; with Go: cd scripts/h2spec && go install github.com/summerwind/h2spec/cmd/h2spec"
}

# Sums up the reports that are newer than this run. A skipped test fails, unless not_run has reported it.
count_tests() {
  local report reports=() counts
  while IFS= read -r report; do reports+=("$report"); done < <(
    find . -path '*/target/*' -name 'TEST-*.xml' -newer "$started")
  echo "the slowest classes:"
  tell_slowest ${reports[@]+"${reports[@]}"}
  counts=$(tell_tests ${reports[@]+"${reports[@]}"})
  [[ $counts == *" 0 skipped" ]] || $skips_expected || failed=true
  echo "$counts"
}

check_scripts() {
  local scripts=(run.sh verify.sh .ci/run scripts/*.sh benchmarks/*.sh domain-config/*.sh)
  local script
  for script in "${scripts[@]}"; do
    bash -n "$script" || return 1
  done
  ! command -v shellcheck >/dev/null || shellcheck --external-sources --severity=warning "${scripts[@]}" || return 1
  ! command -v systemd-analyze >/dev/null || check_unit || return 1
  # Of PyPI, with the schemas of Kubernetes.
  ! command -v kubernetes-validate >/dev/null || kubernetes-validate --strict domain-config/service/kubernetes.yaml
}

# By systemd itself, with a program that is there. It ends with 0 after a key that it does not know.
check_unit() {
  sed 's:^ExecStart=.*:ExecStart=/bin/true:' domain-config/service/glassfish.service >"$run/glassfish.service"
  ! systemd-analyze verify "$run/glassfish.service" 2>&1 | grep glassfish.service
}

# step ID NAME COMMAND...: its output is in target/ID.log until it ends. It runs in a process group of its own, so that
# none of its processes survives an interrupt of this script.
step() {
  local log=target/$1.log begin=$SECONDS result=passed group
  say "-- $2 begin, see $log"
  set -m
  "${@:3}" >"$log" 2>&1 </dev/null &
  group=$!
  set +m
  touch "$run/group-$group"
  while kill -0 "$group" 2>/dev/null; do
    end_late "$group" "$1"
    sleep 1
  done
  wait "$group" || result=FAILED
  kill -- "-$group" 2>/dev/null || true
  rm "$run/group-$group"
  # Of failed tests, after which Maven goes on with the modules behind them.
  ! grep -q '^\[ERROR\]' "$log" || result=FAILED
  printf '%-8s %4d s  %s\n' "$result" $((SECONDS - begin)) "$2" >>"$summary"
  echo "== $2: $result"
  cat "$log"
}

# The last resort against tests that hang; the stacks tell where. Maven goes on to the next module.
end_late() {
  local jvm
  for jvm in $(awk -v group="$1" -v seconds=$((most_minutes * 60)) -v ticks="$(getconf CLK_TCK)" '
    FNR == 1 && FILENAME == "/proc/uptime" { now = $1 }
    $2 == "(java)" && $3 != "Z" && $5 == group && now - $22 / ticks > seconds { print $1 }' /proc/uptime /proc/[0-9]*/stat 2>/dev/null); do
    ! grep -q plexus.classworlds "/proc/$jvm/cmdline" 2>/dev/null || continue
    {
      tr '\0' ' ' <"/proc/$jvm/cmdline"
      timeout 20 "$JAVA_HOME/bin/jstack" "$jvm"
    } >>"target/$2-stacks.txt" 2>&1 || true
    kill -KILL "$jvm" 2>/dev/null || true
    echo "a JVM had not ended after $most_minutes minutes: ended by force, see target/$2-stacks.txt" >>"target/$2.log"
  done
}

stop_steps() {
  local group
  # shellcheck disable=SC2046 # numbers
  kill $(jobs -p) 2>/dev/null || true
  for group in "$run"/group-*; do kill -- "-${group##*-}" 2>/dev/null || true; done
  rm -rf "$run"
}

# Suites whose server is in the process of its tests are idle for most of their time, as clients stall and rates fill,
# or short. Payara takes time that a change does not have, and a download of 170 MB each.
choose_suites() {
  local suite server
  for suite in integration-tests/suites/*/pom.xml; do
    suite=$(dirname "$suite") server=$(basename "${suite%-own-process}")
    if ! $all && [[ $server == payara* || ($suite == *-own-process && $server != "$newest") ]]; then
      others+=("$suite")
    elif ! use_server_jdk "$server"; then
      not_run "scenarios of $suite: $(server_jdk_wanted "$server")"
      others+=("$suite")
    elif [[ $server != grizzly* && $server != embedded ]]; then
      heavy+=("$suite") others+=("$suite")
    fi
  done
}

# again NAME ARGUMENT...: Maven for what is packed. It is not compiled or bundled once more, as Maven's incremental
# compilation would take a repacked jar for a changed one, and the classes of a store's client alone take bnd five seconds.
again() {
  build "$summary" "$1" "${tests[@]}" "${options[@]}" -Pscenarios verify -Dspotless.check.skip \
    -Dmaven.compiler.useIncrementalCompilation=false "${@:2}"
}

# In build folders of their own, as unit tests run meanwhile.
heavy_suites() {
  local pom folder part
  for pom in */pom.xml samples/*/pom.xml samples/*/*/pom.xml; do
    folder=$(dirname "$pom")/target
    mkdir -p "$folder/suites"
    for part in classes test-classes generated-sources maven-status bundle; do
      rm -rf "${folder:?}/suites/$part"
      [[ ! -d $folder/$part ]] || cp -Rp "$folder/$part" "$folder/suites/"
    done
  done
  again "the suites" --threads "$at_once" -DskipUnitTests -Dbuild.folder=target/suites \
    --projects "$(IFS=, && echo "${heavy[*]}")" --also-make
}

# A suite waits for the unit tests of all that it needs.
unit_tests_and_light_suites() {
  again "the unit tests" --threads $((at_once > 1 ? 2 : 1)) --projects "$(IFS=, && echo "${others[*]/#/!}")"
}

need_build_tools
run=$(mktemp -d)
trap stop_steps EXIT
started=$run/started summary=$run/summary
touch "$started"
mkdir -p target
find_tools
options=("-Dall=$($all || echo '!')(any() | none())")
if $all; then options+=(-Pframeworks); fi
step scripts "scripts" check_scripts &
# Beside the packages, whose modules wait for each other.
step formatter "formatter" maven "${options[@]}" --fail-at-end spotless:check &
# Two modules at a time: a compiler keeps one processor busy, and many tests wait for deadlines.
checks="compiler lint, Error Prone, NullAway"
tests=(--fail-at-end -Dmaven.test.failure.ignore)
if $fast; then
  tell_packages >&2
  step fast "$checks, unit tests" build "$summary" "the unit tests" --threads 2 "${tests[@]}" package
  wait
else
  step packages "$checks, packages" build "$summary" "the packages" --threads 2 "${options[@]}" \
    package -DskipUnitTests &
  building=$!
  # Meanwhile, as CI may have to install them.
  find_clients
  heavy=() others=()
  choose_suites
  : "${at_once:=$(suites_at_once)}"
  tell_packages >&2
  wait "$building"
  # A module behind one that failed has no bundle yet.
  if ! grep -q '^NOT BUILT' "$summary"; then
    options+=(-Dbnd.skip -Dkotlin.phase=none)
    cp -p "$started" integration-tests/target/built
  fi
  step suites "suites in servers of their own" heavy_suites &
  ((at_once > 1)) || wait
  step unit "unit tests, suites in the process of their tests" unit_tests_and_light_suites
  wait
  if $all; then step table "table of docs/compatibility.md" scripts/compatibility.sh; fi
fi

echo
cat "$summary"
tell_packages
printf 'total: %d.%d minutes\n' $((SECONDS / 60)) $((SECONDS % 60 / 6))
count_tests
if $failed || grep -q '^FAILED' "$summary"; then
  echo "verify: FAILED"
  exit 1
fi
echo "verify: passed"
