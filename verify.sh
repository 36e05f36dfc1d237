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
  --at-once N   number of suites that run at the same time, each with its output in
                target/NAME.log; default by processors and memory, here $(suites_at_once).
                From 2 on, one whose server is in the process of its tests runs beside them

$(for n in grizzly5 $(servers); do echo "$(server_name "$n") needs a JDK $(server_jdks "$n"), of $(java_home_variable "$n") or found in the usual places."; done)
Some scenarios need a client, proxy or broker of the distribution: wget, aria2, h2load, nginx, HAProxy, Python,
Chromium, with --all Prometheus, docker-compose and RabbitMQ; one needs h2spec, which Go builds.
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
if $fast && $all; then fail "--fast leaves out the scenarios that --all adds: choose one"; fi

summary=()
failed=false
skips_expected=false

# step NAME COMMAND...
step() {
  local name=$1 begin=$SECONDS result=passed
  shift
  echo "== $name"
  "$@" || result=FAILED
  sum_up "$result" $((SECONDS - begin)) "$name"
}

# sum_up RESULT SECONDS NAME
sum_up() {
  [[ $1 == passed ]] || failed=true
  summary+=("$(printf '%-8s %4d s  %s' "$@")")
}

# not_run NAME: reports it now and in the summary; a failure in CI, where nobody reads along.
not_run() {
  say "!!"
  say "!! NOT RUN: $1"
  say "!!"
  summary+=("NOT RUN     0 s  $1")
  [[ ${CI:-} != true ]] || failed=true
}

# The clients that scenarios run, with their packages; the tests look for the same commands.
find_clients() {
  local client command package clients=(wget:wget aria2c:aria2 h2load:nghttp2-client nginx:nginx haproxy:haproxy
    python3:python3 zsync:zsync zck:zchunk chromium:chromium chromedriver:chromium-driver)
  if $all; then
    clients+=(prometheus:prometheus docker-compose:docker-compose
      /usr/lib/rabbitmq/bin/rabbitmq-server:rabbitmq-server)
  fi
  for client in "${clients[@]}"; do
    command=${client%:*} package=${client#*:}
    want "$command" "$package" && continue
    not_run "scenarios with $command, which is missing; on Debian or Ubuntu: apt-get install $package"
    [[ ${CI:-} == true ]] || skips_expected=true
  done
  if [[ ! -e /dev/fuse ]]; then
    not_run "scenarios of shares that hang: there is no /dev/fuse"
    skips_expected=true
  elif ! want_fuse; then
    not_run "scenarios of shares that hang; on Debian or Ubuntu: apt-get install gcc pkg-config fuse3 libfuse3-dev"
    [[ ${CI:-} == true ]] || skips_expected=true
  fi
  if ! want_h2spec; then
    not_run "scenarios with h2spec, which is missing; with Go: cd scripts/h2spec && go install github.com/summerwind/h2spec/cmd/h2spec"
    [[ ${CI:-} == true ]] || skips_expected=true
  fi
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
  if command -v shellcheck >/dev/null || install_one_of shellcheck; then
    shellcheck --external-sources --severity=warning "${scripts[@]}"
  else
    say "shellcheck is not installed: the scripts were checked for syntax only"
  fi
}

# A suite is scenarios in one server, chosen by a tag expression. Suites run side by side, each in
# build folders of its own: target/SUITE in every module. Its output is kept in a file until it ends.
suites=() profiles=() tags=() names=() pids=() begins=() seconds=() results=()

# suite SUITE PROFILE TAGS NAME
suite() {
  suites+=("$1") profiles+=("$2") tags+=("$3") names+=("$4")
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
  local n jdk name but=' & !grizzly'
  if $all; then but=''; fi
  # The longest are for servers in a process of their own.
  suite grizzly4 grizzly4 "$($all || echo '(each-grizzly | (smoke & grizzly)) & ')!release" \
    "scenarios on $(server_name grizzly4) alone"
  if jdk=$(find_server_jdk grizzly5); then
    export GRIZZLY5_JAVA_HOME=$jdk
    suite grizzly5 grizzly5 "$($all || echo '(each-grizzly | grizzly) & ')!release" \
      "scenarios on $(server_name grizzly5) alone on $jdk"
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
    if ! jdk=$(find_server_jdk "$n"); then
      not_run "scenarios in $(server_name "$n"): $(server_jdk_wanted "$n")"
      continue
    fi
    export "$(java_home_variable "$n")=$jdk"
    name="$(server_name "$n") on $jdk"
    if [[ $n == "$newest" ]] || { $all && [[ $n == glassfish* ]]; }; then
      whole "$n" "$name"
    else
      suite "$n" "$n" "(smoke | each-grizzly)$but$($all || echo ' & !chromium')" "smoke in $name"
    fi
  done
}

# A suite whose server is in the process of its tests is idle for most of its time, as clients stall and rates
# fill, or short. So are unit tests: modules wait for each other.
is_light() {
  [[ ${profiles[$1]} == grizzly* || ${profiles[$1]} == embedded || ${profiles[$1]} == unit ]]
}

# has_place N SUITE RUNNING...: N at once, and from two on a light one beside them.
has_place() {
  local most=$1 next=$2 light=0 i
  shift 2
  ((most > 1)) || { (($# == 0)); return; }
  for i in "$@"; do if is_light "$i"; then light=$((light + 1)); fi; done
  if is_light "$next"; then ((light == 0)); else (($# - light < most)); fi
}

# run_suites N: N at once.
run_suites() {
  local waiting running='' still i
  waiting=$(seq $((${#suites[@]} - 1)) -1 0)
  while [[ -n $waiting || -n $running ]]; do
    still=''
    for i in $waiting; do
      # shellcheck disable=SC2086 # numbers
      if has_place "$1" "$i" $running; then
        begin_suite "$i"
        running+=" $i"
      else
        still+=" $i"
      fi
    done
    waiting=$still
    sleep 1
    still=''
    for i in $running; do
      if kill -0 "${pids[i]}" 2>/dev/null; then still+=" $i"; else end_suite "$i"; fi
    done
    running=$still
  done
  for i in "${!suites[@]}"; do
    sum_up "${results[i]}" "${seconds[i]}" "${names[i]}"
  done
}

# In its own process group, so that no process of it survives an interrupt of this script.
begin_suite() {
  local suite=${suites[$1]}
  say "-- ${names[$1]} begin, see target/$suite.log"
  begins[$1]=$SECONDS
  set -m
  if [[ $suite == unit ]]; then unit_tests; else scenarios "$suite" "${profiles[$1]}" "${tags[$1]}"; fi \
    >"target/$suite.log" 2>&1 </dev/null &
  pids[$1]=$!
  set +m
}

end_suite() {
  local result=passed
  wait "${pids[$1]}" || result=FAILED
  results[$1]=$result seconds[$1]=$((SECONDS - begins[$1])) pids[$1]=''
  echo "== ${names[$1]}: $result"
  cat "target/${suites[$1]}.log"
}

stop_suites() {
  local pid
  for pid in ${pids[@]+"${pids[@]}"}; do
    [[ -z $pid ]] || kill -- "-$pid" 2>/dev/null || true
  done
}

# What is packed already is not compiled or bundled again, as Maven's incremental compilation would take a repacked
# jar for a changed one, and the classes of a store's client alone take bnd five seconds.
packed=(-Dspotless.check.skip -Dmaven.compiler.useIncrementalCompilation=false)

unit_tests() {
  build "$not_built" "the unit tests" --threads 2 package "${packed[@]}"
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
trap 'stop_suites; rm -f "$started" "$not_built"' EXIT
step "scripts" check_scripts
if ! $fast; then
  need curl curl
  need unzip unzip
  # Scenarios alone need the others: they are installed beside the unit tests.
  find_clients >/dev/null 2>&1 &
  installing=$!
fi
if ! want_sinatra; then
  not_run "tests of Sinatra, which is missing; on Debian or Ubuntu: apt-get install ruby-sinatra"
  [[ ${CI:-} == true ]] || skips_expected=true
fi
# Two modules at a time: a compiler keeps one processor busy, and many tests wait for deadlines.
checks="formatter, compiler lint, Error Prone, NullAway"
if $fast; then
  step "$checks, unit tests" build "$not_built" "the unit tests" --threads 2 spotless:check package
else
  step "$checks, packages" build "$not_built" "the packages" --threads 2 spotless:check package -DskipUnitTests
fi
if ! $fast; then
  wait "$installing" || true
  find_clients
  # A module behind one that failed has no bundle yet.
  [[ -s $not_built ]] || packed+=(-Dbnd.skip)
  suites
  suite unit unit '' "unit tests"
  mkdir -p target
  run_suites "${at_once:-$(suites_at_once)}"
  if $all; then step "table of docs/compatibility.md" scripts/compatibility.sh; fi
fi

echo
printf '%s\n' "${summary[@]}"
printf 'total: %d.%d minutes\n' $((SECONDS / 60)) $((SECONDS % 60 / 6))
cat "$not_built"
count_tests
if $failed; then
  echo "verify: FAILED"
  exit 1
fi
echo "verify: passed"
