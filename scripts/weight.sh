#!/usr/bin/env bash
# Weighs the main sources of the modules.
set -euo pipefail

cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.."

if (($# > 0)); then
  cat <<EOF
usage: scripts/weight.sh

Prints source files, types and lines of code of each module that is shipped in the server. Nested types
count as types. A line of code has more than braces, and is no comment, import or package.
EOF
  [[ $1 == -h || $1 == --help ]] && exit 0 || exit 1
fi

# weigh NAME FOLDER...
weigh() {
  local name=$1
  shift
  find "$@" -name '*.java' ! -name package-info.java -print0 | xargs -0 cat -- | awk -v name="$name" \
    -v files="$(find "$@" -name '*.java' ! -name package-info.java | wc -l)" '
    { gsub(/^[ \t]+|[ \t]+$/, "") }
    /^\/\*/ { comment = 1 }
    comment { if (/\*\//) comment = 0; next }
    $0 == "" || /^\/\// || /^(import|package) / || /^[{}();]+$/ { next }
    { code++ }
    /^(@[A-Za-z]+ )*((public|protected|private|static|final|abstract|sealed|non-sealed) )*(class|interface|enum|record|@interface) [A-Z]/ { types++ }
    END { printf "| %s | %d | %d | %d |\n", name, files, types, code }'
}

echo '| module | files | types | lines of code |'
echo '|---|--:|--:|--:|'
modules=(core grizzly operations module)
while IFS= read -r pom; do modules+=("${pom%/pom.xml}"); done < <(grep -l '<description>An optional bundle' ./*/pom.xml | sed 's:^\./::')
folders=()
for module in "${modules[@]}"; do
  [[ -d $module ]] || continue
  folders+=("$module/src/main/java")
  weigh "\`$module\`" "$module/src/main/java"
done
weigh 'all' "${folders[@]}"
