#!/usr/bin/env bash
# Plays the first hour of an administrator with a GlassFish as it is downloaded, and writes two pages of it,
# docs/tutorial.md and docs/first-hour.md: each command with what it really printed, but for names of this
# machine. A "page" below says to which of them the steps that follow belong.
set -euo pipefail

# shellcheck source=scripts/tools.sh
. "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/tools.sh"

usage() {
  cat <<EOF
usage: scripts/first-hour.sh GLASSFISH.zip SENDFILE_DISTRIBUTION.zip FOLDER [FIRST_PORT]

Writes tutorial.md and first-hour.md into FOLDER, such as docs. Fails if a command ends otherwise than the
pages say. GlassFish is unpacked into a folder that is removed at the end; it uses ten ports from
FIRST_PORT on, default 26000, and the Java of AS_JAVA.
EOF
}

if [[ $# -lt 3 || $# -gt 4 ]]; then
  usage >&2
  exit 2
fi
glassfish_zip=$(realpath "$1") distribution_zip=$(realpath "$2") pages=$(realpath "$3") port=${4:-26000}
work=$(mktemp -d "${TMPDIR:-/tmp}/first-hour.XXXXXX")
work=$(cd "$work" && pwd -P)
host=$(hostname)
full_host=$(hostname -f 2>/dev/null || hostname)
out=$work/out

# shellcheck disable=SC2317 # the trap calls it
clean_up() {
  trap '' INT TERM HUP
  local pid_file
  for pid_file in "$work"/opt/*/glassfish/domains/domain1/config/pid; do
    [[ ! -f $pid_file ]] || kill -KILL "$(<"$pid_file")" 2>/dev/null || true
  done
  rm -rf "$work"
}
trap clean_up EXIT
# On a busy machine the minute that asadmin waits for a start is too short.
export AS_START_TIMEOUT=180000
trap 'exit 1' INT TERM HUP

# The ports that GlassFish ships with, in the order of those in use here.
PORTS=(8080 8181 4848 8686 3700 3820 3920 7676 6666 9009)

# GlassFish on ports of its own, for this machine only. The page does not show it.
use_free_ports() {
  local xml=$work/opt/$1/glassfish/domains/domain1/config/domain.xml expressions=() i
  for i in "${!PORTS[@]}"; do
    expressions+=(-e "s/\b${PORTS[i]}\b/$((port + i))/g")
  done
  sed -i "${expressions[@]}" -e 's/ address="0\.0\.0\.0"//' \
    -e 's/<\(network-listener\|iiop-listener\|jmx-connector\) /&address="127.0.0.1" /' "$xml"
}

# Names of this machine, its ports, its memory, and the day, as they are on somebody else's; without the lines in which
# asadmin waits, and tells of a domain.
neutral() {
  local expressions=() i
  for i in "${!PORTS[@]}"; do
    # As text, and as asadmin writes numbers.
    expressions+=(-e "s/\b$((port + i))\b/${PORTS[i]}/g")
    expressions+=(-e "s/\b$(((port + i) / 1000)),$(printf %03d $(((port + i) % 1000)))\b/${PORTS[i]}/g")
  done
  sed -e '/^Waiting \(for\|finished\)/d' -e '/^\(domain  Location\|Log File\|Admin Port\): /d' \
    -e "s:$work::g" "${expressions[@]}" -e "s/\b$full_host\b/server.example/g" \
    -e "s/\b$host\b/server/g" -e 's/of [0-9]* bytes held/of 134217728 bytes held/' -e "s/process [0-9]\+/process 4711/" \
    -e 's/20[0-9][0-9]-[01][0-9]-[0-3][0-9]/2026-01-31/g' -e 's/20[0-9]\{6\}-/20260131-/g' \
    -e 's/[A-Z][a-z][a-z], [0-3][0-9] [A-Z][a-z][a-z] 20[0-9][0-9]/Sat, 31 Jan 2026/' \
    -e 's/[[:space:]]*$//'
}

# As it is typed; but one process does all that needs a running server, since each takes seconds to
# start.
asadmin() {
  case $1 in
    start-domain)
      asadmin_itself "$@" && begin_session
      return
      ;;
    stop-domain)
      exec {to_session}>&- {from_session}<&-
      asadmin_itself "$@"
      return
      ;;
  esac
  local line
  printf '"%s" ' "$@" >&"$to_session"
  echo >&"$to_session"
  while IFS= read -r line <&"$from_session"; do
    echo "$line"
    case $line in
      "Command $1 executed successfully.") return 0 ;;
      "Command $1 failed.") return 1 ;;
    esac
  done
  return 2
}

asadmin_itself() {
  "$work/opt/$glassfish/bin/asadmin" --user admin --interactive=false --port $((port + 2)) "$@"
}

begin_session() {
  coproc SESSION { asadmin_itself multimode --file /dev/stdin 2>&1; }
  # Copies: subshells have no coprocesses.
  # shellcheck disable=SC2153 # bash has set it
  exec {from_session}<&"${SESSION[0]}" {to_session}>&"${SESSION[1]}"
  local original=${SESSION[1]}
  exec {original}>&-
}

# page NAME: the steps that follow go there.
page() {
  exec >>"$work/$1.md"
}

section() {
  printf '\n## %s\n' "$*"
}

text() {
  printf '\n%s\n' "$*"
}

# run STATUS COMMAND...: the commands of a block, of which the last must end with that status.
run() {
  local last=$1 wanted=0 status real
  shift
  printf '\n```console\n'
  while [[ $# -gt 0 ]]; do
    [[ $# -gt 1 ]] || wanted=$last
    real=$(sed -E -e "s:(^| |>)/(opt|srv|tmp)\b:\1$work/\2:g" -e "s/:8080/:$port/g" <<<"$1")
    status=0
    eval "$real" >"$out" 2>&1 || status=$?
    echo "\$ $1"
    neutral <"$out"
    [[ $status -eq $wanted ]] || fail "'$1' ended with $status: $(<"$out")"
    shift
  done
  printf '```\n'
  [[ $last -eq 0 ]] || text "It ends with status $last."
}

# The id of the only transfer, when it has begun.
running_transfer() {
  local id='' tries=0
  while [[ -z $id && $tries -lt 20 ]]; do
    id=$(asadmin list-sendfile-transfers | awk '/sample/ { print $1; exit }')
    tries=$((tries + 1))
  done
  echo "$id"
}

mkdir "$work/opt" "$work/srv" "$work/tmp"
cp "$glassfish_zip" "$distribution_zip" "$work/tmp"
version=$(sed -n 's/.*-\([0-9.]*\)\.zip/\1/p' <<<"$glassfish_zip")
glassfish=glassfish${version%%.*}
distribution=$(basename "$distribution_zip" .zip)
file='http://localhost:8080/sample/send?value=media:films/sunrise.mp4'

page tutorial
cat <<EOF
# The tutorial: fifteen minutes

From two downloads to a file that the server sends, a refusal and its repair, and back again.
\`scripts/first-hour.sh\` has played this with GlassFish $version and written down what was printed, but for
paths, ports, dates, the name of the machine and lines about each start. A test plays it again.
[The first hour](first-hour.md) has more of the same run: downloads that are steered, and settings.

## Download

The zip of GlassFish $version is at <https://glassfish.org/download>, that of this module among its releases; until there
is one, the [README](../README.md#install) has the command that builds it. Both need a
[version of Java](install.md#versions).
EOF
run 0 "unzip -q /tmp/$(basename "$glassfish_zip") -d /opt" "unzip -q /tmp/$distribution.zip -d /opt"
use_free_ports "$glassfish"
text "\`asadmin\` below is that of \`/opt/$glassfish/bin\`."

section Install
run 0 "/opt/$distribution/install.sh /opt/$glassfish" "asadmin start-domain"
text "Make a file, and name the folder whose files may be sent:"
run 0 "mkdir -p /srv/media/films" \
  "head -c 50000000 /dev/urandom >/srv/media/films/sunrise.mp4" \
  "asadmin create-sendfile-root --path /srv/media media"

section Deploy
text "The zip has a sample application, that of \`samples/sample-app\`: a request
\`/sample/send?value=…\` is answered by one line, \`response.setHeader(\"X-Sendfile\", value)\`."
run 0 "asadmin deploy --name sample /opt/$distribution/sample.war" \
  "curl -s '$file' | cmp - /srv/media/films/sunrise.mp4 && echo the same" \
  "curl -sI '$file'" \
  "curl -s -r 1000-1999 '$file' | wc -c"
text "The length, the tag, the date and the range are the module's work; the header is not there. Your own
application needs no root where it passes a \`Path\`: [applications.md](applications.md)."

section "A refusal, and its repair"
text "The disk with the files is not there:"
run 0 "mv /srv/media /srv/away" "curl -s -o /tmp/answer.html -w '%{http_code}\n' '$file'"
text "The client learns nothing but 404. The administrator asks why:"
run 0 "asadmin explain-sendfile --application sample media:films/sunrise.mp4" \
  "asadmin list-sendfile-refusals"
text "Mended:"
run 0 "mv /srv/away /srv/media" "curl -s -o /tmp/answer.html -w '%{http_code}\n' '$file'"

page first-hour
cat <<EOF
# The first hour

The hour after the [tutorial](tutorial.md), on the server that it has installed, before that is stopped: the same run of
\`scripts/first-hour.sh\` with GlassFish $version, played again by a test.
EOF

section "Watch, and steer"
text "Somebody downloads slowly:"
run 0 "curl -s --limit-rate 1M -o /tmp/sunrise.mp4 '$file' &"
download=$!
id=$(running_transfer)
run 0 "sleep 3; asadmin list-sendfile-transfers"
text "Give this download a rate of its own, and look again:"
run 0 "asadmin set-sendfile-transfer-rate $id 200000" "sleep 3; asadmin list-sendfile-transfers"
text "End it. The client sees that its connection was cut (status 56 or 18 of curl), never a file that
only seems to be complete:"
run 0 "asadmin cancel-sendfile-transfer $id"
! wait "$download" || fail "the download that was cancelled came through"

section Configure
run 0 "asadmin set-sendfile-configuration --stall-timeout-seconds 30 --max-active-transfers 2000"
text "A wrong value changes nothing, and is told what is right:"
run 1 "asadmin set-sendfile-configuration --stall-timeout-seconds 30x --etag fine"
page tutorial
section "The console"
text "<http://localhost:4848> is GlassFish's admin console; *Sendfile* in its tree shows running downloads with their rates,
the last refusals and the charts, and *Sendfile* below a configuration has all settings:

![The page of the admin console: throughput, transfers, times and refusals as charts, and running downloads](images/console-now.png)"

section Uninstall
run 0 "asadmin stop-domain" "/opt/$distribution/uninstall.sh /opt/$glassfish" "asadmin start-domain"
text "The application is there still, but nobody obeys its header, and nobody removes it any more: it reaches
the client. So take hand-offs out of applications first, or let them pass a \`Path\` by \`SendfileResponse.send\`,
which copies now:"
run 0 "curl -s '$file'" "asadmin stop-domain"
cp "$work/tutorial.md" "$work/first-hour.md" "$pages"
