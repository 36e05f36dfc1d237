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

# No step takes half of this.
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
                $(suites_at_once). From 2 on, one whose server is in the process of its tests runs beside them

The output of each step is in target/NAME.log until it ends. One that takes $most_minutes minutes, or 90 with --all, is ended
by force; target/NAME-stacks.txt then has the stacks of its JVMs. scripts/scenario.sh plays one scenario.

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

summary=() missing=()
failed=false
skips_expected=false

# sum_up RESULT SECONDS NAME
sum_up() {
  [[ $1 == passed ]] || failed=true
  summary+=("$(printf '%-8s %4d s  %s' "$@")")
}

# not_run NAME [PACKAGE...]: reports it now and in the summary; a failure in CI, where nobody reads along.
not_run() {
  say "!! NOT RUN: $1"
  summary+=("NOT RUN     0 s  $1")
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
  want nginx nginx || without "tests with nginx, which is missing" nginx
  [[ $(id -u) -eq 0 ]] || without "tests of files of other users, which only root can make"
}

# The clients that scenarios run, with their packages; the tests look for the same commands.
find_clients() {
  local client command package clients=(curl:curl unzip:unzip wget:wget aria2c:aria2 h2load:nghttp2-client
    haproxy:haproxy python3:python3 zsync:zsync zck:zchunk chromium:chromium chromedriver:chromium-driver)
  if $all; then
    clients+=(prometheus:prometheus docker-compose:docker-compose
      /usr/lib/rabbitmq/bin/rabbitmq-server:rabbitmq-server)
  fi
  for client in "${clients[@]}"; do
    command=${client%:*} package=${client#*:}
    want "$command" "$package" || without "scenarios with $command, which is missing" "$package"
  done
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
  ! command -v shellcheck >/dev/null || shellcheck --external-sources --severity=warning "${scripts[@]}"
}

# A job is a command whose output is in target/ID.log until it ends. Jobs run side by side, each in a process group of
# its own, so that none of its processes survives an interrupt of this script.
ids=() names=() commands=() pids=() begins=()

# job ID NAME COMMAND...
job() {
  ids+=("$1") names+=("$2")
  commands+=("$(printf '%q ' "${@:3}")")
}

# step ID NAME COMMAND...: a job that runs now, alone.
step() {
  job "$@"
  run_jobs 1 $((${#ids[@]} - 1))
}

# A suite whose server is in the process of its tests is idle for most of its time, as clients stall and rates
# fill, or short. So are unit tests: modules wait for each other.
is_light() {
  [[ ${ids[$1]} == grizzly* || ${ids[$1]} == embedded || ${ids[$1]} == unit ]]
}

# has_place N JOB RUNNING...: N at once, and from two on a light one beside them.
has_place() {
  local most=$1 next=$2 heavy=0 i
  shift 2
  ((most > 1)) || { (($# == 0)); return; }
  for i in "$@"; do is_light "$i" || heavy=$((heavy + 1)); done
  (($# <= most)) && { is_light "$next" || ((heavy < most)); }
}

# run_jobs N JOB...: N at once, the first one first.
run_jobs() {
  local most=$1 waiting running='' still i
  shift
  waiting=$*
  while [[ -n $waiting || -n $running ]]; do
    still=''
    for i in $waiting; do
      # shellcheck disable=SC2086 # numbers
      if has_place "$most" "$i" $running; then
        begin_job "$i"
        running+=" $i"
      else
        still+=" $i"
      fi
    done
    waiting=$still
    sleep 0.5
    still=''
    for i in $running; do
      ((SECONDS - begins[i] < most_minutes * 60)) || end_late "$i"
      if kill -0 "${pids[i]}" 2>/dev/null; then still+=" $i"; else end_job "$i"; fi
    done
    running=$still
  done
}

begin_job() {
  say "-- ${names[$1]} begin, see target/${ids[$1]}.log"
  begins[$1]=$SECONDS
  set -m
  eval "${commands[$1]}" >"target/${ids[$1]}.log" 2>&1 </dev/null &
  pids[$1]=$!
  set +m
}

end_job() {
  local result=passed
  wait "${pids[$1]}" || result=FAILED
  pids[$1]=''
  echo "== ${names[$1]}: $result"
  cat "target/${ids[$1]}.log"
  sum_up "$result" $((SECONDS - begins[$1])) "${names[$1]}"
}

# The last resort against what hangs; the stacks of its JVMs tell where.
end_late() {
  local log=target/${ids[$1]}.log stacks=target/${ids[$1]}-stacks.txt jvm
  for jvm in $(cat /proc/[0-9]*/stat 2>/dev/null | awk -v group="${pids[$1]}" '$2 == "(java)" && $5 == group { print $1 }'); do
    tr '\0' ' ' <"/proc/$jvm/cmdline"
    timeout 20 "$JAVA_HOME/bin/jstack" "$jvm"
  done >"$stacks" 2>&1 || true
  kill -KILL -- "-${pids[$1]}" 2>/dev/null || true
  while kill -0 "${pids[$1]}" 2>/dev/null; do sleep 0.1; done
  echo "${names[$1]} had not ended after $most_minutes minutes: ended by force; stacks of the JVMs are in $stacks" >>"$log"
  names[$1]+=": ended by force after $most_minutes minutes, see $log"
}

stop_jobs() {
  local pid
  for pid in ${pids[@]+"${pids[@]}"}; do
    [[ -z $pid ]] || kill -- "-$pid" 2>/dev/null || true
  done
}

# suite SUITE PROFILE TAGS NAME: scenarios in one server, chosen by a tag expression, in build folders of their own:
# target/SUITE in every module.
suite() {
  job "$1" "$4" scenarios "$1" "$2" "$3"
}

# whole SERVER NAME: all scenarios as two suites, which takes half the time. Many handshakes are in the one with
# the second compiler. The longest ones, and those with the many jars of frameworks, are only for a release.
whole() {
  local with=$1 but=' & !release & !grizzly'
  if $all; then with=$1,frameworks but=''; fi
  suite "$1-own-process" "$with" "own-process & !handshakes$but" "scenarios with processes of their own in $2"
  suite "$1" "$with" "(!own-process | handshakes)$but" "scenarios in $2"
}

# The last suite begins first: the longest.
suites() {
  local n name but=' & !grizzly'
  if $all; then but=''; fi
  # The longest are for servers in a process of their own.
  suite grizzly4 grizzly4 "$($all || echo '(each-grizzly | (smoke & grizzly)) & ')!release" \
    "scenarios on $(server_name grizzly4) alone"
  if use_server_jdk grizzly5; then
    suite grizzly5 grizzly5 "$($all || echo '(each-grizzly | grizzly) & ')!release" \
      "scenarios on $(server_name grizzly5) alone on $GRIZZLY5_JAVA_HOME"
  else
    not_run "scenarios on $(server_name grizzly5) alone: $(server_jdk_wanted grizzly5)"
  fi
  name="embedded GlassFish $(pom_property glassfish.embedded.version)"
  if $all; then
    suite embedded embedded '!frameworks' "scenarios in $name"
  else
    suite embedded embedded "smoke$but" "smoke in $name"
  fi
  # Payara takes time that a change does not have, and a download of 170 MB each.
  for n in $(if $all; then servers | grep payara; fi) $(servers | grep glassfish); do
    if ! use_server_jdk "$n"; then
      not_run "scenarios in $(server_name "$n"): $(server_jdk_wanted "$n")"
      continue
    fi
    name=$(java_home_variable "$n")
    name="$(server_name "$n") on ${!name}"
    if [[ $n == "$newest" ]] || { $all && [[ $n == glassfish* ]]; }; then
      whole "$n" "$name"
    else
      suite "$n" "$n" "(smoke | each-grizzly)$but$($all || echo ' & !chromium')" "smoke in $name"
    fi
  done
}

# What is packed already is not compiled or bundled again, as Maven's incremental compilation would take a repacked
# jar for a changed one, and the classes of a store's client alone take bnd five seconds.
packed=(-Dspotless.check.skip -Dmaven.compiler.useIncrementalCompilation=false)

unit_tests() {
  build "$not_built" "the unit tests" --threads 2 --fail-at-end package "${packed[@]}"
}

# scenarios SUITE PROFILE TAGS: packs the modules they need, without their tests.
scenarios() {
  local options=()
  # Ciphers are worth a second compiler; the console, which is most of these, is not.
  [[ $1 != *-own-process ]] || options=("-Dscenario.jvm.options=-XX:+UseSerialGC -XX:TieredStopAtLevel=1")
  [[ $1 != grizzly5 ]] || options=("-Dscenario.jvm=$GRIZZLY5_JAVA_HOME/bin/java")
  copy_classes "$1"
  build "$not_built" "$1" verify "-P$2" ${options[@]+"${options[@]}"} \
    "-Dscenario.groups=$3" "-Dbuild.folder=target/$1" \
    --projects integration-tests --also-make -DskipUnitTests "${packed[@]}"
}

# Spares the suite the compilation and the bundles.
copy_classes() {
  local pom folder part
  for pom in */pom.xml samples/*/pom.xml samples/*/*/pom.xml; do
    folder=$(dirname "$pom")/target
    mkdir -p "$folder/$1"
    for part in classes test-classes generated-sources maven-status bundle; do
      rm -rf "${folder:?}/$1/$part"
      [[ ! -d $folder/$part ]] || cp -Rp "$folder/$part" "$folder/$1/"
    done
  done
}

need_build_tools
started=$(mktemp)
not_built=$(mktemp)
trap 'stop_jobs; rm -f "$started" "$not_built"' EXIT
mkdir -p target
find_tools
suite_jobs=''
if ! $fast; then
  find_clients
  suites
  job unit "unit tests" unit_tests
  suite_jobs=$(seq $((${#ids[@]} - 1)) -1 0)
fi
tell_packages >&2
step scripts "scripts" check_scripts
# Two modules at a time: a compiler keeps one processor busy, and many tests wait for deadlines.
checks="formatter, compiler lint, Error Prone, NullAway"
if $fast; then
  step fast "$checks, unit tests" build "$not_built" "the unit tests" --threads 2 --fail-at-end spotless:check package
else
  step packages "$checks, packages" build "$not_built" "the packages" --threads 2 spotless:check package -DskipUnitTests
  # A module behind one that failed has no bundle yet.
  [[ -s $not_built ]] || packed+=(-Dbnd.skip)
  # shellcheck disable=SC2086 # numbers
  run_jobs "${at_once:-$(suites_at_once)}" $suite_jobs
  if $all; then step table "table of docs/compatibility.md" scripts/compatibility.sh; fi
fi

echo
printf '%s\n' "${summary[@]}"
tell_packages
printf 'total: %d.%d minutes\n' $((SECONDS / 60)) $((SECONDS % 60 / 6))
cat "$not_built"
count_tests
if $failed; then
  echo "verify: FAILED"
  exit 1
fi
echo "verify: passed"
