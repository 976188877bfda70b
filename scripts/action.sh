#!/usr/bin/env bash
# What action.yml runs: a command of lemmata on the inputs, which come in the environment and are never read as code.
# Exit code 0 unless INPUT_FAIL_ON (false, unknown, never) says otherwise, or the program cannot be read.
set -uo pipefail

case "$INPUT_FAIL_ON" in false | unknown | never) ;; *)
  echo "::error title=Lemmata::fail-on is one of false, unknown, never"
  exit 1
  ;;
esac

case "${INPUT_COMMAND:=verify}" in verify | check | contracts) ;; *)
  echo "::error title=Lemmata::command is one of verify, check, contracts"
  exit 1
  ;;
esac

# Without word splitting, patterns alone are expanded; one that fits nothing stays, and is told as a missing file.
IFS=
files=()
while read -r pattern; do
  [ -z "$pattern" ] || files+=($pattern)
done <<<"$INPUT_FILES"

options=(--timeout "$INPUT_TIMEOUT" --data-model "$INPUT_DATA_MODEL" --sarif "$INPUT_SARIF")
[ -z "$INPUT_PROPERTY" ] || options+=(--property "$INPUT_PROPERTY")
while read -r option; do
  [ -z "$option" ] || options+=("$option")
done <<<"$INPUT_OPTIONS"

line=$(node "${LEMMATA_DIST:-$LEMMATA_ACTION/dist}/cli.js" "$INPUT_COMMAND" "${options[@]}" -- "${files[@]}")
code=$?
echo "$line"
case $code in 0) verdict=TRUE ;; 10) verdict=FALSE ;; 5) verdict=UNKNOWN ;; *) verdict= ;; esac
{
  echo "verdict=$verdict"
  echo "sarif=$INPUT_SARIF"
} >>"${GITHUB_OUTPUT:-/dev/null}"

case "$INPUT_FAIL_ON:$verdict" in
  *:TRUE | never:FALSE | never:UNKNOWN | false:UNKNOWN) exit 0 ;;
  *) exit "$code" ;;
esac
