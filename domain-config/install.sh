#!/usr/bin/env bash
# Puts glassfish-sendfile into an existing GlassFish 7 or 8, or Payara 6 or 7.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd -P)
# shellcheck source=domain-config/server-folder.sh
. "$here/server-folder.sh"

usage() {
  cat <<EOF
usage: install.sh GLASSFISH_HOME

Copies ${JARS[*]} into GLASSFISH_HOME/glassfish/modules. Keeps a copy of each
domain.xml beside it. Doing it twice changes nothing; a newer jar replaces the older one.
The server has to be stopped; start it afterwards with
  GLASSFISH_HOME/bin/asadmin start-domain
EOF
}

# The jar of the distribution, or else the one that was built here.
find_jar() {
  local candidate folder=${1#sendfile-}
  for candidate in "$here/modules/$1" "$here/../${folder%.jar}/target/${1%.jar}"-[0-9]*.jar; do
    case $candidate in *-sources.jar | *-javadoc.jar | *-tests.jar) continue ;; esac
    if [[ -f $candidate ]]; then
      echo "$candidate"
      return
    fi
  done
  fail "$1 is neither in $here/modules nor built: unzip the whole distribution, or run: mvn package"
}

case ${1:-} in
  -h | --help) usage; exit 0 ;;
esac
if [[ $# -ne 1 ]]; then
  usage >&2
  exit 2
fi

find_server "$1"
refuse_running_server
changed=()
for jar in "${JARS[@]}"; do
  source=$(find_jar "$jar")
  cmp -s "$source" "$SERVER/modules/$jar" || changed+=("$source")
done
if [[ ${#changed[@]} -eq 0 ]]; then
  echo "already installed in $SERVER/modules: nothing to do"
  exit 0
fi
[[ -w $SERVER/modules ]] || fail "$SERVER/modules cannot be written: run this as the user the server belongs to"
keep_copies_of_domain_xml install
for jar in "${JARS[@]}"; do
  # Written aside and moved: an interrupted copy never leaves half a jar in a server.
  cp "$(find_jar "$jar")" "$SERVER/modules/.$jar.new"
  chmod 644 "$SERVER/modules/.$jar.new"
  mv "$SERVER/modules/.$jar.new" "$SERVER/modules/$jar"
  echo "installed $SERVER/modules/$jar"
done
forget_known_parameters
cat <<EOF
Next: $SERVER/bin/asadmin start-domain
      $SERVER/bin/asadmin create-sendfile-root --path /srv/media media
      $SERVER/bin/asadmin create-jvm-options '$(IFS=: && echo "${JVM_OPTIONS[*]}")'
      and a restart, so that rates flow evenly, slow clients cost little memory of the kernel, and
      the kernel tells which files are on the disk
EOF
# GlassFish has it as shipped.
if [[ $SERVER_NAME == Payara* ]]; then
  cat <<EOF
      $SERVER/bin/asadmin create-jvm-options '--add-opens=java.base/sun.nio.fs=ALL-UNNAMED'
      and a restart, so that files are opened without a separate thread
EOF
fi
