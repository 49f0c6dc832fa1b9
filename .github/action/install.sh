#!/usr/bin/env bash
# Downloads a release, checks its sum and puts the program on the path of later steps.
set -euo pipefail
die() { printf '::error::%s\n' "$*"; exit 2; }

version=${VERSION#v}
[[ $version =~ ^[0-9]+\.[0-9]+\.[0-9]+$ ]] ||
  die "a2a-console: '$VERSION' is not a release. Write uses: a2a-console/a2a-console@v0.9.0, or set the input version."
case $RUNNER_OS in
  Linux) system=linux ext=tar.gz ;;
  macOS) system=darwin ext=tar.gz ;;
  Windows) system=windows ext=zip ;;
  *) die "a2a-console: there is no build for $RUNNER_OS" ;;
esac
case $RUNNER_ARCH in
  X64) arch=amd64 ;;
  ARM64) arch=arm64 ;;
  *) die "a2a-console: there is no build for $RUNNER_ARCH" ;;
esac

archive=a2a-console_${system}_$arch.$ext
folder=$RUNNER_TEMP/a2a-console
mkdir -p "$folder"
cd "$folder"
# A second step of one job has reports of its own.
reports=$(mktemp -d "$folder/reports.XXXXXX")
for file in "$archive" checksums.txt; do
  curl --fail --silent --show-error --location --retry 3 --output "$file" "$RELEASES/v$version/$file" ||
    die "a2a-console: cannot download $RELEASES/v$version/$file"
done
want=$(awk -v name="$archive" '$2 == name { print $1 }' checksums.txt)
got=$({ sha256sum "$archive" 2>/dev/null || shasum -a 256 "$archive"; } | cut -d ' ' -f 1)
[ "$want" = "$got" ] || die "a2a-console: $archive has the sum $got, checksums.txt says '$want'"
case $ext in
  zip) unzip -o -q "$archive" a2a-console.exe ;;
  *) tar -xzf "$archive" a2a-console ;;
esac
printf '%s\n' "$folder" >>"$GITHUB_PATH"
printf 'reports=%s\n' "$reports" >>"$GITHUB_OUTPUT"
