# Sourced by install.sh and uninstall.sh: what they both have to know about a server's folder.
# shellcheck shell=bash

# shellcheck disable=SC2034 # the scripts that source this use it
JARS=(sendfile-module.jar sendfile-admin-plugin.jar)
# With them the kernel spreads rates, bounds what waits in a socket, and tells which files are in memory.
# shellcheck disable=SC2034
JVM_OPTIONS=(--add-opens=java.base/sun.nio.ch=ALL-UNNAMED --enable-native-access=ALL-UNNAMED)

fail() {
  echo "$(basename "$0"): $*" >&2
  exit 1
}

# Sets SERVER to the absolute path of the folder `glassfish` of the installation named by $1, and
# SERVER_NAME.
find_server() {
  local home=$1
  [[ -d $home ]] || fail "there is no folder '$home': name the folder the server was unzipped to, e.g. /opt/glassfish7"
  [[ -d $home/glassfish/modules ]] && home=$home/glassfish
  local version_file=$home/config/branding/glassfish-version.properties
  [[ -d $home/modules && -f $version_file ]] ||
    fail "'$1' is no GlassFish or Payara: it has no glassfish/modules; name the folder the server was unzipped to, e.g. /opt/glassfish7"
  SERVER=$(cd "$home" && pwd -P)
  # GlassFish calls it product.version, Payara major_version.
  SERVER_NAME=$(sed -n -e 's/^product.version *= *\([0-9]*\).*/GlassFish \1/p' \
    -e 's/^major_version *= *\([0-9]*\).*/Payara \1/p' "$version_file")
  case $SERVER_NAME in
    "GlassFish 7" | "GlassFish 8" | "Payara 6" | "Payara 7") ;;
    *) fail "'$1' is ${SERVER_NAME:-of an unknown version}: this module is for GlassFish 7 and 8, Payara 6 and 7" ;;
  esac
}

# The command line of process $1, a line for each argument where the system tells them apart. Fails if
# there is no such process.
command_line() {
  { tr '\0' '\n' <"/proc/$1/cmdline" || ps -ww -o args= -p "$1"; } 2>/dev/null
}

# Whether process $1 is the server of folder $2. Its config/pid outlives a crash, and the number in it
# is given to another process one day.
is_server_of() {
  local folder
  folder=$(command_line "$1" | sed -n 's/^\(.* \)\{0,1\}-Dcom\.sun\.aas\.instanceRoot=//p')
  [[ -n $folder && ${folder%% -*} -ef $2 ]]
}

# A running server has the jar open, and writes domain.xml again when it stops.
refuse_running_server() {
  local pid_file pid folder
  for pid_file in "$SERVER"/domains/*/config/pid "$SERVER"/nodes/*/*/config/pid; do
    [[ -f $pid_file ]] || continue
    pid=$(tr -d '[:space:]' <"$pid_file")
    folder=$(dirname "$(dirname "$pid_file")")
    if [[ $pid =~ ^[0-9]+$ ]] && is_server_of "$pid" "$folder"; then
      fail "$(basename "$folder") is running (process $pid): stop it first, $SERVER/bin/asadmin stop-domain"
    fi
  done
  command -v ps >/dev/null || return 0
  # Domains outside of the installation: any JVM that runs from these files.
  pid=$(ps -eo pid=,args= | OPTION="-Dcom.sun.aas.installRoot=$SERVER " awk '
    index($0, ENVIRON["OPTION"]) && !found { print $1; found = 1 }')
  [[ -z $pid ]] || fail "a server of $SERVER is running (process $pid): stop it first"
}

# GlassFish keeps the parameters of commands that it has sent to other servers. Where they are of an
# older version of the module, it silently does not send the command the first time.
forget_known_parameters() {
  local folder=${GF_CLIENT_DIR:-${HOME:-}/.gfclient}
  rm -f "$folder"/cache/*/*-sendfile-* "$folder"/cache/*/*-sendfile
}

# Copies lie beside the originals: the server drops our settings when it saves without the module.
keep_copies_of_domain_xml() {
  local original stamp
  stamp=$(date +%Y%m%d-%H%M%S)
  for original in "$SERVER"/domains/*/config/domain.xml; do
    [[ -f $original ]] || continue
    cp -p "$original" "$original.before-sendfile-$1-$stamp"
    echo "kept $original.before-sendfile-$1-$stamp"
  done
}
