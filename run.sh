#!/usr/bin/env bash
# Runs a private server with the module and the sample application.
set -euo pipefail

# A shell that a script starts in the background ignores SIGINT, and cannot trap it.
if [[ -z ${SENDFILE_RUN_SIGNALS:-} ]] && env --default-signal=INT true 2>/dev/null; then
  export SENDFILE_RUN_SIGNALS=default
  exec env --default-signal=INT,TERM "$BASH" "${BASH_SOURCE[0]}" "$@"
fi

caller_folder=$PWD
cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")"
# shellcheck source=scripts/tools.sh
. scripts/tools.sh

server=embedded http_port=8080 https_port=8181 admin_port=4848 files=''
settings=()

# The servers as they are named here: a GlassFish by its number.
choices() {
  servers | sed 's/^glassfish//'
}

# row NAME: that server in pom.xml.
row() {
  case $1 in
    [0-9]*) echo "glassfish$1" ;;
    *) echo "$1" ;;
  esac
}

usage() {
  cat <<EOF
usage: ./run.sh [--server embedded|grizzly$(choices | sed 's/^/|/' | tr -d '\n')] [--http-port N] [--https-port N] [--admin-port N]
                [--files DIR] [--set attr=value]...

Builds missing parts, starts a private server with glassfish-sendfile and the sample
application, and prints one line
  READY http=... https=... admin=... console=...
Stays in the foreground; Ctrl-C (SIGINT) or SIGTERM stops the server and removes its folder.

  --server NAME   embedded (default, GlassFish $(pom_property glassfish.embedded.version)), grizzly (a program on Grizzly
                  $(pom_property grizzly4.version) alone), or one with the admin console:
$(for n in $(choices); do echo "                  $n ($(server_name "$(row "$n")"), needs a JDK $(server_jdks "$(row "$n")"): $(java_home_variable "$(row "$n")"), else found)"; done)
  --http-port N   default 8080
  --https-port N  default 8181
  --admin-port N  default 4848; not used by embedded and grizzly, which have no admin listener
  --files DIR     folder of the root named 'files'; default: a new folder of sample files
  --set A=V       sets an attribute of sendfile-config, e.g. --set stall-timeout-seconds=10
EOF
}

parse_arguments() {
  while [[ $# -gt 0 ]]; do
    case $1 in
      -h | --help) usage; exit 0 ;;
      --server | --http-port | --https-port | --admin-port | --files | --set)
        [[ $# -ge 2 ]] || wrong_usage "$1 needs a value" ;;
      *) wrong_usage "unknown argument '$1'" ;;
    esac
    case $1 in
      --server) server=$2 ;;
      --http-port) http_port=$2 ;;
      --https-port) https_port=$2 ;;
      --admin-port) admin_port=$2 ;;
      --files) files=$2 ;;
      --set) settings+=("$2") ;;
    esac
    shift 2
  done
}

wrong_usage() {
  usage >&2
  fail "$*"
}

# Whether the server is one process that this script starts itself, without administration.
is_alone() { [[ $server == embedded || $server == grizzly ]]; }

check_arguments() {
  if ! is_alone; then
    is_server "$(row "$server")" ||
      wrong_usage "there is no server '$server': choose embedded, grizzly, $(choices | sed '$!s/$/,/; $s/^/or /' | tr '\n' ' ' | sed 's/ $//')"
    server=$(row "$server")
  fi
  check_ports
  local setting
  for setting in ${settings[@]+"${settings[@]}"}; do
    [[ $setting =~ ^[a-z][a-z-]*= ]] || wrong_usage "--set takes attribute=value, not '$setting'"
  done
  if [[ -n $files ]]; then
    files=$(cd "$caller_folder" && cd "$files" 2>/dev/null && pwd -P) ||
      fail "--files: no readable folder has this name"
  fi
}

check_ports() {
  check_port --http-port "$http_port"
  check_port --https-port "$https_port"
  is_alone || check_port --admin-port "$admin_port"
}

check_port() {
  [[ $2 =~ ^[0-9]+$ && $2 -ge 1 && $2 -le 65535 ]] || wrong_usage "$1 is a port from 1 to 65535, not '$2'"
  ! in_use "$2" || fail "port $2 is in use$(holder "$2"): free it, or choose another one with $1"
}

# The process that listens at port $1, in words; nothing where the system does not tell it.
holder() {
  ss -Hltnp "sport = :$1" 2>/dev/null | sed -n '1s/.*users:(("\([^"]*\)",pid=\([0-9]*\).*/ by \1, process \2/p' || true
}

in_use() {
  (exec 3<>"/dev/tcp/127.0.0.1/$1") 2>/dev/null
}

next_free_port=20000
# Sets $1 to a free port, for the listeners without an option.
free_port() {
  while in_use "$next_free_port"; do next_free_port=$((next_free_port + 1)); done
  printf -v "$1" '%s' "$next_free_port"
  next_free_port=$((next_free_port + 1))
}

# Sets module_jar, war and grizzly_app; builds jars that are missing or older than their
# sources. Only servers with an admin console get pages for it.
build_what_is_missing() {
  war=$PWD/samples/sample-app/target/sample.war
  module_jar=$PWD/module/target/sendfile-module-$project_version.jar
  grizzly_app=$PWD/samples/grizzly-app/target/sendfile-grizzly-app-$project_version.jar
  local folders built missing=false folder i
  if [[ $server == grizzly ]]; then
    folders=(core grizzly samples/grizzly-app)
    built=("$grizzly_app" "$grizzly_app" "$grizzly_app")
  else
    folders=(core grizzly operations module application-api samples/sample-app)
    built=("$module_jar" "$module_jar" "$module_jar" "$module_jar" "$war" "$war")
  fi
  if ! is_alone; then
    folders+=(admin-plugin)
    built+=("$PWD/admin-plugin/target/sendfile-admin-plugin-$project_version.jar")
  fi
  for i in "${!folders[@]}"; do
    folder=${folders[i]}
    [[ -f ${built[i]} && -z $(find pom.xml "$folder"/{pom.xml,src/main} -newer "${built[i]}" -print -quit) ]] ||
      missing=true
  done
  if $missing; then
    say "building ${folders[*]}"
    maven -pl "$(IFS=, && echo "${folders[*]}")" -am package -DskipTests >&2
  fi
}

make_sample_files() {
  local folder=$work/files name
  mkdir "$folder"
  : >"$folder/0-b.bin"
  for name in 1-b:1 1-kb:1K 200-kb:200K 500-kb:500K 1-mb:1M 20-mb:20M 100-mb:100M; do
    head -c "${name#*:}" /dev/urandom >"$folder/${name%:*}.bin"
  done
  truncate -s 5G "$folder/5-gb-sparse.bin"
  files=$folder
}

start_embedded() {
  local version embedded
  version=$(pom_property glassfish.embedded.version)
  embedded=$(fetch_artifact "org.glassfish.main.extras:glassfish-embedded-all:$version" \
    "glassfish-embedded-all-$version.jar")
  mkdir "$work/tmp"
  mkfifo "$work/out"
  say "starting embedded GlassFish $version"
  "$JAVA_HOME/bin/java" --add-opens=java.base/sun.nio.fs=ALL-UNNAMED --add-opens=java.base/java.io=ALL-UNNAMED \
    --add-opens=java.base/sun.nio.ch=ALL-UNNAMED --enable-native-access=ALL-UNNAMED -Djava.io.tmpdir="$work/tmp" -cp "$embedded:$module_jar" \
    "$PWD/samples/sample-app/src/run/java/EmbeddedServer.java" "$http_port" "$https_port" "$work" \
    "$war" "$files" ${settings[@]+"${settings[@]}"} >"$work/out" 2>"$log" &
  server_pid=$!
  # A JVM that ends closes its standard output: then grep ends too, without a match.
  grep -q '^READY$' <"$work/out" &
  wait $! || fail_to_start "embedded GlassFish did not start"
  admin_url=-
}

start_grizzly() {
  local keys=$work/keys.p12
  "$JAVA_HOME/bin/keytool" -genkeypair -alias localhost -keyalg EC -dname CN=localhost -validity 365 \
    -storetype PKCS12 -keystore "$keys" -storepass sendfile 2>"$log" || fail_with_log "no key for TLS"
  mkfifo "$work/out"
  say "starting a program on Grizzly $(pom_property grizzly4.version)"
  "$JAVA_HOME/bin/java" --add-opens=java.base/sun.nio.fs=ALL-UNNAMED --add-opens=java.base/java.io=ALL-UNNAMED \
    --add-opens=java.base/sun.nio.ch=ALL-UNNAMED -cp "$grizzly_app:${grizzly_app%/*}/lib/*" \
    io.sendfile.sample.GrizzlyApp "$files" "$http_port" "$https_port" "$keys" sendfile \
    ${settings[@]+"${settings[@]}"} >"$work/out" 2>"$log" &
  server_pid=$!
  grep -q '^READY$' <"$work/out" &
  wait $! || fail_to_start "the program did not start"
  admin_url=-
}

start_server() {
  local name zip
  name=$(server_name "$server")
  zip=$(server_zip "$server")
  say "unpacking $name"
  unzip -q "$zip" -d "$work"
  glassfish=$work/$server
  domain-config/install.sh "$glassfish" >"$log" || fail "the module was not installed"
  # So that commands without a name of a domain mean the other one.
  rm -rf "$glassfish/glassfish/domains/domain1"
  create_domain
  local domain=$glassfish/glassfish/domains/sendfile
  log=$domain/logs/server.log
  say "starting $name on $AS_JAVA"
  asadmin start-domain sendfile
  server_pid=$(<"$domain/config/pid")
  asadmin create-sendfile-root --path "$files" files
  set_settings
  asadmin deploy --contextroot sample --name sample "$war"
  admin_url=http://localhost:$admin_port
}

create_domain() {
  local jms iiop iiops iiopm jmx shell debug name
  for name in jms iiop iiops iiopm jmx shell debug; do free_port $name; done
  asadmin create-domain --nopassword --adminport "$admin_port" --instanceport "$http_port" \
    --domainproperties "http.ssl.port=$https_port:domain.jmxPort=$jmx:jms.port=$jms:orb.listener.port=$iiop:orb.ssl.port=$iiops:orb.mutualauth.port=$iiopm:osgi.shell.telnet.port=$shell:java.debugger.port=$debug" \
    sendfile
  local config=$glassfish/glassfish/domains/sendfile/config/domain.xml
  # There is no password, so only this machine may connect.
  sed -i -e 's/ address="0\.0\.0\.0"//' \
    -e 's/<\(network-listener\|iiop-listener\|jmx-connector\) /&address="127.0.0.1" /' "$config"
  # Else Payara joins all other Payaras of the network; GlassFish has the second option already.
  sed -i -e 's/<hazelcast-config-specific-configuration/& enabled="false"/' "$config"
  local options
  options="<jvm-options>-Dio.sendfile.sample.files=$(xml_text "$files")</jvm-options>"
  options+="<jvm-options>--add-opens=java.base/sun.nio.ch=ALL-UNNAMED</jvm-options>"
  options+="<jvm-options>--enable-native-access=ALL-UNNAMED</jvm-options>"
  [[ $server != payara* ]] ||
    options+="<jvm-options>--add-opens=java.base/sun.nio.fs=ALL-UNNAMED</jvm-options>"
  OPTION=$options awk '
    /<\/java-config>/ && !done { print ENVIRON["OPTION"]; done = 1 }
    { print }' "$config" >"$config.new"
  mv "$config.new" "$config"
}

xml_text() {
  sed -e 's/&/\&amp;/g' -e 's/</\&lt;/g' <<<"$1"
}

set_settings() {
  local options=() setting
  for setting in ${settings[@]+"${settings[@]}"}; do
    options+=("--${setting%%=*}" "${setting#*=}")
  done
  [[ ${#options[@]} -eq 0 ]] || asadmin set-sendfile-configuration "${options[@]}"
}

# In the background, so that a signal is handled at once, not after the command. Payara starts its
# server on JAVA_HOME, not on AS_JAVA.
asadmin() {
  JAVA_HOME=$AS_JAVA "$glassfish/bin/asadmin" --user admin --interactive=false --port "$admin_port" "$@" \
    >"$work/asadmin.log" 2>&1 &
  asadmin_pid=$!
  wait $asadmin_pid || fail_to_start "asadmin $1 failed"
  asadmin_pid=''
}

# Ends the server that did not come up: a port that is still in use then has been taken by another one since the check.
fail_to_start() {
  stop_server
  check_ports
  [[ ! -s $work/asadmin.log ]] || cat "$work/asadmin.log" >&2
  fail_with_log "$*"
}

fail_with_log() {
  if [[ -s $log ]]; then
    say "--- the last lines of the server's log"
    tail -n 40 "$log" >&2
  fi
  fail "$*"
}

# Whether the server that has ended comes again by asadmin restart-domain: while the program that starts it
# runs, or as another process.
is_restarted() {
  local now
  now=$(cat "$glassfish/glassfish/domains/sendfile/config/pid" 2>/dev/null || true)
  if [[ -n $now && $now != "$server_pid" ]] && kill -0 "$now" 2>/dev/null; then
    say "the server was restarted"
    server_pid=$now
  else
    pgrep -f -- "-DAS_RESTART[A-Z_]*=$server_pid" >/dev/null
  fi
}

wait_for_the_end() {
  if is_alone; then
    wait "$server_pid" || true
  else
    # Not a child of this shell.
    while kill -0 "$server_pid" 2>/dev/null || is_restarted; do
      sleep 1 &
      wait $!
    done
  fi
  fail_with_log "the server ended unexpectedly"
}

stop_server() {
  if [[ -n $glassfish && -z $server_pid ]]; then
    # The start was interrupted.
    server_pid=$(pgrep -f -- "-Dcom.sun.aas.installRoot=$glassfish/glassfish" | sed -n 1p || true)
  fi
  if [[ -n $server_pid ]] && kill -TERM "$server_pid" 2>/dev/null; then
    say "stopping"
    local tenths=0
    while kill -0 "$server_pid" 2>/dev/null && [[ $tenths -lt 300 ]]; do
      sleep 0.1
      tenths=$((tenths + 1))
    done
    kill -KILL "$server_pid" 2>/dev/null || true
  fi
}

# shellcheck disable=SC2317 # the trap calls it
clean_up() {
  trap '' INT TERM HUP
  [[ -z $asadmin_pid ]] || kill "$asadmin_pid" 2>/dev/null || true
  stop_server
  rm -rf "$work"
}

parse_arguments "$@"
check_arguments
need_build_tools
project_version=$(sed -n 's:.*<version>\(.*\)</version>.*:\1:p' pom.xml | sed -n 1p)
if ! is_alone; then
  need unzip unzip
  need pgrep procps
  AS_JAVA=$(find_server_jdk "$server") || fail "$(server_jdk_wanted "$server")"
  export AS_JAVA
fi
build_what_is_missing

glassfish='' server_pid='' asadmin_pid=''
work=$(mktemp -d "${TMPDIR:-/tmp}/sendfile-run.XXXXXX")
work=$(cd "$work" && pwd -P)
log=$work/server.log
trap clean_up EXIT
trap 'exit 0' INT TERM HUP
[[ -n $files ]] || make_sample_files
case $server in
  embedded) start_embedded ;;
  grizzly) start_grizzly ;;
  *) start_server ;;
esac
# GlassFish starts without a listener whose port it did not get.
! grep -qs 'java\.net\.BindException' "$log" || fail_to_start "the server did not get one of its ports"
say "sample application: http://localhost:$http_port/sample/   log: $log   stop: Ctrl-C"
echo "READY http=http://localhost:$http_port https=https://localhost:$https_port admin=$admin_url console=$admin_url"
wait_for_the_end
