#!/usr/bin/env bash
# Measures this project beside its rivals: starts them all, runs one table, writes the result.
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")"
PATH=$PATH:/usr/sbin
# shellcheck source=scripts/tools.sh
. scripts/tools.sh

rounds=5 port=21080 contestants=raw,sendfile,copy,tomcat
static_contestants=raw,docroot,file-cache,static-files,tomcat,nginx

usage() {
  cat <<EOT
usage: ./run-bench.sh TABLE [--rounds N] [--only NAME,NAME...] [--port N]

TABLE is one of
  cpu     server CPU per GB and throughput: 1, 20 and 100 MB, clear HTTP/1.1
  small   server CPU per request: 2 and 14 KB
  static  server CPU per request: static files of 2 KB, 14 KB, 1 MB and 100 MB
Prints Markdown and writes it to benchmarks/results/DATE-TABLE.md.

  --rounds N  measurements of each cell, default $rounds
  --only ...  a selection of $contestants,
              for the table static of $static_contestants;
              without 'raw' there are no ratios, and a selection is printed but not written
  --port N    the first of twelve free ports, default $port
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
    cpu | small) shift ;;
    static) contestants=$static_contestants && shift ;;
    -h | --help) usage; exit 0 ;;
    *) wrong_usage "there is no table '$table'" ;;
  esac
  while [[ $# -gt 0 ]]; do
    [[ $# -ge 2 ]] || wrong_usage "$1 needs a value"
    case $1 in
      --rounds) rounds=$2 ;;
      --only) contestants=$2 selected=yes ;;
      --port) port=$2 ;;
      *) wrong_usage "unknown argument '$1'" ;;
    esac
    shift 2
  done
  [[ $rounds =~ ^[1-9][0-9]*$ ]] || wrong_usage "--rounds is a number from 1, not '$rounds'"
  [[ $port =~ ^[1-9][0-9]+$ ]] || wrong_usage "--port is a port, not '$port'"
}

takes_part() { [[ ,$contestants, == *,$1,* ]]; }

# Servers on one core, the client on another, where there are two.
pin() {
  local core=$1
  shift
  if [[ $(nproc) -ge 2 ]]; then exec taskset -c "$core" "$@"; else exec "$@"; fi
}

build() {
  say "building"
  maven -pl module,sample-app,benchmarks -am package -DskipTests >&2
  local program
  for program in raw load; do
    gcc -O2 -Wall -Wextra -o "benchmarks/target/$program" "benchmarks/src/main/c/$program.c"
  done
  class_path="benchmarks/target/classes:benchmarks/target/lib/*"
}

benchmarks() {
  "$JAVA_HOME/bin/java" -cp "$class_path" io.sendfile.glassfish.benchmarks.Benchmarks "$@"
}

# start NAME COMMAND...: in the background, pinned, its output in a log
start() {
  local name=$1
  shift
  say "starting $name"
  (pin 0 "$@") >"$work/$name.out" 2>"$work/$name.log" &
  pids+=("$!")
}

# wait_until NAME COMMAND...: a minute for the last one started
wait_until() {
  local name=$1 tenths=0
  shift
  until "$@"; do
    if [[ $tenths -ge 1200 ]] || ! kill -0 "${pids[-1]}" 2>/dev/null; then
      tail -n 30 "$work/$name.out" "$work/$name.log" >&2
      fail "$name did not start"
    fi
    sleep 0.1
    tenths=$((tenths + 1))
  done
}

listens() { (exec 3<>"/dev/tcp/127.0.0.1/$1") 2>/dev/null; }

start_raw() {
  start raw benchmarks/target/raw "$port" "$work/files"
  wait_until raw listens "$port"
  measured+=("raw=$port/")
}

start_tomcat() {
  mkdir "$work/tomcat"
  start tomcat "$JAVA_HOME/bin/java" -cp "$class_path" \
    io.sendfile.glassfish.benchmarks.TomcatServer $((port + 1)) "$work/files" "$work/tomcat"
  wait_until tomcat listens $((port + 1))
  measured+=("tomcat=$((port + 1))/send?file=")
}

# Hand-off and copying servlet: the same process.
start_glassfish() {
  start glassfish ./run.sh --server 7 --files "$work/files" \
    --http-port $((port + 2)) --https-port $((port + 3)) --admin-port $((port + 4))
  wait_until glassfish grep -q '^READY ' "$work/glassfish.out"
  takes_part sendfile && measured+=("sendfile=$((port + 2))/sample/send?value=files:")
  takes_part copy && measured+=("copy=$((port + 2))/sample/copy?value=files:")
  true
}

# admin PORT COMMAND ARGUMENT: what asadmin would do, without a JVM for it
admin() {
  curl -sS -f -o /dev/null -A hk2-agent -H 'X-Requested-By: run-bench' --get \
    --data-urlencode "DEFAULT=$3" "http://localhost:$1/__asadmin/$2" ||
    fail "asadmin $2 $3 failed"
}

# start_docroot NAME PORT FILE-CACHE SETTING...: GlassFish with the files as its docroot
start_docroot() {
  local name=$1 first=$2 cache=$3 config=configs.config.server-config
  shift 3
  start "$name" ./run.sh --server 7 --files "$work/files" \
    --http-port "$first" --https-port $((first + 1)) --admin-port $((first + 2)) "$@"
  wait_until "$name" grep -q '^READY ' "$work/$name.out"
  admin $((first + 2)) set \
    "$config.network-config.protocols.protocol.http-listener-1.http.file-cache.enabled=$cache"
  admin $((first + 2)) set "$config.http-service.virtual-server.server.docroot=$work/files"
  measured+=("$name=$first/")
}

# One process, so that its CPU time is all there is.
start_nginx() {
  mkdir "$work/nginx"
  cat >"$work/nginx/nginx.conf" <<EOT
daemon off; master_process off; pid $work/nginx/pid; error_log stderr;
events { worker_connections 1024; }
http {
  access_log off; sendfile on; tcp_nopush on; keepalive_requests 1000000;
  client_body_temp_path $work/nginx; proxy_temp_path $work/nginx; fastcgi_temp_path $work/nginx;
  uwsgi_temp_path $work/nginx; scgi_temp_path $work/nginx;
  open_file_cache max=1000;
  server { listen 127.0.0.1:$((port + 2)); root $work/files; }
}
EOT
  start nginx "$(command -v nginx)" -c "$work/nginx/nginx.conf" -p "$work/nginx"
  wait_until nginx listens $((port + 2))
  measured+=("nginx=$((port + 2))/")
}

start_static_contestants() {
  local unused=(--set tomcat-attributes=false)
  if takes_part docroot; then start_docroot docroot $((port + 3)) false "${unused[@]}"; fi
  if takes_part file-cache; then start_docroot file-cache $((port + 6)) true "${unused[@]}"; fi
  if takes_part static-files; then
    start_docroot static-files $((port + 9)) false --set static-files=true
  fi
  if takes_part nginx; then start_nginx; fi
}

clean_up() {
  trap '' INT TERM HUP
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
    "GlassFish $(pom_property glassfish7.version), Tomcat $(pom_property tomcat.version)," \
    "this project at $(git describe --always --dirty 2>/dev/null || echo 'an unknown commit')."
  echo
}

measure() {
  local load=benchmarks/target/load
  [[ $(nproc) -lt 2 ]] || load="taskset -c 1 $load"
  benchmarks measure "$table" "$work/files" "$rounds" "$load" "${measured[@]}"
}

parse_arguments "$@"
need_build_tools
need gcc gcc
need taskset util-linux
if [[ $table == static ]]; then
  need curl curl
  ! takes_part nginx || need nginx nginx-light
fi
quiet=$(cut -d ' ' -f 1 /proc/loadavg)
build
work=$(mktemp -d "${TMPDIR:-/tmp}/sendfile-bench.XXXXXX")
pids=() measured=()
trap clean_up EXIT
trap 'exit 1' INT TERM HUP
mkdir "$work/files"
benchmarks files "$table" "$work/files"
if takes_part raw; then start_raw; fi
if takes_part sendfile || takes_part copy; then start_glassfish; fi
if takes_part tomcat; then start_tomcat; fi
if [[ $table == static ]]; then start_static_contestants; fi
[[ ${#measured[@]} -gt 0 ]] || wrong_usage "--only names no contestant of this table"
{
  describe
  measure
} >"$work/report.md"
if [[ -z $selected ]]; then
  mkdir -p benchmarks/results
  cp "$work/report.md" "benchmarks/results/$(date +%F)-$table.md"
fi
cat "$work/report.md"
