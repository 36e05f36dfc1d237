# Sourced by install.sh, uninstall.sh and archive.sh: what they have to know about a server's folder.
# shellcheck shell=bash

# shellcheck disable=SC2034 # the scripts that source this use it
JARS=(sendfile-module.jar sendfile-admin-plugin.jar)
# Names of the optional bundles: of the other jars of the distribution, or of what the sources call so.
OPTIONAL=()
# shellcheck disable=SC2154 # the scripts that source this have it
for each in "$here"/modules/sendfile-*.jar; do
  [[ ! -f $each || " ${JARS[*]} " == *" ${each##*/} "* ]] || OPTIONAL+=("$(basename "${each##*/sendfile-}" .jar)")
done
if [[ ! -d $here/modules ]]; then
  while IFS= read -r each; do OPTIONAL+=("$(basename "${each%/pom.xml}")"); done < <(
    grep -l '<description>An optional bundle' "$here"/../*/pom.xml
  )
fi
# JVM options, the first Java in which each has an effect for the module, and that effect.
JVM_OPTIONS=(--add-opens=java.base/sun.nio.ch=ALL-UNNAMED --enable-native-access=ALL-UNNAMED)
FIRST_JAVA=(17 22)
# shellcheck disable=SC2034
BENEFITS=(
  "rates flow evenly, and slow clients cost little memory of the kernel"
  "with Java 22 or later, the kernel tells which files are on the disk"
)

fail() {
  echo "$(basename "$0"): $*" >&2
  exit 1
}

# read_arguments [OPTION]... -- ARGUMENT...: sets HOME_FOLDER and DOMAIN_DIRS, and the array CHOSEN to those
# of the options that are among the arguments; one that ends in = here takes a value.
read_arguments() {
  local known=' '
  while [[ $1 != -- ]]; do known+="$1 " && shift; done
  shift
  HOME_FOLDER='' DOMAIN_DIRS=() CHOSEN=()
  while [[ $# -gt 0 ]]; do
    case $1 in
      -h | --help) usage; exit 0 ;;
      --domaindir)
        [[ -n ${2:-} ]] || wrong_usage "$1 takes a folder"
        DOMAIN_DIRS+=("$2")
        shift
        ;;
      -*)
        if [[ $known == *" $1= "* ]]; then
          [[ -n ${2:-} ]] || wrong_usage "$1 takes a value"
          CHOSEN+=("$1=$2")
          shift
        else
          [[ $known == *" $1 "* ]] || wrong_usage "unknown option '$1'"
          CHOSEN+=("$1")
        fi
        ;;
      *)
        [[ -z $HOME_FOLDER ]] || wrong_usage "one folder of a server, not also '$1'"
        HOME_FOLDER=$1
        ;;
    esac
    shift
  done
  [[ -n $HOME_FOLDER ]] || wrong_usage "which server? Name the folder it was unzipped to, e.g. /opt/glassfish7"
}

# Whether that option is among the arguments.
chosen() {
  [[ " ${CHOSEN[*]-} " == *" $1 "* ]]
}

# The values of that option, a line for each.
values() {
  local each
  for each in ${CHOSEN[@]+"${CHOSEN[@]}"}; do
    [[ $each != "$1="* ]] || echo "${each#*=}"
  done
}

wrong_usage() {
  usage >&2
  echo "$(basename "$0"): $*" >&2
  exit 2
}

# A folder that cannot be read would seem to be empty.
must_read() {
  local path
  for path in "$@"; do
    [[ ! -e $path ]] || [[ -r $path && (! -d $path || -x $path) ]] ||
      fail "$path cannot be read: run this as the user the server belongs to"
  done
}

must_write() {
  local path
  for path in "$@"; do
    [[ ! -e $path || -w $path ]] || fail "$path cannot be written: run this as the user the server belongs to"
  done
}

# Sets SERVER to the absolute path of the folder `glassfish` of the installation named by HOME_FOLDER, and
# SERVER_NAME.
find_server() {
  local home=$HOME_FOLDER
  [[ -d $home ]] || fail "there is no folder '$home': name the folder the server was unzipped to, e.g. /opt/glassfish7"
  must_read "$home" "$home/glassfish"
  [[ -d $home/glassfish/modules ]] && home=$home/glassfish
  local version_file=$home/config/branding/glassfish-version.properties
  must_read "$home" "$home/modules" "$home/config" "$home/config/branding" "$version_file"
  [[ -d $home/modules && -f $version_file ]] ||
    fail "'$HOME_FOLDER' is no GlassFish or Payara: it has no glassfish/modules; name the folder the server was unzipped to, e.g. /opt/glassfish7"
  SERVER=$(cd "$home" && pwd -P)
  local product=Payara version
  # The first ones of GlassFish 7 have their version in three lines, as Payara has.
  ! grep -qE '^product(_name=.*GlassFish|.version *=)' "$version_file" || product=GlassFish
  version=$(sed -nE 's/^(product.version|major_version|minor_version|update_version) *= *//p' "$version_file" | paste -sd. -)
  SERVER_NAME="$product ${version%%.*}"
  case $SERVER_NAME in
    "GlassFish 7" | "GlassFish 8" | "Payara 6" | "Payara 7") ;;
    *) fail "'$HOME_FOLDER' is ${version:+$product }${version:-of an unknown version}: this module is for GlassFish 7 and 8, Payara 6 and 7" ;;
  esac
  case "$product $version" in
    # GlassFish has it as shipped since 7.0.16.
    Payara* | "GlassFish 7.0."[0-9] | "GlassFish 7.0.1"[0-5])
      JVM_OPTIONS+=(--add-opens=java.base/sun.nio.fs=ALL-UNNAMED)
      FIRST_JAVA+=(17)
      BENEFITS+=("files are opened without a separate thread")
      ;;
  esac
}

# Sets DOMAINS and INSTANCES to the folders of the servers there, those in DOMAIN_DIRS included.
find_domains() {
  local dir folder before
  DOMAINS=() INSTANCES=()
  for dir in "$SERVER/domains" ${DOMAIN_DIRS[@]+"${DOMAIN_DIRS[@]}"}; do
    must_read "$dir"
    before=${#DOMAINS[@]}
    for folder in "$dir"/*; do
      must_read "$folder" "$folder/config" "$folder/config/domain.xml" "$folder/config/pid"
      [[ ! -f $folder/config/domain.xml ]] || DOMAINS+=("$(cd "$folder" && pwd -P)")
    done
    [[ $dir == "$SERVER/domains" || ${#DOMAINS[@]} -gt $before ]] ||
      fail "'$dir' has no domain in it: name the folder that asadmin takes as --domaindir, with a folder for each domain"
  done
  must_read "$SERVER/nodes"
  for folder in "$SERVER"/nodes/*/*; do
    must_read "$folder" "$folder/config" "$folder/config/pid"
    [[ ! -d $folder/config ]] || INSTANCES+=("$folder")
  done
}

# The command line of process $1, a line for each argument where the system tells them apart. Fails if
# there is no such process.
command_line() {
  { tr '\0' '\n' <"/proc/$1/cmdline" || ps -ww -o args= -p "$1"; } 2>/dev/null
}

# The number of a process with that argument, nothing if there is none. Containers and bare machines have no ps.
process_with() {
  if [[ -r /proc/self/cmdline ]]; then
    # In one word with its option, the argument is none of grep itself.
    # shellcheck disable=SC2062 # takes the files for a pattern
    { grep -lzxFs --regexp="$1" /proc/[0-9]*/cmdline || true; } | sed -n '1s:^/proc/\([0-9]*\)/.*:\1:p'
  elif command -v ps >/dev/null; then
    ps -eo pid=,args= | OPTION="$1 " awk 'index($0, ENVIRON["OPTION"]) && !found { print $1; found = 1 }'
  fi
}

# The folder of the server that process $1 runs, nothing if it runs none.
folder_of_process() {
  local folder
  folder=$(command_line "$1" | sed -n 's/^\(.* \)\{0,1\}-Dcom\.sun\.aas\.instanceRoot=//p')
  echo "${folder%% -*}"
}

# The option, with a blank, by which asadmin finds the domain in folder $1; nothing for those of the server.
outside() {
  local parent
  parent=$(dirname "$1")
  [[ $parent -ef $SERVER/domains ]] || printf -- '--domaindir %q ' "$parent"
}

# The asadmin of the server, as it is typed in a shell.
asadmin() {
  printf '%q' "$SERVER/bin/asadmin"
}

# The version of that Java, e.g. 21; nothing if it is none.
version_of_java() {
  { "$1" -XshowSettings:properties -version 2>&1 || true; } | sed -n 's/^ *java.specification.version = //p'
}

# has_option I DOMAIN_XML: whether it gives JVM_OPTIONS[I] to each JVM in which that has an effect. Payara
# gives an option such as [24|]--enable-native-access=ALL-UNNAMED to Java 24 and later only.
has_option() {
  local option=${JVM_OPTIONS[$1]} first
  ! grep -qsF -e ">$option<" "$2" || return 0
  first=$(sed -n "s:.*>\[\([0-9]*\)|\]$(sed 's:/:.:g' <<<"$option")<.*:\1:p" "$2" | sort -n | sed -n 1p)
  [[ -n $first && $first -le ${FIRST_JAVA[$1]} ]]
}

# refuse_server FOLDER PID
refuse_server() {
  local name parent stop
  name=$(basename "$1") parent=$(dirname "$1")
  if [[ -d $parent/agent ]]; then
    stop=$(printf -- 'stop-local-instance --nodedir %q --node %q %q' "${parent%/*}" "${parent##*/}" "$name")
  else
    stop="stop-domain $(outside "$1")$(printf %q "$name")"
  fi
  fail "$name is running (process $2): stop it first, $(asadmin) $stop"
}

# The folder and the process of a server that runs from these files, nothing if none does.
running_server() {
  local folder pid
  for folder in ${DOMAINS[@]+"${DOMAINS[@]}"} ${INSTANCES[@]+"${INSTANCES[@]}"}; do
    [[ -f $folder/config/pid ]] || continue
    pid=$(tr -d '[:space:]' <"$folder/config/pid")
    # The file outlives a crash, and the number in it is given to another process one day.
    if [[ $pid =~ ^[0-9]+$ && $(folder_of_process "$pid") -ef $folder ]]; then
      printf '%s\n' "$folder" "$pid"
      return
    fi
  done
  # Servers outside of the installation: any JVM that runs from these files.
  pid=$(process_with "-Dcom.sun.aas.installRoot=$SERVER")
  [[ -z $pid ]] || printf '%s\n' "$(folder_of_process "$pid")" "$pid"
}

# A running server has the jar open, and writes domain.xml again when it stops. stop-domain of GlassFish 7.0.0 returns
# up to a second before the process ends.
refuse_running_server() {
  local running
  for _ in 1 2 3 4 5 6; do
    running=$(running_server)
    [[ -n $running ]] || return 0
    sleep 0.5
  done
  refuse_server "${running%$'\n'*}" "${running##*$'\n'}"
}

# GlassFish keeps the parameters of commands that it has sent to other servers. Where they are of an
# older version of the module, it silently does not send the command the first time.
forget_known_parameters() {
  # GlassFish has the first variable, and Payara the second.
  local folder=${GF_CLIENT_DIR:-${AS_GFCLIENT:-${HOME:-}/.gfclient}}
  rm -f "$folder"/cache/*/*-sendfile-* "$folder"/cache/*/*-sendfile
}

# The kept copies of the domain.xml $1, the newest first.
copies_of() {
  local copy
  for copy in "$1".before-sendfile-*install-[0-9]*; do
    [[ ! -f $copy ]] || printf '%s\t%s\n' "${copy##*install-}" "$copy"
  done | sort -r | cut -f 2-
}

# Whether that domain.xml has settings of the module.
has_settings() {
  grep -Eqs '<sendfile-(config[[:space:]]+[a-z]|root|listener|plugin)' "$1"
}

# Complete files that are not in their places yet: all of an installation get there, or none does.
ASIDE=() PLACES=()
trap 'rm -f ${ASIDE[@]+"${ASIDE[@]}"}' EXIT

# put_aside SOURCE PLACE [OPTION OF cp]
put_aside() {
  local aside=${2%/*}/.${2##*/}.sendfile-new
  ASIDE+=("$aside") PLACES+=("$2")
  cp ${3:+"$3"} "$1" "$aside" || not_written "$2"
}

not_written() {
  fail "$1 cannot be written, so nothing was changed: make room on its disk, and repeat this"
}

# Renames all of them, which needs no room.
move_into_places() {
  local i
  for i in "${!ASIDE[@]}"; do mv -f "${ASIDE[i]}" "${PLACES[i]}"; done
  ASIDE=() PLACES=()
}

# Copies lie beside the originals: the server drops our settings when it saves without the module.
put_copies_of_domain_xml_aside() {
  local domain
  stamp=$(date +%Y%m%d-%H%M%S)
  for domain in ${DOMAINS[@]+"${DOMAINS[@]}"}; do
    must_write "$domain/config"
    put_aside "$domain/config/domain.xml" "$domain/config/domain.xml.before-sendfile-$1-$stamp" -p
  done
}

# Names the new copies, and forgets old ones: the last three stay, and the last one with settings, whatever
# its age.
tell_copies_of_domain_xml() {
  local domain original copy number settings
  for domain in ${DOMAINS[@]+"${DOMAINS[@]}"}; do
    original=$domain/config/domain.xml
    echo "kept $original.before-sendfile-$1-$stamp"
    number=0 settings=false
    while IFS= read -r copy; do
      number=$((number + 1))
      if ! $settings && has_settings "$copy"; then
        settings=true
      elif [[ $number -gt 3 ]]; then
        rm "$copy"
        echo "removed $copy, as newer ones are kept"
      fi
    done < <(copies_of "$original")
  done
}

# Head of awk programs that read a domain.xml: 'config' is the name of the configuration that a tag is in.
# shellcheck disable=SC2016,SC2034
READ_XML='
  # A record is what follows a "<": a tag without it, and the text after the tag.
  BEGIN { RS = "<"; ORS = "" }
  function attribute(name,    tag) {
    tag = $0
    if (!match(tag, "[ \\t\\r\\n]" name "[ \\t\\r\\n]*=[ \\t\\r\\n]*(\"[^\"]*\"|\047[^\047]*\047)")) return ""
    tag = substr(tag, RSTART, RLENGTH)
    gsub(/^[^"\047]*["\047]|["\047]$/, "", tag)
    return tag
  }
  function is_tag(name) { return !comment && $0 ~ ("^" name "[ \t\r\n/>]") }
  FNR == 1 { config = comment = closed = "" }
  closed { comment = closed = "" }
  /^!--/ { comment = 1 }
  comment && /-->/ { closed = 1 }
  is_tag("config") { config = attribute("name") }'

# For a domain.xml that is read twice: 'its' is the name of the configuration of the domain's own server.
# shellcheck disable=SC2034
FIND_CONFIG='
  FNR == NR && is_tag("server") && attribute("name") == "server" { its = attribute("config-ref") }'

# The folder of the module's records, as GlassFish resolves it.
# shellcheck disable=SC2016
IN_RECORDS='${com.sun.aas.instanceRoot}/sendfile'

# Tail of awk programs that read a domain.xml twice: without the records named by 'removed', and with the lines
# of OPTIONS as JVM options at the end of those of the domain's own server.
# shellcheck disable=SC2016
EDIT_OPTIONS='
    FNR == NR { next }
    FNR in removed {
      sub(/[ \t\r\n]*$/, "", text)
      getline
      sub(/^\/jvm-options>/, "")
      text = text $0
      next
    }
    is_tag("/java-config") && config == its {
      number = split(ENVIRON["OPTIONS"], options, "\n")
      for (i = 1; i <= number; i++) text = text "  <jvm-options>" options[i] "</jvm-options>\n      "
    }
    {
      print text
      text = (FNR > 1 ? "<" : "") $0
    }
    END { print text }'

# name_archive DOMAIN [OPTION FILE]: has that JVM option of the domain's server name sendfile/FILE, its archive of
# classes, in place of all options that do so. The options before it let any Java start that does not know one of
# them, allow an archive beside GlassFish's agent, as Java up to 24 wants it, and have a damaged one refused.
name_archive() {
  local xml=$1/config/domain.xml options=()
  if [[ $# -gt 1 ]]; then
    options=(-XX:+IgnoreUnrecognizedVMOptions)
    [[ $3 != *.jsa* ]] || options+=(-XX:+AllowArchivingWithJavaAgent)
    [[ $2 != *AOTConfiguration ]] || options+=(-XX:AOTMode=record)
    options+=(-XX:+VerifySharedSpaces "$2=$IN_RECORDS/$3")
  fi
  put_aside "$xml" "$xml" -p
  FOLDER=$IN_RECORDS OPTIONS=$(printf '%s\n' ${options[@]+"${options[@]}"}) awk "$READ_XML$FIND_CONFIG"'
    FNR == NR {
      if (is_tag("jvm-options")) option[FNR] = $0
      if (index($0, ENVIRON["FOLDER"] "/classes.")) {
        for (i = FNR; i == FNR || option[i] ~ /-XX:(\+(Ignore|Allow|Verify)|AOTMode)/; i -= 2) {
          removed[i] = 1
          if (option[i] ~ /Ignore/) break
        }
      }
    }'"$EDIT_OPTIONS" "$xml" "$xml" >"${ASIDE[0]}" || not_written "$xml"
  move_into_places
}

# options_record DOMAIN: the file that names the JVM options that install.sh has added to it.
options_record() {
  echo "$1/config/sendfile-jvm-options"
}

# missing_options DOMAIN_XML: those of JVM_OPTIONS that it lacks, a line for each.
missing_options() {
  local i
  for i in "${!JVM_OPTIONS[@]}"; do
    has_option "$i" "$1" || echo "${JVM_OPTIONS[i]}"
  done
}

# add_jvm_options DOMAIN: those that its server lacks.
add_jvm_options() {
  local xml=$1/config/domain.xml record missing
  record=$(options_record "$1")
  missing=$(missing_options "$xml")
  # With the owner and the mode of domain.xml.
  put_aside "$xml" "$record" -p
  put_aside "$xml" "$xml" -p
  { cat "$record" 2>/dev/null || true; echo "$missing"; } >"${ASIDE[0]}" || not_written "$record"
  OPTIONS=$missing awk "$READ_XML$FIND_CONFIG$EDIT_OPTIONS" "$xml" "$xml" >"${ASIDE[1]}" || not_written "$xml"
  move_into_places
  echo "added JVM options to $xml: ${missing//$'\n'/ }"
}

# remove_jvm_options DOMAIN: those that install.sh has added.
remove_jvm_options() {
  local xml=$1/config/domain.xml record added
  record=$(options_record "$1")
  [[ -f $record ]] || return 0
  added=$(tr '\n' ' ' <"$record")
  put_aside "$xml" "$xml" -p
  ADDED=" $added" OPTIONS='' awk "$READ_XML$FIND_CONFIG"'
    FNR == NR && is_tag("jvm-options") && index(ENVIRON["ADDED"], " " substr($0, 13) " ") { added[FNR] = config }
    FNR != NR && FNR in added && added[FNR] == its { removed[FNR] = 1 }'"$EDIT_OPTIONS" "$xml" "$xml" >"${ASIDE[0]}" || not_written "$xml"
  move_into_places
  echo "removed JVM options from $xml: $added"
  rm "$record"
}

# The archive of a domain, nothing if it has none.
archive_of() {
  local file
  for file in "$1"/sendfile/classes.{jsa,aot}; do
    if [[ -f $file ]]; then echo "$file"; fi
  done
}

# Has a domain use the archive that is there, if one is.
use_archive() {
  case $(archive_of "$1") in
    *.jsa) name_archive "$1" -XX:SharedArchiveFile classes.jsa ;;
    *.aot) name_archive "$1" -XX:AOTCache classes.aot ;;
    *) name_archive "$1" ;;
  esac
}

remove_archive() {
  local file xml=$1/config/domain.xml
  file=$(archive_of "$1")
  if [[ -n $file ]]; then
    rm "$file"
    echo "removed $file"
  fi
  if grep -qsF -e "=$IN_RECORDS/classes." "$xml"; then
    name_archive "$1"
    echo "removed its JVM options from $xml"
  fi
}
