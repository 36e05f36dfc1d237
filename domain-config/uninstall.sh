#!/usr/bin/env bash
# Takes glassfish-sendfile out of an existing GlassFish 7 or 8, or Payara 6 or 7.
set -euo pipefail

here=$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")
# shellcheck source=domain-config/server-folder.sh
. "$here/server-folder.sh"
for name in "${OPTIONAL[@]}"; do JARS+=("sendfile-$name.jar"); done

usage() {
  cat <<EOF
usage: uninstall.sh [--domaindir DIR]... GLASSFISH_HOME

Removes ${JARS[*]} from GLASSFISH_HOME/glassfish/modules,
and what the module has recorded from its domains and nodes: the histories, the ended downloads,
the refusals, the records of whole downloads, the cache of stores in its usual folder, the archive
of classes, the JVM options that install.sh has added. Prints what stays, and why. Keeps a copy of each domain.xml beside
it, since GlassFish drops the element <sendfile-config> when it saves domain.xml without the
module; install.sh --restore-settings puts it back. Of copies, the last three stay. The server has
to be stopped. Doing it twice changes nothing.

  --domaindir DIR   visits the domains in DIR too, as asadmin does; may be repeated
EOF
}

# What the module has recorded in the folder of a server, and of the console's pages what they were
# unpacked to.
remove_records() {
  local file
  for file in "$1"/sendfile/{history,ended,refused,downloads}{,.damaged,.new} "$1"/sendfile-cache \
    "$1"/applications/__sendfile_console "$1"/generated/*/__sendfile_console "$1"/generated/sendfile; do
    if [[ -e $file ]]; then
      rm -rf "$file"
      echo "removed $file"
    fi
  done
}

# cache_folders DOMAIN_XML...: the folders of stores' caches that their settings name, a line for each.
cache_folders() {
  awk "$READ_XML"'
    is_tag("sendfile-plugin") { stores = attribute("name") == "s3" }
    is_tag("/sendfile-plugin") { stores = "" }
    stores && is_tag("property") && attribute("name") == "cache-folder" { print attribute("value") "\n" }' "$@" |
    sed 's/&amp;/\&/g' | sort -u
}

# tell_rest FOLDER: what stays in the folder of a server.
tell_rest() {
  local file options=() option copies known=()
  # Of a journal without results, nothing is left.
  find "$1/sendfile" -type f \( -name lock -o -size 0 \) -exec rm {} + 2>/dev/null || true
  find "$1/sendfile" -depth -type d -empty -exec rmdir {} \; 2>/dev/null || true
  if [[ -d $1/sendfile ]]; then
    while IFS= read -r file; do
      echo "left $file: results of downloads that are not delivered yet, with clients and files; they go out after the next installation"
    done < <(find "$1/sendfile" -type f ! -path "$1/sendfile/links/*")
    [[ ! -e $1/sendfile/links/journal ]] ||
      echo "left $1/sendfile/links/journal: ids of links that were used or revoked; without it they would be answered again after the next installation"
  fi
  for file in "$1"/logs/sendfile-downloads.*.jsonl; do
    [[ ! -f $file ]] || echo "left $file: the log of downloads, with clients and files"
  done
  for file in "$1"/logs/server.log*; do
    ! grep -qs 'io\.sendfile\.glassfish' "$file" ||
      echo "left $file: the server's log, with lines of the module that name clients and files"
  done
  copies=$(copies_of "$1/config/domain.xml")
  while IFS= read -r file; do
    [[ -n $file ]] || continue
    known+=("$file")
    ! has_settings "$file" ||
      echo "left $file: settings of the module, which install.sh --restore-settings puts back"
  done <<<"$copies"
  [[ ! -f $1/config/domain.xml ]] || known+=("$1/config/domain.xml")
  [[ ${#known[@]} -eq 0 ]] || while IFS= read -r file; do
    [[ ! -d $file ]] || echo "left $file: the cache of stores, with copies of files, in a folder that was set"
  done < <(cache_folders "${known[@]}")
  for option in "${JVM_OPTIONS[@]}"; do
    ! grep -qsF -e ">$option<" "$1/config/domain.xml" || options+=("$option")
  done
  if [[ ${#options[@]} -gt 0 && ! -d $(dirname "$1")/agent ]]; then
    cat <<EOF
left $1/config/domain.xml: JVM options that the module has no more use for. After the next start:
      $(asadmin) delete-jvm-options '$(IFS=: && echo "${options[*]}")'
EOF
  fi
}

read_arguments -- "$@"
find_server
find_domains
refuse_running_server
present=()
for jar in "${JARS[@]}"; do
  [[ ! -e $SERVER/modules/$jar ]] || present+=("$jar")
done
if [[ ${#present[@]} -gt 0 ]]; then
  must_write "$SERVER/modules"
  put_copies_of_domain_xml_aside uninstall
  move_into_places
  tell_copies_of_domain_xml uninstall
  for jar in "${present[@]}"; do
    rm "$SERVER/modules/$jar"
    echo "removed $SERVER/modules/$jar"
  done
else
  echo "not installed in $SERVER/modules: nothing to do there"
fi
for folder in ${DOMAINS[@]+"${DOMAINS[@]}"}; do
  remove_archive "$folder"
  remove_jvm_options "$folder"
done
for folder in ${DOMAINS[@]+"${DOMAINS[@]}"} ${INSTANCES[@]+"${INSTANCES[@]}"}; do
  remove_records "$folder"
  tell_rest "$folder"
done
