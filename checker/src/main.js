#!/usr/bin/env node
// SPDX-License-Identifier: Apache-2.0
import { statSync } from 'node:fs';
import { Refuted } from './btor2.js';
import { checkFolder } from './check.js';

const USAGE = 'usage: lemmata-check [--verbose] DIR';

/** Exit codes: 0 all checked, 5 in part, 10 refuted, 1 wrong usage. */
function main(words) {
  const isVerbose = words.includes('--verbose');
  const folders = words.filter((word) => word !== '--verbose');
  if (folders.length !== 1 || folders[0].startsWith('-') || !isFolder(folders[0])) {
    console.error(USAGE);
    return 1;
  }
  let checked = 0;
  const open = [];
  try {
    for (const { name, result, why } of checkFolder(folders[0])) {
      if (isVerbose) console.error(`obligation ${name}: ${result}, ${why}`);
      if (result === 'refuted') throw new Refuted(`obligation ${name}: ${why}`);
      if (result === 'open') open.push(`${name}: ${why}`);
      else checked += 1;
    }
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    console.log(`REFUTED: ${error.message}`);
    return 10;
  }
  for (const line of open) console.log(`not checked here: obligation ${line}`);
  if (open.length > 0) {
    console.log(`IN PART: ${checked} of ${checked + open.length} obligations checked`);
    return 5;
  }
  console.log(`CHECKED: ${checked} obligations`);
  return 0;
}

function isFolder(path) {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

process.exitCode = main(process.argv.slice(2));
