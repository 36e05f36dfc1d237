#!/usr/bin/env bash
# Measures this project beside its rivals: starts them all, runs one table, writes the result.
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")"
# shellcheck source=scripts/tools.sh
. scripts/tools.sh

# shellcheck source=scripts/contestants.sh
. scripts/contestants.sh

port=21080 server=7 rounds='' seconds=10 clients='' asadmin='' send=''

usage() {
  cat <<EOT
usage: ./run-bench.sh TABLE [--rounds N] [--only NAME,NAME...] [--port N] [--server 7|8]
                            [--seconds N] [--clients N,N...]

TABLE is one of
  cpu         server CPU per GB and throughput: 1, 20 and 100 MB, clear HTTP/1.1
  small       server CPU per request: 2 and 14 KB
  static      server CPU per request: static files of 2 KB, 14 KB, 1 MB and 100 MB
  buffers     the same for the buffer-allocation policies
  algorithms  2009: init time, speed, total by algorithm, unthrottled and at 1 MB/s
  rivals      the same load of 300 clients at 1 MB/s on other servers
Prints Markdown and writes it to benchmarks/results/DATE-TABLE.md.

  --rounds N     measurements of each cell; default 5, for algorithms and rivals 3
  --only ...     a selection of the table's contestants; printed, but not written
  --port N       the first of 32 free ports, default $port
  --server 7|8   which GlassFish, default $server
  --seconds N    algorithms, rivals: how long one measurement takes, default $seconds
  --clients ...  algorithms, rivals: other numbers of clients
EOT
}

wrong_usage() {
  usage >&2
  fail "$*"
}

parse_arguments() {
  [[ $# -gt 0 ]] || wrong_usage "which table?"
  table=$1 selected=''
  case $table in
    cpu | small) contestants=raw,sendfile,copy,tomcat,nginx,nginx-accel ;;
    static) contestants=raw,docroot,file-cache,static-files,tomcat,nginx ;;
    buffers) contestants='server-default,heap,direct,heap-view,direct-view' ;;
    algorithms) contestants=simple-blocking,simple-blocking-virtual,equal-blocking,equal-non-blocking,adaptive ;;
    rivals) contestants=raw,nginx,nginx-accel,tomcat,sendfile,copy clients=300 ;;
    -h | --help) usage; exit 0 ;;
    *) wrong_usage "there is no table '$table'" ;;
  esac
  shift
  while [[ $# -gt 0 ]]; do
    [[ $# -ge 2 ]] || wrong_usage "$1 needs a value"
    case $1 in
      --rounds) rounds=$2 ;;
      --only) contestants=$2 selected=yes ;;
      --port) port=$2 ;;
      --server) server=$2 ;;
      --seconds) seconds=$2 ;;
      --clients) clients=$2 selected=yes ;;
      *) wrong_usage "unknown argument '$1'" ;;
    esac
    shift 2
  done
  [[ ${rounds:=$(takes_mix && echo 3 || echo 5)} =~ ^[1-9][0-9]*$ ]] ||
    wrong_usage "--rounds is a number from 1, not '$rounds'"
  [[ $port =~ ^[1-9][0-9]+$ ]] || wrong_usage "--port is a port, not '$port'"
  [[ $server =~ ^[78]$ ]] || wrong_usage "--server is 7 or 8, not '$server'"
  [[ $seconds =~ ^[1-9][0-9]*$ ]] || wrong_usage "--seconds is a number from 1, not '$seconds'"
}

takes_part() { [[ ,$contestants, == *,$1,* ]]; }

# Whether the table is one of 2009's.
takes_mix() { [[ $table == algorithms || $table == rivals ]]; }

build() {
  say "building"
  maven -pl module,sample-app,benchmarks -am package -DskipTests >&2
  local program
  for program in raw load mix; do
    gcc -O2 -Wall -Wextra -o "benchmarks/target/$program" "benchmarks/src/main/c/$program.c"
  done
  class_path="benchmarks/target/classes:benchmarks/target/lib/*"
}

java_main() {
  local name=$1
  shift
  "$JAVA_HOME/bin/java" -cp "$class_path" "io.sendfile.glassfish.benchmarks.$name" "$@"
}

clean_up() {
  trap '' INT TERM HUP
  stop_stock_glassfish
  local pid
  for pid in ${pids[@]+"${pids[@]}"}; do kill "$pid" 2>/dev/null || true; done
  wait
  rm -rf "$work"
}

describe() {
  echo "# Table \`$table\`, $(date +%F)"
  echo
  echo "Machine: $(sed -n 's/^model name\s*: //p' /proc/cpuinfo | head -n 1), $(nproc) cores;" \
    "$(uname -sr); loopback; servers on one core, load client on another." \
    "Load average before the first start: $quiet (above 0.5, other work disturbed the figures)."
  echo "Versions: $("$JAVA_HOME/bin/java" -version 2>&1 | sed -n 's/.*(build \(.*\))$/JDK \1/p' | head -n 1)," \
    "GlassFish $(pom_property "glassfish$server.version"), Tomcat $(pom_property tomcat.version)," \
    "this project at $(git describe --always --dirty 2>/dev/null || echo 'an unknown commit')."
  echo
}

make_files() {
  mkdir "$work/files"
  if takes_mix; then java_main MixBenchmark "$work/files"; else java_main Benchmarks files "$(files_of)" "$work/files"; fi
}

# The table of BenchTable whose files and figures are used.
files_of() { if [[ $table == buffers ]]; then echo small; else echo "$table"; fi; }

# Which settings of GlassFish are contestants of their own.
vary_settings() {
  local name
  case $table in
    algorithms)
      contestants=sendfile,$contestants start_glassfish
      measured=()
      for name in simple-blocking equal-blocking equal-non-blocking; do
        ! takes_part "$name" || measured+=("${name}[algorithm=$name,worker-threads=50,virtual-threads=false]=$send")
      done
      # GlassFish 8 runs on a Java that has virtual threads.
      [[ $server == 7 ]] || ! takes_part simple-blocking-virtual ||
        measured+=("simple-blocking-virtual[algorithm=simple-blocking,virtual-threads=true]=$send")
      ! takes_part adaptive || measured+=("adaptive[algorithm=adaptive,worker-threads=0]=$send")
      [[ ${#measured[@]} -gt 0 ]] || wrong_usage "--only names none of $contestants for --server $server"
      ;;
    buffers)
      start_glassfish
      for name in ${contestants//,/ }; do measured+=("${name}[buffer-policy=$name]=$send"); done
      ;;
    *) start_contestants ;;
  esac
}

measure() {
  local pinned=''
  [[ $(nproc) -lt 2 ]] || pinned="taskset -c 1 "
  if takes_mix; then
    local rates=1000000
    [[ $table == rivals ]] || rates=0,1000000
    java_main MixBenchmark "$work/files" "$rounds" "$seconds" "${clients:-50,100,200,300}" $rates \
      "${pinned}benchmarks/target/mix" "$asadmin" "${measured[@]}"
  else
    java_main Benchmarks measure "$(files_of)" "$work/files" "$rounds" \
      "${pinned}benchmarks/target/load" "$asadmin" "${measured[@]}"
  fi
}

parse_arguments "$@"
need_build_tools
need gcc gcc
need taskset util-linux
[[ $table != static ]] || need curl curl
if takes_part nginx || takes_part nginx-accel; then
  [[ -x /usr/sbin/nginx ]] || need nginx nginx-light
fi
quiet=$(cut -d ' ' -f 1 /proc/loadavg)
build
work=$(mktemp -d "${TMPDIR:-/tmp}/sendfile-bench.XXXXXX")
trap clean_up EXIT
trap 'exit 1' INT TERM HUP
make_files
vary_settings
{
  describe
  measure
} >"$work/report.md"
if [[ -z $selected ]]; then
  mkdir -p benchmarks/results
  cp "$work/report.md" "benchmarks/results/$(date +%F)-$table.md"
fi
cat "$work/report.md"
