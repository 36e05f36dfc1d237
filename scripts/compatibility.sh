#!/usr/bin/env bash
# Writes the table of docs/compatibility.md from the reports of the scenarios: what was played in
# which server, and passed. verify.sh --all calls it; after single suites it keeps the other rows.
set -euo pipefail

cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.."
# shellcheck source=scripts/tools.sh
. scripts/tools.sh

page=docs/compatibility.md
reports=integration-tests/suites

# The columns, each with the scenarios that prove it.
columns=(
  'hand-off:ApplicationsIT AttributesIT PassedFilesIT RestFilesIT ConnectionsIT RefusalsIT'
  'TLS:TlsIT'
  'HTTP/2:Http2StreamsIT H2specIT'
  'static files:StaticFilesIT StaticApplicationsIT'
  'access log:AccessLogIT'
  'asadmin:ListenerSettingsIT ExplanationsIT TransfersIT'
  'REST:RestIT'
  'metrics:AdminAccessIT MonitoringIT'
  'console:NavigationIT'
)

# cell SERVER SCENARIO...: the number of tests that passed; the number of all beside it if one did not.
cell() {
  local server=$1
  shift
  local name files=()
  for name in "$@"; do
    while IFS= read -r file; do files+=("$file"); done < <(
      find "$reports" -path "*/failsafe-reports/$server/TEST-*.$name.xml" -size +0)
  done
  [[ ${#files[@]} -gt 0 ]] || { echo '–'; return; }
  test_results "${files[@]}" | awk '
    { all++ }
    /^passed/ { passed++ }
    END { print all == 0 ? "–" : passed == all ? all : passed + 0 " of " all }'
}

# name SERVER: as the reports have it, in words.
name() {
  if [[ $1 == embedded ]]; then
    echo "embedded GlassFish $(pom_property glassfish.embedded.version)"
  else
    server_name "$1"
  fi
}

row() {
  local column cells=''
  for column in "${columns[@]}"; do
    # shellcheck disable=SC2086 # the names of scenarios
    cells+=" $(cell "$1" ${column#*:}) |"
  done
  echo "| $(name "$1") |$cells"
}

# The row of a server of which there is no report, as the page has it.
old_row() {
  grep -F "| $(name "$1") |" "$page" || true
}

table() {
  local column server
  printf '| server |'
  for column in "${columns[@]}"; do printf ' %s |' "${column%%:*}"; done
  printf '\n|---|'
  for column in "${columns[@]}"; do printf -- '---:|'; done
  echo
  for server in embedded $(servers); do
    if [[ -n $(find "$reports" -path "*/failsafe-reports/$server/TEST-*" -print -quit 2>/dev/null) ]]; then
      row "$server"
    else
      old_row "$server"
    fi
  done
}

rows=$(mktemp)
trap 'rm -f "$rows"' EXIT
table >"$rows"
awk -v rows="$rows" '
  /<!-- table -->/ { print; while ((getline line < rows) > 0) print line; skipping = 1; next }
  /<!-- \/table -->/ { skipping = 0 }
  !skipping { print }' "$page" >"$page.new"
mv "$page.new" "$page"
