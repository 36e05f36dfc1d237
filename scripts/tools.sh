# Sourced by run.sh and verify.sh: finds their tools, and installs them in CI.
# shellcheck shell=bash

fail() {
  echo "$(basename "$0"): $*" >&2
  exit 1
}

say() {
  echo "$*" >&2
}

# The value of property $1 of the root POM, the only place of versions.
pom_property() {
  sed -n "s:.*<$1>\(.*\)</$1>.*:\1:p" pom.xml
}

# The servers that run in a process of their own, such as glassfish7, the oldest of each family first.
servers() {
  sed -n 's:.*<\(\(glassfish\|payara\)[0-9]*\)\.version>.*:\1:p' pom.xml
}

is_server() {
  servers | grep -x -- "$1" >/dev/null
}

# The numbers of the GlassFishes among them.
glassfishes() {
  servers | sed -n 's/^glassfish//p'
}

# The server in which all scenarios are played.
newest_glassfish() {
  echo "glassfish$(glassfishes | tail -n 1)"
}

# server_name NAME: in words.
server_name() {
  local product=GlassFish
  [[ $1 != payara* ]] || product=Payara
  [[ $1 != grizzly* ]] || product=Grizzly
  echo "$product $(pom_property "$1.version")"
}

# server_zip NAME: the path of its distribution, fetched if missing.
server_zip() {
  local version coordinates=org.glassfish.main.distributions:glassfish
  version=$(pom_property "$1.version")
  [[ $1 != payara* ]] || coordinates=fish.payara.distributions:payara
  fetch_artifact "$coordinates:$version:zip" "${coordinates#*:}-$version.zip"
}

# java_home_variable NAME: the variable that names its JDK.
java_home_variable() {
  echo "$(tr '[:lower:]' '[:upper:]' <<<"$1")_JAVA_HOME"
}

# Packages are installed in CI only, as root, on Debian or its relatives.
may_install() {
  [[ ${CI:-} == true && $(id -u) -eq 0 ]] && command -v apt-get >/dev/null
}

# install_one_of PACKAGE...: installs the first one that the distribution has.
install_one_of() {
  local package
  may_install || return 1
  if [[ -z ${package_lists_are_new:-} ]]; then
    # By itself it takes old lists in place of those that it could not fetch, and says that all is well.
    apt-get -qq -o APT::Update::Error-Mode=any update >&2 ||
      say "apt-get update failed: what is missing below may be a package that it would have found"
    package_lists_are_new=yes
  fi
  for package in "$@"; do
    # Not by a pipe: grep would end before apt-cache has written all, which then counts as failed.
    if [[ $(apt-cache policy "$package" 2>/dev/null) == *"Candidate: "[0-9]* ]]; then
      say "installing package $package"
      DEBIAN_FRONTEND=noninteractive apt-get -qq -o DPkg::Lock::Timeout=120 install \
        --yes --no-install-recommends "$package" >/dev/null
      return
    fi
  done
  return 1
}

# Adoptium's list of packages, for distributions that lack a JDK, as Debian 12 lacks one after 17.
add_adoptium() {
  local site=https://packages.adoptium.net/artifactory key=/etc/apt/keyrings/adoptium.asc
  may_install && want curl curl && mkdir -p /etc/apt/keyrings || return 1
  say "adding the list of packages of $site"
  curl --fail --silent --show-error --location --max-time 60 --output "$key" "$site/api/gpg/key/public" || return 1
  # shellcheck disable=SC1091 # a file of the distribution
  echo "deb [signed-by=$key] $site/deb $(. /etc/os-release && echo "$VERSION_CODENAME") main" \
    >/etc/apt/sources.list.d/adoptium.list
  package_lists_are_new=''
}

# Servers are on root's path only.
has() {
  command -v "$1" >/dev/null || [[ -x /usr/sbin/$1 ]]
}

# want COMMAND PACKAGE: fails silently if the command is missing and cannot be installed.
want() {
  has "$1" || { install_one_of "$2" && has "$1"; }
}

# The conformance suite for HTTP/2 is in no distribution: Go builds it from the versions in
# scripts/h2spec, and checks their sums.
want_h2spec() {
  has h2spec && return
  may_install && want go golang-go || return 1
  say "building h2spec"
  (cd scripts/h2spec && GOBIN=/usr/local/bin go install github.com/summerwind/h2spec/cmd/h2spec >&2) && has h2spec
}

# Real Rack applications for JRuby; there is no command to look for.
want_sinatra() {
  compgen -G '/usr/share/rubygems-integration/all/gems/sinatra-*' >/dev/null || install_one_of ruby-sinatra
}

# What makes and mounts the share of the scenarios. Where a container has no /dev/fuse, nothing helps.
want_fuse() {
  want cc gcc && want pkg-config pkg-config && want fusermount3 fuse3 || return 1
  pkg-config --exists fuse3 || { install_one_of libfuse3-dev && pkg-config --exists fuse3; }
}

# need COMMAND PACKAGE
need() {
  want "$1" "$2" || fail "the command '$1' is missing; on Debian or Ubuntu: apt-get install $2"
}

# Major version of the JDK in folder $1, nothing if there is none.
jdk_major() {
  [[ -x $1/bin/java && -x $1/bin/javac ]] || return 0
  "$1/bin/java" -XshowSettings:properties -version 2>&1 |
    sed -n 's/^ *java.specification.version = //p'
}

# Candidate folders of JDKs, one per line.
jdk_candidates() {
  local java
  [[ -z ${JAVA_HOME:-} ]] || echo "$JAVA_HOME"
  if java=$(command -v java); then
    dirname "$(dirname "$(readlink -f "$java")")"
  fi
  local folder
  for folder in /usr/lib/jvm/* /usr/java/* /opt/java/* /opt/*jdk* "$HOME"/.jdks/* \
    "$HOME"/.sdkman/candidates/java/* /Library/Java/JavaVirtualMachines/*/Contents/Home; do
    [[ ! -d $folder ]] || (cd "$folder" && pwd -P)
  done
}

# find_jdk MIN [MAX]: prints the folder of the oldest JDK from MIN to MAX.
find_jdk() {
  local min=$1 max=${2:-999} best='' best_major=0 folder major
  while read -r folder; do
    major=$(jdk_major "$folder")
    if [[ $major =~ ^[0-9]+$ && $major -ge $min && $major -le $max && ($best_major -eq 0 || $major -lt $best_major) ]]; then
      best=$folder best_major=$major
    fi
  done < <(jdk_candidates | awk '!seen[$0]++')
  [[ -n $best ]] && echo "$best"
}

# The oldest JDK that can build, and Maven.
need_build_tools() {
  local min jdk
  min=$(pom_property java.min.version)
  if ! jdk=$(find_jdk "$min"); then
    install_one_of "openjdk-$min-jdk-headless" default-jdk-headless || true
    jdk=$(find_jdk "$min") ||
      fail "no JDK $min or later is here; on Debian or Ubuntu: apt-get install openjdk-$min-jdk-headless"
  fi
  export JAVA_HOME=$jdk
  need mvn maven
}

# find_server_jdk NAME: prints the folder of a JDK for that server, the one of its variable or the
# oldest; fails silently if there is none. On a later one than its range GlassFish 7 ends with an
# obscure error of its OSGi framework.
find_server_jdk() {
  local range min max named major packages=()
  named=$(java_home_variable "$1")
  range=$(pom_property "$1.java") min=${range%-*} max=${range#*-}
  if [[ -n ${!named:-} ]]; then
    major=$(jdk_major "${!named}")
    [[ $major =~ ^[0-9]+$ && $major -ge $min && $major -le $max ]] ||
      fail "$named=${!named}: $(server_jdk_wanted "$1")"
    echo "${!named}"
    return
  fi
  find_jdk "$min" "$max" && return
  for major in 25 21 17; do
    if ((major >= min && major <= max)); then packages+=("openjdk-$major-jdk-headless" "temurin-$major-jdk"); fi
  done
  { install_one_of "${packages[@]}" || { add_adoptium && install_one_of "${packages[@]}"; }; } && find_jdk "$min" "$max"
}

# use_server_jdk NAME: has its variable name that JDK. Without a range of versions it takes Maven's own.
use_server_jdk() {
  local jdk
  [[ -n $(pom_property "$1.java") ]] || return 0
  jdk=$(find_server_jdk "$1") && export "$(java_home_variable "$1")=$jdk"
}

# server_jdks NAME: the versions of Java for that server, in words.
server_jdks() {
  local range
  range=$(pom_property "$1.java")
  if [[ ${range#*-} == 99 ]]; then echo "${range%-*} or later"; else echo "from ${range%-*} to ${range#*-}"; fi
}

# server_jdk_wanted NAME: the remedy without such a JDK.
server_jdk_wanted() {
  echo "$(server_name "$1") needs a JDK $(server_jdks "$1"): install one, unpack one of https://adoptium.net in ~/.jdks," \
    "or let $(java_home_variable "$1") name it"
}

# Java's figure "$1: " about the machine or container.
system_metric() {
  "${JAVA_HOME:-/usr}/bin/java" -XshowSettings:system -version 2>&1 | sed -n "s/^ *$1: //p" || true
}

# Number of usable processors.
effective_processors() {
  local processors
  processors=$(system_metric 'Effective CPU Count')
  [[ -n $processors ]] || processors=$(getconf _NPROCESSORS_ONLN)
  echo "$processors"
}

# Available memory, whole GB; in a container at most its limit.
available_gigabytes() {
  local free limit
  free=$(awk '$1 == "MemAvailable:" {print int($2 / 1048576)}' /proc/meminfo 2>/dev/null || true)
  limit=$(system_metric 'Memory Limit')
  case $limit in
    *[KMG]) limit=$([[ $limit != *G ]] && echo 0 || echo "${limit%%[.G]*}") ;;
    *) limit=${free:-8} ;;
  esac
  echo $((${free:-8} < limit ? ${free:-8} : limit))
}

# Maven ends its output with an escape sequence whatever it is told, so both streams pass a filter.
maven() {
  mvn --batch-mode --quiet -Dstyle.color=never "$@" 2>&1 | sed "s/$(printf '\033')\\[[0-9;]*m//g"
}

# build FILE NAME ARGUMENT...: Maven; adds to the file the results of suites, and the modules that it did not come to.
build() {
  local file=$1 name=$2
  shift 2
  # That logger tells the fate of each module; what else it tells is left out.
  maven -Dorg.slf4j.simpleLogger.log.org.apache.maven.cli.event.ExecutionEventLogger=info "$@" |
    FILE=$file NAME=$name awk '
      /^\[INFO\] .* SKIPPED$/ {
        gsub(/^\[INFO\] (glassfish-sendfile: )?| [. ]*SKIPPED$/, "")
        skipped = skipped (skipped == "" ? "" : ", ") $0
        next
      }
      /^\[INFO\] suite: .* (SUCCESS|FAILURE) \[/ { print substr($0, 15) >>ENVIRON["FILE"]; next }
      !/^\[INFO\]/
      END { if (skipped != "") print "NOT BUILT for " ENVIRON["NAME"] ": " skipped >>ENVIRON["FILE"] }'
}

# test_results REPORT...: a line for each test in these reports of Surefire: passed, failed or skipped, its
# report, its name. The sums in the head of a report leave out tests of nested classes.
test_results() {
  [[ $# -eq 0 ]] || awk '
    function value(name) {
      if (!match($0, " " name "=\"[^\"]*\"")) return ""
      return substr($0, RSTART + length(name) + 3, RLENGTH - length(name) - 4)
    }
    function finish() {
      gsub(/&lt;/, "<", test); gsub(/&gt;/, ">", test); gsub(/&quot;/, "\"", test); gsub(/&amp;/, "\\&", test)
      if (test != "") print result "\t" report "\t" test
      test = ""
    }
    FNR == 1 { finish() }
    /^ *<testcase / { finish(); test = value("classname") "." value("name"); result = "passed"; report = FILENAME }
    test != "" && /^ *<(failure|error)[ >]/ { result = "failed" }
    test != "" && /^ *<skipped/ { result = "skipped" }
    END { finish() }' "$@"
}

# tell_tests REPORT...: names each test that failed or was skipped with the file that tells why, the first
# hundred of each, and prints the numbers of tests.
tell_tests() {
  test_results "$@" | awk -F '\t' '
    { number[$1]++ }
    $1 != "passed" && number[$1] <= 100 {
      sub(/^\.\//, "", $2)
      if ($1 == "failed") { sub(/TEST-/, "", $2); sub(/\.xml$/, ".txt", $2) }
      print toupper($1) "  " $3 ", see " $2
    }
    END { printf "%d passed, %d failed, %d skipped\n", number["passed"], number["failed"], number["skipped"] }'
}

# tell_slowest REPORT...: the twenty test classes of these reports that took longest, with their build folder.
tell_slowest() {
  [[ $# -eq 0 ]] || awk '
    function value(name) {
      return match($0, " " name "=\"[^\"]*\"") ? substr($0, RSTART + length(name) + 3, RLENGTH - length(name) - 4) : ""
    }
    /^<testsuite / {
      folder = FILENAME; sub(/^\.\//, "", folder); sub(/\/(surefire|failsafe)-reports.*/, "", folder)
      printf "%8.1f s  %s in %s\n", value("time"), value("name"), folder
      nextfile
    }' "$@" | sort -rn | sed -n 1,20p
}

# A JVM under a POSIX locale cannot name files such as "ä", nor find them.
use_utf8() {
  local name
  [[ $(locale charmap 2>/dev/null) != UTF-8 ]] || return 0
  name=$(locale -a 2>/dev/null | awk 'tolower($0) ~ /[.]utf-?8$/ && (best == "" || $0 < best) { best = $0 }
    END { print best }')
  [[ -z $name ]] || export LC_ALL=$name
}

# fetch_artifact COORDINATES FILE: lets Maven resolve an artifact, and keeps it as target/servers/FILE.
fetch_artifact() {
  local file=target/servers/$2
  if [[ ! -f $file ]]; then
    say "fetching $1"
    maven --non-recursive dependency:copy "-Dartifact=$1" -DoutputDirectory=target/servers >&2
    [[ -f $file ]] || fail "Maven fetched $1, but not as $file"
  fi
  echo "$PWD/$file"
}

use_utf8
