#!/bin/sh
# Runs Lemmata on two small programs, as verifier and as validator of its own witnesses.
set -eu
case $0 in */*) here=${0%/*} ;; *) here=. ;; esac
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

"$here/lemmata" --version
expect() {
  program=$1 wanted=$2
  said=$("$here/lemmata" verify --quiet --witness "$scratch/witness.yml" "$here/smoketest/$program" || true)
  echo "$program: $said"
  case $said in *": $wanted"*) ;; *) exit 1 ;; esac
  "$here/lemmata" validate --witness "$scratch/witness.yml" "$here/smoketest/$program"
}
expect odd.c TRUE
expect average.c FALSE
