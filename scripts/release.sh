#!/usr/bin/env bash
# Makes a release out of the last commit, up to the upload.
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/.."
# shellcheck source=scripts/tools.sh
. scripts/tools.sh

usage() {
  cat <<EOF
usage: scripts/release.sh VERSION --home URL [--key KEY] [--checks all|usual|fast|none]

Builds VERSION, like 1.0.0, out of the last commit, in target/release-VERSION:

  repository/        what Maven Central takes: poms, jars, sources, javadoc, bills of materials
                     (CycloneDX), checksums and, with --key, signatures
  bundle.zip         the same as one file, for the upload to Maven Central
  sendfile-VERSION.zip   the distribution for administrators

  --home URL   where the project lives: the address in the poms
  --key KEY    name of the GnuPG key that signs; Maven Central takes signed artifacts only
  --checks     verify.sh before the build: --all (the default), as usual, --fast, or none

CHANGELOG.md needs a section "## VERSION". Everything is built twice, and must be the same to the byte.
Nothing is uploaded, and no tag is set: the last lines say how.
EOF
}

# All modules but those that are never shipped.
published='!samples/sample-app,!samples/example-plugin,!samples/framework-apps,!samples/framework-apps/spring6,!samples/grizzly-app,!samples/languages,!benchmarks,!integration-tests'

version='' home='''' key='' checks=all
while (($# > 0)); do
  case $1 in
    --home | --key | --checks)
      [[ $# -gt 1 ]] || fail "$1 takes a value"
      printf -v "${1#--}" '%s' "$2"
      shift
      ;;
    -h | --help) usage; exit 0 ;;
    -*) usage >&2; fail "unknown option '$1'" ;;
    *)
      [[ -z $version ]] || fail "one version, not also '$1'"
      version=$1
      ;;
  esac
  shift
done
[[ $version =~ ^[0-9]+\.[0-9]+\.[0-9]+(-[A-Za-z0-9.]+)?$ && $version != *-SNAPSHOT ]] ||
  fail "VERSION must be like 1.0.0 or 1.1.0-rc1, not '$version'; see --help"
[[ $home =~ ^https?://[^[:space:]]+$ ]] || fail "--home must be the address of the project, not '$home'"
[[ $checks =~ ^(all|usual|fast|none)$ ]] || fail "--checks must be all, usual, fast or none, not '$checks'"
[[ -z $(git status --porcelain) ]] || fail "there are changes that are not committed; a release is made of a commit"
grep -q "^## $version\b" CHANGELOG.md || fail "CHANGELOG.md has no section '## $version'"
need_build_tools

old=$(sed -n '/<artifactId>sendfile-parent/,/<version>/s:.*<version>\(.*\)</version>.*:\1:p' pom.xml)
target=$PWD/target/release-$version
[[ ! -e $target ]] || fail "$target is there already; remove it first"
mkdir -p "$target"

# build FOLDER: a clean clone with version and address in its poms, and the artifacts in FOLDER/repository.
build() {
  git clone --quiet . "$1/source"
  (
    cd "$1/source"
    sed -i "s|<version>$old</version>|<version>$version</version>|; s|\${project.home}|$home|" \
      pom.xml ./*/pom.xml ./*/*/pom.xml ./*/*/*/pom.xml
    maven deploy -Prelease --projects "$published" -Dmaven.install.skip \
      -Dmaven.test.skip -Dspotless.check.skip ${key:+"-Dgpg.keyname=$key"} \
      "-DaltDeploymentRepository=release::file://$1/repository"
  )
  find "$1/repository" -name 'maven-metadata*' -delete
}

if [[ $checks != none ]]; then
  option=--$checks
  [[ $checks != usual ]] || option=''
  ./verify.sh ${option:+"$option"}
fi
say "-- building $version"
build "$target"
say "-- building it again"
build "$target/again"
# Signatures have a time.
diff --recursive --exclude='*.asc*' "$target/repository" "$target/again/repository" ||
  fail "two builds of the same commit differ"
rm -rf "$target/again"
(cd "$target/repository" && zip --quiet --recurse-paths ../bundle.zip .)
cp "$target"/repository/io/sendfile/glassfish/sendfile-distribution/"$version"/*.zip "$target/sendfile-$version.zip"

cat <<EOF

$target:
$(cd "$target" && du -h bundle.zip "sendfile-$version.zip")

To publish it:
  git tag --annotate v$version --message "Release $version" && git push origin v$version
  upload bundle.zip at https://central.sonatype.com/publishing$([[ -n $key ]] || printf '\n  (not yet: without --key nothing is signed)')
  offer sendfile-$version.zip where administrators look for it
EOF
