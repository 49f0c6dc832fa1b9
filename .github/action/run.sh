#!/usr/bin/env bash
# Runs check and replay for each line of their inputs, and ends with their highest exit code.
set -uo pipefail

args=()
while IFS= read -r line; do
  [ -z "$line" ] || args+=("$line")
done <<<"$ARGS"
status=0 n=0
token=$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')

# run NAME COMMAND…: runs a command with its reports.
run() {
  n=$((n + 1))
  local name=$1-$n code=0
  shift
  printf '::group::a2a-console %s\n' "$*"
  # What an agent answers must not become a command of the runner.
  printf '::stop-commands::%s\n' "$token"
  a2a-console "$@" --junit "$REPORTS/$name.xml" --md "$REPORTS/$name.md" ${args[@]+"${args[@]}"} || code=$?
  printf '::%s::\n' "$token"
  printf '::endgroup::\n'
  [ ! -f "$REPORTS/$name.md" ] || cat "$REPORTS/$name.md" >>"$GITHUB_STEP_SUMMARY"
  if [ "$code" != 0 ]; then
    printf '::error::a2a-console %s: exit code %d\n' "$*" "$code"
    [ "$code" -le "$status" ] || status=$code
  fi
}

while IFS= read -r what; do
  [ -z "$what" ] || run check check "$what" --level "$LEVEL"
done <<<"$CHECK"
while IFS= read -r file; do
  [ -z "$file" ] || run replay replay "$file" --to "$TO" --level "$COMPARE" --fail-on-diff
done <<<"$REPLAY"
if [ "$n" = 0 ]; then
  printf '::error::a2a-console: set the input check or replay\n'
  status=2
fi
exit "$status"
