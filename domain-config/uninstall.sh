#!/usr/bin/env bash
# Takes glassfish-sendfile out of an existing GlassFish 7 or 8, or Payara 6 or 7.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd -P)
# shellcheck source=domain-config/server-folder.sh
. "$here/server-folder.sh"

usage() {
  cat <<EOF
usage: uninstall.sh GLASSFISH_HOME

Removes ${JARS[*]} from GLASSFISH_HOME/glassfish/modules, and the histories of
downloads (sendfile/history) from its domains and nodes. Keeps a copy of each
domain.xml beside it, since GlassFish drops the element <sendfile-config> when it saves
domain.xml without the module. The server has to be stopped. Doing it twice changes nothing.
EOF
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
present=()
for jar in "${JARS[@]}"; do
  [[ ! -e $SERVER/modules/$jar ]] || present+=("$jar")
done
if [[ ${#present[@]} -eq 0 ]]; then
  echo "not installed in $SERVER/modules: nothing to do"
  exit 0
fi
[[ -w $SERVER/modules ]] || fail "$SERVER/modules cannot be written: run this as the user the server belongs to"
keep_copies_of_domain_xml uninstall
for jar in "${present[@]}"; do
  rm "$SERVER/modules/$jar"
  echo "removed $SERVER/modules/$jar"
done
for file in "$SERVER"/domains/*/config/domain.xml; do
  for option in "${JVM_OPTIONS[@]}"; do
    if grep -qsF -e "$option" "$file"; then
      cat <<EOF
Left in $file: a JVM option that the module has no more use for. After the next start:
      $SERVER/bin/asadmin delete-jvm-options '$option'
EOF
    fi
  done
done
# What the pages in the admin console were unpacked to.
rm -rf "$SERVER"/domains/*/applications/__sendfile_console \
  "$SERVER"/domains/*/generated/*/__sendfile_console "$SERVER"/domains/*/generated/sendfile
for folder in "$SERVER"/domains/*/sendfile "$SERVER"/nodes/*/*/sendfile; do
  for file in "$folder"/history "$folder"/history.damaged; do
    if [[ -e $file ]]; then
      rm "$file"
      echo "removed $file"
    fi
  done
  # Not empty while there are undelivered results.
  rmdir "$folder" 2>/dev/null || true
done
