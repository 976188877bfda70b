// Writes NOTICE: the licences of the packages whose code is in the bundles of dist/. The build lists them in
// dist/packages.json. A test compares the file with the list. Usage: node scripts/notices.mjs --write
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

const HEAD = `Lemmata
Licensed under the Apache License, Version 2.0; the file LICENSE has its text.

The bundles of the package contain code of the packages below, under their licences. The packages z3-solver,
piscina and classic-level are installed beside Lemmata, with licences of their own.
`;

/** Makes the text of NOTICE. `list` names the folders below node_modules. */
export function notices(list = join(root, 'dist', 'packages.json')) {
  const folders = JSON.parse(readFileSync(list, 'utf8'));
  return [HEAD, ...folders.map(notice)].join(`\n${'-'.repeat(100)}\n`);
}

/** @param {string} name a folder below node_modules */
function notice(name) {
  const folder = join(root, 'node_modules', name);
  const { name: own, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const files = readdirSync(folder).sort();
  const read = (pattern) =>
    files.filter((file) => pattern.test(file)).map((file) => readFileSync(join(folder, file), 'utf8').trim());
  // The text of the Apache License is in LICENSE already; it asks for the NOTICE files.
  const texts = [...(license === 'Apache-2.0' ? [] : read(/^(licen[cs]e|copying)/i)), ...read(/^notice/i)];
  return [`${own} ${version}: ${license}`, ...texts].join('\n\n').replaceAll('\r\n', '\n').concat('\n');
}

/** Whether a build has listed its packages. */
export const isListed = existsSync(join(root, 'dist', 'packages.json'));

if (process.argv.includes('--write')) writeFileSync(join(root, 'NOTICE'), notices());
