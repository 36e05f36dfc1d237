#!/usr/bin/env bash
# Plays one class of scenarios, or one method of it, in one server.
set -euo pipefail

cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.."
# shellcheck source=scripts/tools.sh
. scripts/tools.sh

folder=integration-tests/src/test/java

places() {
  { printf '%s\n' grizzly4 grizzly5 embedded && servers; } | paste -s -d , | sed 's/,/, /g'
}

usage() {
  cat <<EOF
usage: scripts/scenario.sh CLASS[#METHOD] [SERVER]

Builds what has changed, and plays these scenarios of integration-tests in SERVER: $(places);
without it, in $(newest_glassfish). Once nothing but scenarios was changed, a call takes seconds and the start of the
server. No other build must run in this folder at the same time.
The JDK of a server is found as verify.sh finds it.

  scripts/scenario.sh RangesIT
  scripts/scenario.sh 'RangesIT#sends*' grizzly4
  scripts/scenario.sh ReadmePictures       # pictures of the pages, in scenarios/SERVER/screenshots

One unit test, which needs no server: mvn -pl core -am test -Dtest=BodyTest
EOF
}

case ${1:-} in
  -h | --help) usage; exit 0 ;;
  -* | '') usage >&2; fail "it takes the name of a class first" ;;
esac
(($# < 3)) || fail "it takes a class and a server, and no '$3'"
class=${1%%#*} server=${2:-$(newest_glassfish)}
[[ ", $(places)," == *", $server,"* ]] || fail "there is no server '$server': choose one of $(places)"
source=$(find "$folder" -name "$class.java" | sed -n 1p)
[[ $class == *@(IT|Pictures) && -n $source ]] || {
  similar=$(find "$folder" -iname "*${class%IT}*IT.java" | sed 's:.*/::; s/\.java$//' | sort)
  fail "there is no class '$class' of scenarios below $folder${similar:+; did you mean ${similar//$'\n'/, }?}"
}

need_build_tools
use_server_jdk "$server" || fail "$(server_jdk_wanted "$server")"
profiles=scenarios options=()
[[ $source != */frameworks/* ]] || profiles+=,frameworks
started=$(mktemp)
trap 'rm -f "$started"' EXIT
# Maven takes a jar that was packed again for a changed one, and would compile all that needs it anew.
built=integration-tests/target/built
if [[ -f $built && -z $(find . \( -name .git -o -name target -o -name docs \) -prune -o -type f ! -name '*IT.java' \
  -newer "$built" -print -quit) ]]; then
  options+=(-Dmaven.compiler.useIncrementalCompilation=false -Dbnd.skip)
fi
status=0
maven verify "-P$profiles" ${options[@]+"${options[@]}"} "-Dit.test=$1" -Dfailsafe.failIfNoSpecifiedTests=false \
  -Dscenario.groups= --projects "integration-tests/suites/$server" --also-make -DskipUnitTests -Dspotless.check.skip ||
  status=1
reports=integration-tests/suites/$server/target/failsafe-reports/$server
find "$reports" -name 'TEST-*.xml' -newer "$started" 2>/dev/null | {
  files=()
  while IFS= read -r file; do files+=("$file"); done
  ((${#files[@]} > 0 || status > 0)) ||
    fail "nothing of $1 was played: there is no such method, or a tag of it keeps it from $server (see @InContainer, @OnGrizzly and the like)"
  tell_tests ${files[@]+"${files[@]}"}
  ((${#files[@]} == 0)) || cp -p "$started" "$built"
}
echo "in ${SECONDS} s; reports and output are in $reports"
exit $status
