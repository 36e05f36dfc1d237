#!/usr/bin/env bash
# Measures this project beside its rivals: starts all servers, runs one table, writes the result.
set -euo pipefail

cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.."
# shellcheck source=scripts/tools.sh
. scripts/tools.sh

# shellcheck source=scripts/contestants.sh
. scripts/contestants.sh

port=21080 server=7 rounds='' seconds='' minutes=60 clients='' asadmin='' send='' stall_seconds=10 cores=1 columns='' warm_ups=12

usage() {
  cat <<EOT
usage: benchmarks/run-bench.sh TABLE [--rounds N] [--only NAME,NAME...] [--port N] [--server 7|8]
                            [--seconds N] [--minutes N] [--clients N,N...] [--cores N] [--columns REGEX]
                            [--warm-ups N]

TABLE is one of
  waiting     how long a small request waits beside 1, 20 and 300 slow downloads: handed off, copied, and copied
              by 200 request threads
  cpu         server CPU per GB and throughput: 1, 20 and 100 MB, clear HTTP/1.1
  small       server CPU per request: 2 and 14 KB; hello is a servlet of six bytes, the floor
  frameworks  server CPU per request: 14 KB and 1 MB, by the header, passed by their path, returned by
              Jakarta REST and Spring, with the module and without
  cold        server CPU per request of a fresh server's first 100, 1,000, 10,000 and 100,000 requests:
              2 and 14 KB, handed off, copied and static
  bill        what a start costs: CPU of the JVM's compilers until they rest, methods, classes, CPU per request
              before and after: 2 KB and 1 MB, handed off, copied and static
  static      server CPU per request: static files of 2 KB, 14 KB, 1 MB and 100 MB
  buffers     2007: requests per second, CPU, allocation and GC pauses by buffer-allocation
              policy: 2 KB in clear, by TLS and HTTP/2, 1 MB by TLS and HTTP/2
  grizzly     server and client CPU per GB, requests per second: 2 KB, 14 KB, 1 MB, 100 MB and 300
              clients at 1 MB/s, on programs that embed Grizzly, with the module and without, on
              Undertow's and Jetty's static handlers and nginx
  tls         server CPU per request or GB, throughput: 2 KB to 100 MB, HTTP/1.1 and HTTP/2 over TLS;
              14 KB by a new connection for each request
  mixed       percentiles of /hello, 2 KB and 200 KB at a fixed rate, alone and beside 100 slow clients
  async       server CPU per request, latency: a servlet that waits 100 ms; 10, 100 and 1000 clients
  algorithms  2009: init time, speed, total by algorithm, unthrottled and at 1 MB/s
  jmh         time and allocation of the hot parts by JMH: hand-off value, ranges, plans, header,
              buffers, turns, rates
  rivals      the same load of 300 clients at 1 MB/s on other servers, with segments as on a network:
              fresh servers, then warm ones; small windows; segments as on loopback; by cubic and bbr (root);
              system calls by perf(1); --only takes file-handler, undertow and jetty of grizzly, too
  stalled     memory, threads, descriptors and latency of fresh requests beside 1,000, 5,000 and
              10,000 clients that requested a large file and stopped reading
  growth      CPU by number of transfers, 10 to 10,000, and by size of file, 1 KB to 5 GB; draws
              charts into docs/benchmarks
  network     100 clients behind slow lines: total, first byte, CPU, retransmissions and kernel memory at
              round trips of 0, 20 and 80 ms and losses of 0 and 1 %, by cubic and bbr; needs root
  cold-files  hot downloads alone and beside 64 of files that a slow disk must read; needs root
  soak        memory, descriptors, threads and latencies by minute, with all kinds of clients, changes of
              settings and redeployments; draws a chart, and fails if a line is not flat
Prints Markdown and writes it to benchmarks/results/DATE-TABLE.md; algorithms and buffers are also
set beside the figures of 2009 and 2007 in docs/benchmarks.md.

  --rounds N     measurements of each cell; default 5, for waiting, mixed, algorithms, rivals, buffers, cold,
                 network, cold-files and jmh (where they are JMH's iterations) 3, for growth 2, for bill and
                 stalled 1
  --only ...     a selection of the table's contestants, for jmh regular expressions of names;
                 printed, but not written
  --columns ...  rivals, network and tables of single files: the columns whose titles this regular expression
                 finds, for example 'KB' or '^2 KB$|new'; printed, but not written
  --warm-ups N   how often a contestant is warmed up at most, until its JVM's compilers rest; default $warm_ups
  --cores N      how many cores servers have, default 1; where the machine has no further one, the clients
                 share them. Results of several are written to DATE-TABLE-N-cores.md
  --port N       the first of 600 free ports, default $port
  --server N     which GlassFish ($(glassfishes | xargs)), default $server; results of another one are written to
                 DATE-TABLE-glassfishN.md
  --seconds N    seconds of one measurement, default 20 for mixed, 10 for waiting, bill, algorithms and rivals,
                 8 for network, 5 for growth and cold-files, 3 for async, 2 for buffers, and about 1 for the
                 others; not for cold and soak
  --minutes N    of soak, default 60
  --clients ...  waiting, mixed, algorithms, rivals, stalled, growth: other numbers of clients; network, cold-files:
                 another number

stalled and growth need two descriptors for each client (ulimit -n); where 10,000 clients are too many
for it, as many as it allows are used. GlassFish sets no limit to the number of connections
(max-connections-count of a transport is the length of its listen queue), but an open request takes
some 40 KB of heap: these two tables give GlassFish and Tomcat -Xmx1g.
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
    waiting) contestants=sendfile,passed,copy,copy-200 clients=1,20,300 ;;
    cpu) contestants=raw,sendfile,copy,tomcat,nginx,nginx-accel ;;
    small) contestants=raw,hello,sendfile,copy,tomcat,nginx,nginx-accel ;;
    frameworks) contestants=sendfile,passed,rest,spring,copy,rest-alone,spring-alone ;;
    cold) contestants=hello,sendfile,copy,static-files,docroot,tomcat,nginx ;;
    bill) contestants=hello,sendfile,copy,static-files ;;
    static) contestants=raw,docroot,file-cache,static-files,tomcat,nginx ;;
    grizzly) contestants=static-cached,static-handler,file-handler,header,jersey,jersey-sendfile,undertow,undertow-cached,jetty,nginx ;;
    tls) contestants=sendfile,copy,tomcat,jetty,undertow,nginx ;;
    mixed) contestants=sendfile,copy,tomcat,nginx,nginx-accel clients=0,100 ;;
    async) contestants=sendfile,copy,tomcat,nginx-accel ;;
    buffers) contestants='server-default,heap,direct,heap-view,direct-view' ;;
    algorithms) contestants=simple-blocking,equal-blocking,equal-non-blocking,adaptive ;;
    jmh) contestants='.*' ;;
    rivals) contestants=raw,nginx,nginx-accel,tomcat,sendfile,sendfile-default,copy clients=300 ;;
    stalled) contestants=raw,nginx,tomcat,sendfile,idle clients=1000,5000,$(most_possible) ;;
    network) contestants=raw,nginx,tomcat,sendfile,sendfile-default clients=100 ;;
    cold-files) contestants=nginx,nginx-threads,tomcat,sendfile clients=64 ;;
    soak) contestants=sendfile ;;
    growth) contestants=raw,nginx,sendfile clients=10,100,1000,$(most_possible) ;;
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
      --server) server=${2#glassfish} ;;
      --seconds) seconds=$2 ;;
      --minutes) minutes=$2 ;;
      --clients) clients=$2 selected=yes ;;
      --cores) cores=$2 ;;
      --warm-ups) warm_ups=$2 ;;
      --columns) columns=$2 selected=yes ;;
      *) wrong_usage "unknown argument '$1'" ;;
    esac
    shift 2
  done
  [[ ${rounds:=$(default_rounds)} =~ ^[1-9][0-9]*$ ]] ||
    wrong_usage "--rounds is a number from 1, not '$rounds'"
  [[ $port =~ ^[1-9][0-9]+$ ]] || wrong_usage "--port is a port, not '$port'"
  is_server "glassfish$server" || wrong_usage "--server is one of $(glassfishes | xargs), not '$server'"
  [[ $warm_ups =~ ^[1-9][0-9]*$ ]] || wrong_usage "--warm-ups is a number from 1, not '$warm_ups'"
  [[ $minutes =~ ^([4-9]|[1-9][0-9]+)$ ]] || wrong_usage "--minutes is a number from 4, not '$minutes'"
  [[ $cores =~ ^[1-9][0-9]*$ && $cores -le $(nproc) ]] || wrong_usage "--cores is a number to $(nproc), not '$cores'"
  [[ $seconds =~ ^([1-9][0-9]*)?$ ]] || wrong_usage "--seconds is a number from 1, not '$seconds'"
}

default_rounds() {
  case $table in
    waiting | mixed | algorithms | rivals | buffers | cold | network | cold-files | jmh) echo 3 ;;
    growth) echo 2 ;;
    bill | stalled) echo 1 ;;
    *) echo 5 ;;
  esac
}

takes_part() { [[ ,$contestants, == *,$1,* ]]; }

# Whether the table uses the clients of 2009.
takes_mix() { [[ $table == algorithms || $table == rivals ]]; }

# Whether the table has thousands of clients.
takes_crowd() { [[ $table == stalled || $table == growth ]]; }

most_clients() { tr , '\n' <<<"$clients" | sort -n | tail -n 1; }

# 10,000 clients, or fewer thousands where the limit of descriptors is low.
most_possible() {
  local hard most=10000
  hard=$(ulimit -Hn)
  if [[ $hard != unlimited && $(((hard - 2000) / 2)) -lt $most ]]; then
    most=$(((hard - 2000) / 2)) && most=$((most - most % 1000))
  fi
  echo "$most"
}

# Descriptors and heap for crowds. A server holds a socket and a file for each client.
make_room() {
  local wanted=$((2 * $(most_clients) + 2000)) hard
  hard=$(ulimit -Hn)
  [[ $hard == unlimited || $hard -ge $wanted ]] ||
    fail "$(most_clients) clients need $wanted descriptors, but the hard limit is $hard: raise it" \
      "(/etc/security/limits.conf, LimitNOFILE= of systemd, --ulimit nofile= of docker)," \
      "or give fewer --clients"
  ulimit -Sn "$wanted"
  export _JAVA_OPTIONS='-Xmx1g' # the only way to overrule the -Xmx of a domain
}

build() {
  say "building"
  local modules=module,admin-plugin,samples/sample-app,benchmarks
  [[ $table != frameworks ]] || modules+=,samples/framework-apps/spring6
  [[ $table != grizzly ]] || modules=benchmarks
  maven -pl "$modules" -am package -DskipTests >&2
  local program
  for program in raw load mix due crowd; do
    gcc -O2 -Wall -Wextra -o "benchmarks/target/$program" "benchmarks/src/main/c/$program.c" -lm
  done
  class_path="benchmarks/target/classes:benchmarks/target/lib/*"
}

java_main() {
  local name=$1
  shift
  # The options of a server's domain.xml, with the one that install.sh offers.
  env -u _JAVA_OPTIONS "$JAVA_HOME/bin/java" --add-opens=java.base/sun.nio.fs=ALL-UNNAMED \
    --add-opens=java.base/java.io=ALL-UNNAMED --add-opens=java.base/sun.nio.ch=ALL-UNNAMED \
    -Dwarm-ups="$warm_ups" -cp "$class_path" "io.sendfile.glassfish.benchmarks.$name" "$@"
}

jmh() {
  local names
  IFS=, read -ra names <<<"$contestants"
  class_path="benchmarks/target/classes:$(<benchmarks/target/jmh.classpath)" \
    java_main JmhBenchmark "$rounds" "$((${seconds:-1} * 1000))" "${names[@]}"
}

# slow_downloads CONTESTANT NUMBER [OPTION]...: so many clients of the file of 20 MB, and one of /hello.
slow_downloads() {
  local target=${1#*=} number=$2
  shift 2
  # shellcheck disable=SC2086 # a command and its options
  ${pinned}benchmarks/target/mix -p "${target%%/*}" -n "$number" "$@" -H /sample/hello "/${target#*/}" "$work/files/20-mb.bin"
}

# Fifty requests a second are too few for a JVM to compile what they run.
warm_up() {
  local target=${1#*=}
  ${pinned}benchmarks/target/load -p "${target%%/*}" -u /sample/hello -c 8 -d 20 >/dev/null
  slow_downloads "$1" 4 -t 10000 >/dev/null
}

# A row for each contestant, a cell for each number of clients.
waiting() {
  local numbers contestant number round time=${seconds:-10}
  IFS=, read -ra numbers <<<"$clients"
  cat <<EOT
Clients read a file of 20 MB over and over, at 1 MB/s each, and compare every byte. Beside them one client asks for
\`/hello\`, fifty times a second where it is answered, for $time s. The median and the 99th percentile of its times in ms, each of
the worst of $rounds rounds. ">": no request had a response in that time. Before its first cell each contestant is asked
for \`/hello\` at full speed for 20 s, and for the file for 10 s. GlassFish has its five request threads, but for \`copy-200\`.

| \`/hello\` beside so many slow downloads: |$(printf ' %s |' "${numbers[@]}")
|---|$(printf '%.0s---:|' "${numbers[@]}")
EOT
  for contestant in "${measured[@]}"; do
    warm_up "$contestant"
    printf '| %s |' "${contestant%%=*}"
    for number in "${numbers[@]}"; do
      say "${contestant%%=*} beside $number"
      for ((round = 0; round < rounds; round++)); do
        slow_downloads "$contestant" "$number" -r 1000000 -w 3000 -t "${time}000"
      done | tr ' ' '\n' | awk -F = -v time="$time" '
        $1 == "hellos" && !$2 { late = 1 }
        $1 == "hello_p50" && $2 > median { median = $2 }
        $1 == "hello_p99" && $2 > worst { worst = $2 }
        END { if (late) printf " > %d,000 |", time; else printf " %.1f · %.1f |", median / 1000, worst / 1000 }'
    done
    echo
  done
}

# A program whose own threads are the clients, on their core.
pinned_java() {
  (
    [[ $(nproc) -le $cores ]] || taskset -cp "$cores" "$BASHPID" >/dev/null
    java_main "$@"
  )
}

soak() {
  local chart=docs/benchmarks/soak$suffix.svg
  pinned_java SoakBenchmark "$work/files" "$minutes" "$stall_seconds" "$asadmin" \
    "$PWD/samples/sample-app/target/sample.war" "$chart" "${measured[@]}" || verdict=$?
  [[ $verdict -eq 0 || $verdict -eq 3 ]] || fail "the soak did not come to its end (reason above)"
  echo "![Its lines](../../$chart)"
}

clean_up() {
  trap '' INT TERM HUP
  stop_contestants
  [[ $table != cold-files ]] || scripts/slow-disk.sh down "$work/files"
  rm -rf "$work"
}

# The version of the JDK in folder $1, to the build.
jdk_build() {
  "$1/bin/java" -version 2>&1 | sed -n 's/.*(build \(.*\))$/JDK \1/p' | sed -n 1p
}

embedded_rivals() {
  echo "Undertow $(pom_property undertow.version), Jetty $(pom_property jetty.version)"
}

embedded_versions() {
  echo "Grizzly $(pom_property grizzly4.version), Jersey $(pom_property jersey.version), $(embedded_rivals)," \
    "$(/usr/sbin/nginx -v 2>&1 | sed 's:.*/:nginx :')"
}

describe() {
  local link=loopback place="servers on one core, load client on another"
  [[ $table != network ]] || link="slow links"
  [[ $cores -eq 1 ]] ||
    place="servers on $cores cores, load client on $([[ $(nproc) -gt $cores ]] && echo another || echo "the same ones")"
  echo "# Table \`$table\`, $(date +%F)"
  echo
  echo "Machine: $(sed -n 's/^model name\s*: //p' /proc/cpuinfo | sed -n 1p), $(nproc) cores;" \
    "$(uname -sr), $(</proc/sys/net/ipv4/tcp_congestion_control); $link; $place." \
    "Load average before the first start: $quiet (above 0.5, other work disturbed the figures)."
  local versions
  versions="GlassFish $(pom_property "glassfish$server.version") on $(jdk_build "${AS_JAVA:-$JAVA_HOME}"), Tomcat $(pom_property tomcat.version)"
  ! takes_one file-handler header || versions+=", Grizzly $(pom_property grizzly4.version)"
  ! takes_one jetty undertow || versions+=", $(embedded_rivals)"
  [[ $table != grizzly ]] || versions=$(embedded_versions)
  echo "Versions: $(jdk_build "$JAVA_HOME"), $versions," \
    "this project at $(git describe --always --dirty 2>/dev/null || echo 'an unknown commit')."
  ! takes_one copy copy-200 docroot file-cache nginx-accel rest-alone spring-alone ||
    echo "GlassFish's own ways, also behind nginx, run in a GlassFish without the module."
  echo
}

make_files() {
  if [[ $table == cold-files ]]; then
    # Each cell reads most of what is on the disk anew.
    scripts/slow-disk.sh up "$work/files" --size $((clients * 10 + 200))
  else
    mkdir "$work/files"
  fi
  case $table in
    algorithms) java_main MixBenchmark "$work/files" ;;
    rivals)
      java_main MixBenchmark "$work/files"
      echo hello >"$work/files/hello" # of programs that serve the folder
      ;;
    mixed) java_main MixedBenchmark "$work/files" ;;
    buffers) java_main BufferBenchmark "$work/files" ;;
    cold) java_main ColdBenchmark "$work/files" ;;
    bill) java_main BillBenchmark "$work/files" ;;
    stalled) java_main StalledBenchmark "$work/files" ;;
    growth) java_main GrowthBenchmark "$work/files" ;;
    network) java_main NetworkBenchmark "$work/files" ;;
    cold-files) java_main ColdFilesBenchmark "$work/files" "$clients" ;;
    soak) java_main SoakBenchmark "$work/files" ;;
    waiting) head -c 20000000 /dev/urandom >"$work/files/20-mb.bin" ;;
    *) java_main Benchmarks files "$table" "$work/files" ;;
  esac
}

# Makes settings of GlassFish contestants of their own.
vary_settings() {
  local name
  case $table in
    algorithms)
      contestants=sendfile,$contestants start_glassfish
      measured=()
      for name in simple-blocking equal-blocking equal-non-blocking; do
        ! takes_part "$name" || measured+=("${name}[algorithm=$name,worker-threads=50]=$send")
      done
      ! takes_part adaptive || measured+=("adaptive[algorithm=adaptive,worker-threads=0]=$send")
      [[ ${#measured[@]} -gt 0 ]] || wrong_usage "--only names none of $contestants for --server $server"
      ;;
    buffers)
      contestants=sendfile,$contestants start_glassfish
      measured=()
      for name in ${contestants//,/ }; do
        measured+=("${name}[buffer-policy=$name]=$(http_port sendfile)+$(https_port sendfile)/${send#*/}")
      done
      ;;
    *) start_contestants ;;
  esac
}

measure() {
  local pinned=''
  [[ $(nproc) -le $cores ]] || pinned="taskset -c $cores "
  if [[ $table == waiting ]]; then
    waiting
  elif takes_mix; then
    java_main MixBenchmark "$work/files" "$table" "$rounds" "${seconds:-10}" "${clients:-50,100,200,300}" \
      "$columns" "${pinned}benchmarks/target/mix" "$asadmin" "$work" "${measured[@]}"
  elif [[ $table == mixed ]]; then
    java_main MixedBenchmark "$work/files" "$rounds" "${seconds:-20}" "$clients" \
      "${pinned}benchmarks/target/mix" "${pinned}benchmarks/target/due" "${measured[@]}"
  elif [[ $table == cold ]]; then
    java_main ColdBenchmark "$work/files" "$rounds" "${pinned}benchmarks/target/load" "$work" "${measured[@]}"
  elif [[ $table == bill ]]; then
    java_main BillBenchmark "$work/files" "$rounds" "${seconds:-10}" "${pinned}benchmarks/target/load" \
      "$work" "${measured[@]}"
  elif [[ $table == stalled ]]; then
    java_main StalledBenchmark "$work/files" "$rounds" 300 "$clients" \
      "${pinned}benchmarks/target/crowd" "${measured[@]}"
  elif [[ $table == growth ]]; then
    java_main GrowthBenchmark "$work/files" "$rounds" "$clients" "${seconds:-5}" \
      "${pinned}benchmarks/target/crowd" "${pinned}benchmarks/target/load" "$work/charts" \
      "${measured[@]}"
  elif [[ $table == network ]]; then
    java_main NetworkBenchmark "$work/files" "$rounds" "${seconds:-8}" "$clients" \
      "$columns" "${pinned}scripts/slow-link.py" "${pinned}benchmarks/target/mix" "$asadmin" "${measured[@]}"
  elif [[ $table == cold-files ]]; then
    pinned_java ColdFilesBenchmark "$work/files" "$clients" "$rounds" "${seconds:-5}" \
      scripts/slow-disk.sh "$asadmin" "${measured[@]}"
  elif [[ $table == soak ]]; then
    soak
  elif [[ $table == buffers ]]; then
    java_main BufferBenchmark "$work/files" "$rounds" "${seconds:-2}" "${pinned}h2load" "$asadmin" \
      "${measured[@]}"
  else
    local client=benchmarks/target/load
    case $table in
      tls) client=h2load ;;
      async) client+=" -s 100" ;; # clients that do not all wait for the same moment
    esac
    java_main Benchmarks measure "$table" "$work/files" "$columns" "$rounds" "$seconds" \
      "$pinned$client" "$asadmin" "${measured[@]}"
  fi
}

parse_arguments "$@"
need_build_tools
need gcc gcc
need taskset util-linux
need pgrep procps
if [[ $table == network ]]; then
  need python3 python3
  need ip iproute2
  scripts/slow-link.py -- true # or it says what is missing
fi
[[ $table != cold-files ]] || need fincore util-linux-extra
[[ $table != buffers ]] || need h2load nghttp2-client
if [[ $table == tls ]]; then
  need h2load nghttp2-client
  need openssl openssl
fi
if takes_one nginx nginx-accel nginx-threads; then
  [[ -x /usr/sbin/nginx ]] || need nginx nginx-light
fi
suffix='' verdict=0
[[ $server == 7 ]] || suffix=-glassfish$server
[[ $cores -eq 1 ]] || suffix+=-$cores-cores
quiet=$(cut -d ' ' -f 1 /proc/loadavg)
build
! takes_crowd || make_room
work=$(mktemp -d "${TMPDIR:-/tmp}/sendfile-bench.XXXXXX")
trap clean_up EXIT
trap 'exit 1' INT TERM HUP
if [[ $table != jmh ]]; then
  make_files
  vary_settings
fi
{
  describe
  if [[ $table == jmh ]]; then jmh; else measure; fi
} >"$work/report.md"
if [[ -z $selected ]]; then
  mkdir -p benchmarks/results
  cp "$work/report.md" "benchmarks/results/$(date +%F)-$table$suffix.md"
  java_main BenchmarksPage benchmarks/results docs/benchmarks.md
  if [[ $table == growth ]]; then
    mkdir -p docs/benchmarks
    cp "$work"/charts/*.svg docs/benchmarks/
  fi
fi
cat "$work/report.md"
[[ $verdict -eq 0 ]] || fail "not all lines are flat, or visits went wrong: see above"
