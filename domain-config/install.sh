#!/usr/bin/env bash
# Puts glassfish-sendfile into an existing GlassFish 7 or 8, or Payara 6 or 7.
set -euo pipefail

here=$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")
# shellcheck source=domain-config/server-folder.sh
. "$here/server-folder.sh"

usage() {
  cat <<EOF
usage: install.sh [--with-NAME]... [--jvm-options] [--restore-settings]
                  [--domaindir DIR]... GLASSFISH_HOME

Copies ${JARS[*]} into GLASSFISH_HOME/glassfish/modules. Keeps
a copy of each domain.xml beside it; of copies, the last three stay. Doing it twice changes nothing;
a newer jar replaces the older one. The server has to be stopped; start it afterwards with
  GLASSFISH_HOME/bin/asadmin start-domain

  --with-NAME          copies the optional bundle sendfile-NAME.jar too; once installed, it is updated
                       with the others. There are: ${OPTIONAL[*]}; docs/install.md says what for
  --with-all           copies all of them
  --jvm-options        adds to each domain.xml the JVM options that the module gains by and that it
                       lacks, rather than print the command that does; uninstall.sh removes them
  --restore-settings   puts the element <sendfile-config> of the last kept copy that has one into
                       each domain.xml that has lost it, as after a time without the module
  --domaindir DIR      visits the domains in DIR too, as asadmin does; may be repeated
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

# The version of what is installed: that of the distribution, or of what was built here.
version() {
  local jar
  if [[ -f $here/version ]]; then
    cat "$here/version"
  else
    jar=$(basename "$(find_jar sendfile-module.jar)" .jar)
    echo "${jar#sendfile-module-}"
  fi
}

# restored COPY DOMAIN_XML [names]: that domain.xml, with the element sendfile-config of the copy in each
# configuration that has none; with 'names', only the names of these configurations.
restored() {
  awk -v names="${3:-}" "$READ_XML"'
    function is_closed(tag) {
      gsub(/"[^"]*"|\047[^\047]*\047/, "", tag)
      sub(/>.*/, "", tag)
      return tag ~ /\/$/
    }
    FNR == 1 { lost = "" }
    is_tag("config") { lost = config }
    FNR == NR {
      if (config != "" && is_tag("sendfile-config")) {
        element = 1
        text = ""
      }
      if (element) {
        text = text "<" $0
        if (is_tag("/sendfile-config") || is_tag("sendfile-config") && is_closed($0)) {
          element = 0
          sub(/[^>]*$/, "", text)
          if (text !~ /^<sendfile-config[ \t\r\n]*(\/>|>[ \t\r\n]*<\/sendfile-config>)$/) settings[config] = text
        }
      }
    }
    FNR != NR {
      if (is_tag("sendfile-config")) lost = ""
      if (is_tag("/config")) {
        if (lost != "" && lost in settings) print names ? lost "\n" : "  " settings[lost] "\n    "
        lost = ""
      }
      if (!names) print (FNR > 1 ? "<" : "") $0
    }' "$1" "$2"
}

# Sets lost to the domains that lack settings, and copies to the last kept copies that have them.
find_lost_settings() {
  local domain copy
  lost=() copies=()
  for domain in ${DOMAINS[@]+"${DOMAINS[@]}"}; do
    while IFS= read -r copy; do
      if [[ -n $copy && -n $(restored "$copy" "$domain/config/domain.xml" names) ]]; then
        lost+=("$domain") copies+=("$copy")
        break
      fi
    done <<<"$(copies_of "$domain/config/domain.xml")"
  done
}

# options_of FILE: with blanks, the options that bring the bundles which its settings need and the server lacks.
options_of() {
  local name
  while IFS= read -r name; do
    [[ " ${OPTIONAL[*]} " != *" $name "* || " ${JARS[*]} " == *" sendfile-$name.jar "* ]] || printf -- '--with-%s ' "$name"
  done < <(awk "$READ_XML"'
    is_tag("sendfile-plugin") { print attribute("name") "\n" }
    is_tag("sendfile-root") { store = attribute("store"); sub(/:.*/, "", store); print store "\n" }' "$1" | sort -u)
}

# Says of each domain what came back, or why nothing did.
restore_settings() {
  local i original names needed domain
  for i in "${!lost[@]}"; do
    original=${lost[i]}/config/domain.xml
    names=$(restored "${copies[i]}" "$original" names | tr '\n' ' ')
    # With the owner and the mode of the original.
    put_aside "$original" "$original" -p
    restored "${copies[i]}" "$original" >"${ASIDE[0]}" || not_written "$original"
    move_into_places
    echo "restored the settings of ${names% } in $original from ${copies[i]}"
    needed=$(options_of "${copies[i]}")
    [[ -z $needed ]] ||
      echo "      They need a bundle that is not installed: $(printf %q "$0") $needed$(outside "${lost[i]}")$(printf %q "$HOME_FOLDER")"
  done
  for domain in ${DOMAINS[@]+"${DOMAINS[@]}"}; do
    original=$domain/config/domain.xml
    if printf '%s\n' ${lost[@]+"${lost[@]}"} | grep -xF -e "$domain" >/dev/null; then continue; fi
    if grep -q '<sendfile-config' "$original"; then
      echo "restored nothing in $original: it has an element sendfile-config"
    else
      echo "restored nothing in $original: no copy beside it has settings of the module"
    fi
  done
}

tell_settings() {
  if chosen --restore-settings; then restore_settings; else offer_settings; fi
}

# Tells of settings that could be put back; never asks, so that no script hangs.
offer_settings() {
  local i
  for i in "${!lost[@]}"; do
    cat <<EOF
The settings of ${lost[i]} are in ${copies[i]}
      To put them back while the server is stopped: $(printf %q "$0") --restore-settings $(options_of "${copies[i]}")$(outside "${lost[i]}")$(printf %q "$HOME_FOLDER")
EOF
  done
}

# The version of the Java that asadmin finds, which reads the same file; nothing if it finds none.
java_of_asadmin() (
  set +eu
  # shellcheck disable=SC2034 # the file uses it
  AS_INSTALL=$SERVER
  # shellcheck source=/dev/null
  . "$SERVER/config/asenv.conf" 2>/dev/null
  home=${AS_JAVA:-$JAVA_HOME}
  version_of_java "${home:+$home/bin/}java"
)

# configurations_off DOMAIN_XML: the names of those whose settings switch the module off.
configurations_off() {
  awk "$READ_XML"'
    is_tag("sendfile-config") && tolower(attribute("enabled")) == "false" { print config "\n" }' "$1"
}

# The commands that follow, with the name of the domain where there is a choice.
tell_next() {
  local domain options=() benefits=() i java config
  echo "Next:"
  if [[ $SERVER_NAME == "GlassFish 8" ]]; then
    java=$(java_of_asadmin)
    [[ -z $java || ${java%%.*} -ge 21 ]] ||
      echo "      with JAVA_HOME set to a JDK 21 or later, which asadmin of GlassFish 8 needs; it finds Java $java"
  fi
  for domain in ${DOMAINS[@]+"${DOMAINS[@]}"}; do
    # Made without the new jars.
    [[ -z $(archive_of "$domain") ]] ||
      echo "      $(printf %q "$here/archive.sh") $(outside "$domain")--domain $(printf '%q %q' "${domain##*/}" "$HOME_FOLDER")"
    if [[ ${#DOMAINS[@]} -eq 1 && $(dirname "$domain") -ef $SERVER/domains ]]; then
      echo "      $(asadmin) start-domain"
    else
      echo "      $(asadmin) start-domain $(outside "$domain")$(printf %q "$(basename "$domain")")"
    fi
  done
  for domain in ${DOMAINS[@]+"${DOMAINS[@]}"}; do
    while IFS= read -r config; do
      echo "      $(asadmin) set-sendfile-configuration --target $(printf %q "$config") --enabled true     # the module is switched off in ${domain##*/}"
    done < <(configurations_off "$domain/config/domain.xml")
  done
  everywhere grep -qF -e '<sendfile-root' || echo "      $(asadmin) create-sendfile-root --path /srv/media media     # for X-Sendfile; a Path needs none"
  for i in "${!JVM_OPTIONS[@]}"; do
    everywhere has_option "$i" || options+=("${JVM_OPTIONS[i]}") benefits+=("${BENEFITS[i]}")
  done
  [[ ${#options[@]} -eq 0 ]] || cat <<EOF
      $(asadmin) create-jvm-options '$(IFS=: && echo "${options[*]}")'
      and a restart, so that$(printf '\n      - %s' "${benefits[@]}")
EOF
}

# everywhere COMMAND...: whether it succeeds with the domain.xml of each domain.
everywhere() {
  local domain
  for domain in ${DOMAINS[@]+"${DOMAINS[@]}"}; do
    "$@" "$domain/config/domain.xml" || return 1
  done
}

read_arguments "${OPTIONAL[@]/#/--with-}" --with-all --jvm-options --restore-settings -- "$@"
find_server
for name in "${OPTIONAL[@]}"; do
  jar=sendfile-$name.jar
  if chosen "--with-$name" || chosen --with-all || [[ -e $SERVER/modules/$jar ]]; then JARS+=("$jar"); fi
done
find_domains
refuse_running_server
changed=()
for jar in "${JARS[@]}"; do
  source=$(find_jar "$jar")
  cmp -s "$source" "$SERVER/modules/$jar" || changed+=("$source")
done
find_lost_settings
restoring=false
if chosen --restore-settings && [[ ${#lost[@]} -gt 0 ]]; then restoring=true; fi
adding=()
for domain in ${DOMAINS[@]+"${DOMAINS[@]}"}; do
  if chosen --jvm-options && [[ -n $(missing_options "$domain/config/domain.xml") ]]; then adding+=("$domain"); fi
done
if [[ ${#changed[@]} -gt 0 ]]; then
  must_write "$SERVER/modules"
elif ! $restoring && [[ ${#adding[@]} -eq 0 ]]; then
  echo "glassfish-sendfile $(version) is already installed in $SERVER/modules: nothing to do"
  tell_settings
  exit 0
fi
echo "glassfish-sendfile $(version) for $SERVER_NAME in $SERVER"
if [[ ${#changed[@]} -gt 0 ]]; then
  for jar in "${JARS[@]}"; do
    put_aside "$(find_jar "$jar")" "$SERVER/modules/$jar"
  done
  chmod 644 "${ASIDE[@]}"
fi
put_copies_of_domain_xml_aside install
move_into_places
tell_copies_of_domain_xml install
if [[ ${#changed[@]} -gt 0 ]]; then
  for jar in "${JARS[@]}"; do echo "installed $SERVER/modules/$jar"; done
fi
tell_settings
for domain in ${adding[@]+"${adding[@]}"}; do add_jvm_options "$domain"; done
forget_known_parameters
tell_next
