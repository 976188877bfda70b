// SPDX-License-Identifier: Apache-2.0
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Refuted, readBtor2 } from './btor2.js';
import { TooLarge } from './clauses.js';
import { checkLrat, dimacs } from './lrat.js';
import { obligationsOf } from './obligations.js';

/** Most clauses of an obligation. */
export const MOST_CLAUSES = 2_000_000;

/**
 * @typedef {object} Manifest
 * @property {string} verdict
 * @property {string} property
 * @property {string} lemmata The version that wrote the folder.
 * @property {Record<string, string>} sources The hashes of the program's files.
 * @property {import('./obligations.js').Proof} [proof]
 * @property {string} [followed] Why the model says nothing about the program.
 * @property {string[]} missing What could not be written, and why.
 * @property {Record<string, string>} files The hashes of the files in the folder.
 * @property {string[]} [about] The questions that it answers, if these are parts of another folder.
 * @property {Part[]} [parts] The questions that folders in this one answer.
 */

/** @typedef {{ about: string, state: 'proved' | 'violated' | 'contested' | 'open', in?: string }} Part */

/** @typedef {{ name: string, result: 'checked' | 'open' | 'refuted', why: string }} Checked */

/**
 * Checks the folder of a certificate: the hashes of its files, and all obligations of its proof. If its parts have
 * folders, each of these is checked.
 *
 * @param {string} folder
 * @returns {Generator<Checked>} An entry for each obligation.
 * @throws {Refuted} where the folder is no certificate.
 */
export function* checkFolder(folder) {
  const manifest = readManifest(folder);
  if (manifest.parts === undefined) yield* checkFiles(manifest, (name) => readFileSync(join(folder, name), 'utf8'));
  else yield* checkParts(folder, manifest);
}

/**
 * Checks that the folders of parts are about these parts, and checks the folders.
 *
 * @param {string} folder
 * @param {Manifest} manifest
 * @returns {Generator<Checked>}
 */
function* checkParts(folder, { verdict, parts, files }) {
  const folders = new Map();
  for (const { about, state, in: name } of parts) {
    if (verdict === 'TRUE' && state !== 'proved') throw new Refuted(`the verdict is TRUE, but ${about} is ${state}`);
    if (name === undefined || state === 'open') yield { name: about, result: 'open', why: 'there is no certificate' };
    if (name === undefined) continue;
    const path = `${name}/manifest.json`;
    if (files[path] === undefined) throw new Refuted(`the manifest does not name ${path}`);
    if (!folders.has(name)) folders.set(name, readManifest(join(folder, name)));
    const part = folders.get(name);
    if (!part.about?.includes(about)) throw new Refuted(`${path} is not about ${about}`);
    if (state === 'proved' && part.verdict !== 'TRUE') throw new Refuted(`${path} is no proof of ${about}`);
  }
  for (const name of folders.keys())
    for (const one of checkFolder(join(folder, name))) yield { ...one, name: `${name}/${one.name}` };
}

/**
 * Checks all obligations of a proof. `read` gives the text of a file that the manifest names.
 *
 * @param {Pick<Manifest, 'verdict' | 'proof' | 'followed' | 'missing' | 'files'>} manifest
 * @param {(name: string) => string} read
 * @returns {Generator<Checked>} An entry for each obligation.
 * @throws {Refuted} where model, invariant and proof do not fit.
 */
export function* checkFiles(manifest, read) {
  const { proof, followed } = manifest;
  if (manifest.verdict === 'FALSE') {
    yield {
      name: 'of a run',
      result: 'open',
      why: manifest.files['check.sh'] === undefined ? 'run.json tells it' : 'check.sh repeats it',
    };
    return;
  }
  if (manifest.verdict !== 'TRUE') throw new Refuted(`the verdict ${manifest.verdict} is not known`);
  if (proof === undefined) {
    for (const why of manifest.missing) yield { name: 'of all kinds', result: 'open', why };
    yield { name: 'of all kinds', result: 'open', why: 'there is no proof in a form that is known here' };
    return;
  }
  const text = (name) => {
    if (manifest.files[name] === undefined) throw new Refuted(`the manifest does not name ${name}`);
    return read(name);
  };
  const [model, invariant] = ['model.btor2', 'invariant.btor2'].map((name) => readBtor2(text(name), name));
  if (followed !== undefined) yield { name: 'of the program', result: 'open', why: String(followed) };
  const isListed = (name) => manifest.files[name] !== undefined;
  for (const [i, obligation] of obligationsOf(model, invariant, proof).entries()) {
    const place = obligation.case === null ? '' : ` ${obligation.case}`;
    const part = obligation.part === null ? '' : `, part ${obligation.part}`;
    const name = `${i + 1} (${obligation.condition}${place}${part})`;
    try {
      const formula = obligation.formula(MOST_CLAUSES);
      const [cnf, lrat] = [`obligations/${i + 1}.cnf`, `obligations/${i + 1}.lrat`];
      if (formula.clauses.some((clause) => clause.length === 0)) {
        yield { name, result: 'checked', why: 'the circuit is constant' };
      } else if (isListed(lrat)) {
        if (isListed(cnf) && text(cnf) !== dimacs(formula)) throw new Refuted(`${cnf} states something else`);
        checkLrat(formula, text(lrat));
        yield { name, result: 'checked', why: `${formula.clauses.length} clauses` };
      } else yield { name, result: 'open', why: 'no proof in clauses' };
    } catch (error) {
      if (error instanceof TooLarge) yield { name, result: 'open', why: error.message };
      else if (error instanceof Refuted) yield { name, result: 'refuted', why: error.message };
      else throw error;
    }
  }
}

/**
 * The manifest, after a check of the hashes that it states.
 *
 * @param {string} folder
 * @returns {Manifest}
 * @throws {Refuted} if a file differs.
 */
export function readManifest(folder) {
  const path = join(folder, 'manifest.json');
  if (!existsSync(path)) throw new Refuted(`${path} does not exist`);
  let manifest;
  try {
    manifest = JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    throw new Refuted(`${path} is no JSON`);
  }
  const { schema, files, parts } = manifest ?? {};
  const isPlain = schema === 'lemmata-certificate/1' && parts === undefined;
  const isOfParts = schema === 'lemmata-certificates/1' && Array.isArray(parts);
  if (!(isPlain || isOfParts) || typeof files !== 'object')
    throw new Refuted(`${path} is no manifest of a kind that is known here`);
  for (const [name, hash] of Object.entries(files)) {
    if (name.startsWith('/') || name.includes('..')) throw new Refuted(`${name} is outside of the folder`);
    if (!existsSync(join(folder, name))) throw new Refuted(`${name} is missing`);
    const actual = createHash('sha256')
      .update(readFileSync(join(folder, name)))
      .digest('hex');
    if (actual !== hash) throw new Refuted(`${name} has another hash`);
  }
  return manifest;
}
