#!/usr/bin/env bash
# Makes a release out of the last commit, up to tag and upload.
set -euo pipefail

cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.."
# shellcheck source=scripts/tools.sh
. scripts/tools.sh

usage() {
  cat <<EOF
usage: scripts/release.sh VERSION [--home URL] [--key KEY] [--next VERSION] [--checks all|usual|fast|none]

Makes VERSION, like 1.0.0, out of the last commit, and adds two commits to this branch:

  Release 1.0.0           the version in poms and pages; what CHANGELOG.md has under "Unreleased" gets
                          the version and today's date
  Begin 1.1.0-SNAPSHOT    the next version in poms; pages go on naming the release

A candidate, like 1.0.0-rc.1, is tried and not published: its second commit takes the first one back, and the
release to come gets all that is "Unreleased".

In target/release-VERSION it leaves, built out of the first of them:

  repository/        what Maven Central takes: poms, jars, sources, javadoc, bills of materials
                     (CycloneDX), checksums and, with --key, signatures
  bundle.zip         the same as one file, for the upload to Maven Central
  sendfile-VERSION.zip   the distribution for administrators

  --home URL      where the project lives: the address in the poms; asked for until they have it
  --key KEY       name of the GnuPG key that signs; Maven Central takes signed artifacts only
  --next VERSION  what follows, without -SNAPSHOT; by default 1.1.0 after 1.0.x, and 1.0.0 after 1.0.0-rc.1
  --checks        verify.sh before the build: --all (the default), as usual, --fast, or none

Everything is built twice, and must be the same to the byte; the branch gets the commits last, so that a
failure leaves it as it was. Nothing is uploaded, and no tag is set: the last lines say how.
EOF
}

# All modules but those that are never shipped. The sample application is in the distribution, and deployed nowhere.
published='!samples/example-plugin,!samples/framework-apps,!samples/framework-apps/spring6,!samples/grizzly-app,!samples/languages,!samples/results-bridge,!benchmarks,!contracts,!integration-tests'

version='' home='' key='' next='' checks=all
while (($# > 0)); do
  case $1 in
    --home | --key | --next | --checks)
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
candidate=false
[[ $version != *-* ]] || candidate=true
[[ $version =~ ^[0-9]+\.[0-9]+\.[0-9]+(-[A-Za-z0-9.]+)?$ && $version != *-SNAPSHOT ]] ||
  fail "VERSION must be like 1.0.0 or 1.1.0-rc.1, not '$version'; see --help"
if [[ -n $home ]] || grep -q '\${project.home}' pom.xml; then
  [[ $home =~ ^https?://[^[:space:]]+$ ]] || fail "--home must be the address of the project, not '$home'"
fi
[[ $checks =~ ^(all|usual|fast|none)$ ]] || fail "--checks must be all, usual, fast or none, not '$checks'"
if [[ -z $next ]]; then
  IFS=.- read -r major minor _ <<<"$version"
  $candidate && next=${version%%-*} || next=$major.$((minor + 1)).0
fi
[[ $next =~ ^[0-9]+\.[0-9]+\.[0-9]+$ ]] || fail "--next must be like 1.1.0, not '$next'"
[[ -z $(git status --porcelain) ]] || fail "there are changes that are not committed; a release is made of a commit"
awk '/^## / { unreleased = /^## Unreleased$/ } unreleased && /^- / { found = 1 } END { exit !found }' CHANGELOG.md ||
  fail "CHANGELOG.md has nothing under '## Unreleased'"
need_build_tools

target=$PWD/target/release-$version
[[ ! -e $target ]] || fail "$target is there already; remove it first"
mkdir -p "$target"

version_in_poms() {
  sed -n '/<artifactId>sendfile-parent/,/<version>/s:.*<version>\(.*\)</version>.*:\1:p' pom.xml
}

# The version that pages name: that of the last release, or of the poms before the first one.
version_in_pages() {
  local released
  released=$(sed -n 's/^## \([0-9][^ ]*\) - .*/\1/p' CHANGELOG.md | sed -n 1p)
  echo "${released:-$(version_in_poms)}"
}

# version_poms VERSION
version_poms() {
  local old
  old=$(version_in_poms)
  git ls-files -- pom.xml '*/pom.xml' | xargs sed -i "s|<version>${old//./\\.}</version>|<version>$1</version>|"
}

# Makes the two commits in a clean clone, the folder $1.
commit_release() (
  local old name state
  git clone --quiet . "$1"
  for name in user.name user.email; do
    ! git config "$name" >/dev/null || git -C "$1" config "$name" "$(git config "$name")"
  done
  cd "$1"
  old=$(version_in_pages)
  version_poms "$version"
  git ls-files -- pom.xml '*/pom.xml' | xargs sed -i "s|\${project.home}|$home|"
  git ls-files -- README.md 'docs/*.md' |
    xargs sed -i "s/\(sendfile[-a-z :]*\|<version>\|State\*\*: \)${old//./\\.}\b/\1$version/g"
  state='s/^\(- \*\*State\*\*: [^,]*, \)'
  if $candidate; then
    state+="\(not released yet\|released on [-0-9]*\)/\\1a candidate of $(date +%F)/"
  else
    state+="\([^.]\|\.[^ ]\)*\. /\\1released on $(date +%F). /"
  fi
  sed -i "$state" README.md
  # What was needed until there was a release.
  $candidate ||
    sed -i '/# in a clone, until a release has the zip$/d; s:domain-config/target/sendfile-:sendfile-:
      /# until Maven Central has the jars for applications$/,+1d' README.md
  sed -i "s/^## Unreleased$/## $version - $(date +%F)/" CHANGELOG.md
  git commit --quiet --all --message "Release $version"
  if $candidate; then
    git checkout --quiet HEAD^ .
  else
    sed -i "0,/^## /s/^## /## Unreleased\n\n## /" CHANGELOG.md
  fi
  version_poms "$next-SNAPSHOT"
  git commit --quiet --all --message "Begin $next-SNAPSHOT"
)

# build FOLDER: a clean clone of the release, and its artifacts in FOLDER/repository.
build() {
  git clone --quiet "$target/commits" "$1/source"
  (
    cd "$1/source"
    git checkout --quiet "HEAD^"
    maven deploy -Prelease --projects "$published" -Dmaven.install.skip \
      -DskipTests -Dspotless.check.skip ${key:+"-Dgpg.keyname=$key"} \
      "-DaltDeploymentRepository=release::file://$1/repository"
  )
  # Modules ask for each other's fixtures of tests, which are nobody else's.
  find "$1/repository" \( -name 'maven-metadata*' -o -name '*-tests.jar*' \) -delete
}

if [[ $checks != none ]]; then
  option=--$checks
  [[ $checks != usual ]] || option=''
  ./verify.sh ${option:+"$option"}
fi
commit_release "$target/commits"
say "-- building $version"
build "$target"
say "-- building it again"
build "$target/again"
# Signatures have a time.
diff --recursive --exclude='*.asc*' "$target/repository" "$target/again/repository" ||
  fail "two builds of the same commit differ"
git pull --quiet --ff-only "$target/commits" HEAD
rm -rf "$target/again" "$target/source" "$target/commits"
"$JAVA_HOME/bin/jar" --create --no-manifest --file "$target/bundle.zip" -C "$target/repository" .
cp "$target"/repository/io/sendfile/glassfish/sendfile-distribution/"$version"/*.zip "$target/sendfile-$version.zip"

cat <<EOF

$target:
$(cd "$target" && du -h bundle.zip "sendfile-$version.zip")

To publish it:
  git tag --annotate v$version --message "Release $version" $(git rev-parse --short HEAD^)
  git push origin HEAD v$version
EOF
if $candidate; then
  echo "  offer sendfile-$version.zip to those who try it"
else
  cat <<EOF
  upload bundle.zip at https://central.sonatype.com/publishing$([[ -n $key ]] || printf '\n  (not yet: without --key nothing is signed)')
  offer sendfile-$version.zip where administrators look for it
EOF
fi
