#!/usr/bin/env bash
# Makes an archive of classes for a domain of an existing GlassFish 7 or 8, or Payara 6 or 7.
set -euo pipefail

here=$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")
# shellcheck source=domain-config/server-folder.sh
. "$here/server-folder.sh"

usage() {
  cat <<EOF
usage: archive.sh [--request URL]... [--domain NAME] [--domaindir DIR]... GLASSFISH_HOME
       archive.sh --remove [--domain NAME] [--domaindir DIR]... GLASSFISH_HOME

Makes an archive of the classes of a domain, with which it starts with less CPU: starts the domain with JVM
options that record classes, asks its listeners for the page /, and stops it. Then its domain.xml has JVM
options that use the archive: sendfile/classes.aot in the folder of the domain, or with a Java before 25
sendfile/classes.jsa. The server has to be stopped; start it afterwards as always.

Do it again after an update of Java, of the server, of this module or of applications: classes that have
changed are loaded as without an archive, and another Java refuses the whole of it.

  --request URL     asks for that too, a thousand times: a file that an application hands off, as
                    http://localhost:8080/shop/download?id=1; may be repeated
  --domain NAME     the domain, where there are several
  --domaindir DIR   finds the domains in DIR too, as asadmin does; may be repeated
  --remove          removes the archive, and its JVM options from domain.xml
EOF
}

# Sets DOMAIN to the folder of the only domain, or of the one that is named.
choose_domain() {
  local folder name names=() found=()
  name=$(values --domain)
  for folder in ${DOMAINS[@]+"${DOMAINS[@]}"}; do
    names+=("${folder##*/}")
    [[ -n $name && ${folder##*/} != "$name" ]] || found+=("$folder")
  done
  [[ ${#names[@]} -gt 0 ]] || fail "$SERVER/domains has no domain: name another folder by --domaindir"
  [[ ${#found[@]} -gt 0 ]] || fail "there is no domain '$name': --domain takes one of ${names[*]}"
  [[ ${#found[@]} -eq 1 ]] || fail "there are several domains: name one of ${names[*]} by --domain"
  DOMAIN=${found[0]}
}

# Name, port and address of each listener.
listeners() {
  local xml=$DOMAIN/config/domain.xml
  awk "$READ_XML$FIND_CONFIG"'
    FNR != NR && is_tag("network-listener") && config == its && attribute("enabled") != "false" {
      address = attribute("address")
      print attribute("name") "\t" attribute("port") "\t" (address ~ /^(0\.0\.0\.0)?$/ ? "localhost" : address) "\n"
    }' "$xml" "$xml"
}

# ask OPTION OF curl...
ask() {
  curl --silent --insecure --globoff --noproxy '*' "$@" || true
}

# Loads what clients and administrators let the server load.
train() {
  local name port address url status end i
  while IFS=$'\t' read -r name port address; do
    [[ $port =~ ^[0-9]+$ ]] || continue
    if [[ $name == admin-listener ]]; then
      # The password is that of AS_ADMIN_PASSWORDFILE, if there is one.
      "$SERVER/bin/asadmin" --interactive=false --host "$address" --port "$port" list >/dev/null 2>&1 </dev/null || true
      # The first request for the console installs it.
      grep -qF '"__admingui"' "$DOMAIN/config/domain.xml" || continue
    fi
    for url in http https; do ask --max-time 60 "$url://$address:$port/" >/dev/null; done
  done <<<"$(listeners)"
  while IFS= read -r url; do
    [[ -n $url ]] || continue
    status=$(ask --max-time 60 --output /dev/null --write-out '%{http_code}' "$url")
    [[ $status == 2* ]] ||
      fail "$url was answered by ${status/000/nothing}, not by a file: give --request a URL that clients can load without a session, and look into $DOMAIN/logs/server.log"
    # Often enough for what each hand-off runs; the JVM compiles all of that at each start, so no more.
    end=$((SECONDS + 20))
    for ((i = 0; i < 100 && SECONDS < end; i++)); do
      printf 'url = "%s"\n' "$url"{,,,,,,,,,} | ask --config - --max-time 20 --fail-early >/dev/null
    done
  done <<<"$(values --request)"
}

# stop_server SIGNAL: until its process has ended. The JVM writes the archive as it ends.
stop_server() {
  local pid tenths=0
  pid=$(process_with "-Dcom.sun.aas.instanceRoot=$DOMAIN")
  [[ -n $pid ]] || return 0
  kill "-$1" "$pid" 2>/dev/null || true
  while [[ $(folder_of_process "$pid") -ef $DOMAIN ]]; do
    [[ $tenths -lt 6000 ]] || fail "process $pid has not ended in ten minutes: look into $DOMAIN/logs/server.log"
    sleep 0.1
    tenths=$((tenths + 1))
  done
}

# Leaves the domain as it was, unless it has the new archive.
recording=false
# shellcheck disable=SC2317 # the trap calls it
clean_up() {
  trap '' INT TERM HUP
  rm -f ${ASIDE[@]+"${ASIDE[@]}"}
  if $recording; then
    stop_server KILL
    rm -f "$DOMAIN"/sendfile/classes.*.{new,config}
    use_archive "$DOMAIN"
  fi
}
trap clean_up EXIT
trap 'exit 1' INT TERM HUP

# Sets COMMAND to the words by which asadmin would start the domain, and JAVA to the major version of its Java.
find_java() {
  local said word
  said=$("$SERVER/bin/asadmin" start-domain --dry-run --domaindir "${DOMAIN%/*}" "${DOMAIN##*/}" 2>&1) || true
  COMMAND=()
  while IFS= read -r word; do COMMAND+=("$word"); done < <(
    awk 'dump && /^$/ { exit } dump; /^Dump of JVM/ { dump = 1 }' <<<"$said")
  JAVA=$(version_of_java "${COMMAND[0]-}")
  [[ $JAVA =~ ^[0-9]+$ ]] || fail "asadmin does not tell the Java of $DOMAIN: $said"
}

# A Java from 25 on records first, and makes the archive then; it could do both as it ends, but not without the
# terminal that asadmin has taken with it.
make_archive() {
  local folder=$DOMAIN/sendfile file=classes.jsa said=''
  find_java
  mkdir -p "$folder"
  recording=true
  if [[ $JAVA -ge 25 ]]; then
    file=classes.aot
    name_archive "$DOMAIN" -XX:AOTConfiguration classes.aot.config
  else
    name_archive "$DOMAIN" -XX:ArchiveClassesAtExit classes.jsa.new
  fi
  "$SERVER/bin/asadmin" start-domain --domaindir "${DOMAIN%/*}" "${DOMAIN##*/}" ||
    fail "the domain does not start: look into $DOMAIN/logs/server.log"
  train
  stop_server TERM
  if [[ $JAVA -ge 25 ]]; then
    said=$("${COMMAND[0]}" -XX:AOTMode=create "-XX:AOTConfiguration=$folder/classes.aot.config" \
      "-XX:AOTCache=$folder/classes.aot.new" "${COMMAND[@]:1}" 2>&1) || true
  fi
  [[ -f $folder/$file.new ]] || fail "Java $JAVA made no archive: ${said:-look into $DOMAIN/logs/server.log}"
  rm -f "$folder"/classes.{jsa,aot,aot.config}
  # A Java before 25 does not survive an archive that is cut off, as after a power failure.
  sync "$folder/$file.new"
  mv "$folder/$file.new" "$folder/$file"
  recording=false
  use_archive "$DOMAIN"
  echo "made $folder/$file, $(($(wc -c <"$folder/$file") / 1000000)) MB, for Java $JAVA, and named it in $DOMAIN/config/domain.xml"
}

read_arguments --request= --domain= --remove -- "$@"
while IFS= read -r url; do
  [[ -z $url || $url =~ ^https?://[^/]+/ ]] ||
    wrong_usage "'$url' is no URL: give --request one as http://localhost:8080/shop/download?id=1"
done <<<"$(values --request)"
find_server
find_domains
choose_domain
refuse_running_server
[[ -O $DOMAIN ]] || fail "$DOMAIN belongs to another user: run this as the user the server belongs to"
must_write "$DOMAIN" "$DOMAIN/config" "$DOMAIN/config/domain.xml" "$DOMAIN/sendfile"
if chosen --remove; then
  remove_archive "$DOMAIN" | grep . || echo "$DOMAIN has no archive of classes: nothing to do"
  exit 0
fi
[[ -e $SERVER/modules/sendfile-module.jar ]] ||
  fail "glassfish-sendfile is not installed in $SERVER/modules: run $(printf %q "$here/install.sh") first"
command -v curl >/dev/null || fail "the command curl is missing, which asks the server for pages: install it"
make_archive
echo "Next:"
echo "      $(asadmin) start-domain $(outside "$DOMAIN")$(printf %q "${DOMAIN##*/}")"
