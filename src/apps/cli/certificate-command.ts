import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Manifest, readManifest } from '../../../checker/src/check.js';
import { LemmataError, messageOf } from '../../base/errors.ts';
import type { IndexEntry } from '../output/certificate/proof-files.ts';
import { write } from './output.ts';

const INDEX = 'obligations/index.json';

/** `lemmata certificate`: says what the folder of a certificate has, and what it lacks. Throws LemmataError `E-INPUT`. */
export async function certificateCommand(folder: string): Promise<number> {
  await write(process.stdout, `${described(folder).join('\n')}\n`);
  return 0;
}

function described(folder: string): readonly string[] {
  const { manifest, index } = read(folder);
  const { proof, files, parts } = manifest;
  const has = (name: string): boolean => files[name] !== undefined;
  const count = (form: 'smt' | 'cnf' | 'lrat'): number => index.filter((entry) => entry[form] !== undefined).length;
  const isChecked = proof !== undefined || parts !== undefined;
  const conditions = new Map<string, number>();
  for (const { condition } of index) conditions.set(condition, (conditions.get(condition) ?? 0) + 1);
  return [
    `${manifest.verdict}: ${manifest.property}`,
    `of ${Object.keys(manifest.sources).join(', ')}; by lemmata ${manifest.lemmata}`,
    ...(parts ?? []).map((part) => `${part.about}: ${part.state}${part.in === undefined ? '' : `, in ${part.in}`}`),
    ...(has('model.btor2') ? ['model.btor2: the transition system of the program'] : []),
    ...(proof === undefined
      ? []
      : [`invariant.btor2: the invariant, with k = ${proof.k}, from step ${proof.after} on`]),
    ...(index.length === 0
      ? []
      : [
          `obligations: ${index.length} (${[...conditions].map(([name, many]) => `${many} ${name}`).join(', ')})`,
          `  ${count('smt')} as questions for SMT solvers, ${count('cnf')} as clauses, ${count('lrat')} with proofs`,
        ]),
    ...(has('run.json') ? ['run.json: the run, step by step, with its inputs'] : []),
    ...(has('check.sh') ? ['check.sh: repeats the run outside of Lemmata'] : []),
    ...manifest.missing.map((one) => `not written: ${one}`),
    ...(manifest.followed === undefined ? [] : [`in part: ${manifest.followed}`]),
    `All files have the hashes of the manifest.${isChecked ? ' The command lemmata-check checks the proofs.' : ''}`,
  ];
}

function read(folder: string): { readonly manifest: Manifest; readonly index: readonly IndexEntry[] } {
  try {
    const manifest = readManifest(folder);
    const index: readonly IndexEntry[] =
      manifest.files[INDEX] === undefined ? [] : JSON.parse(readFileSync(join(folder, INDEX), 'utf8'));
    return { manifest, index };
  } catch (error) {
    throw new LemmataError('E-INPUT', `${folder} is no certificate: ${messageOf(error)}`, null, { cause: error });
  }
}
