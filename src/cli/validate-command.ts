import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { LemmataError } from '../base/errors.ts';
import { isHardware, type VerifyOptions } from '../portfolio/options.ts';
import { DEFAULT_ERROR_FUNCTION, type Property, readProperty, unreachCall } from '../portfolio/property.ts';
import type { Verdict } from '../portfolio/verdict.ts';
import { verify } from '../portfolio/verify.ts';
import { reasonText } from '../report/verdict-line.ts';
import { instrumented } from '../witness/instrument.ts';
import { fileOf, readWitness, type StatedInvariant, type Waypoint } from '../witness/read-witness.ts';
import { restricted } from '../witness/restrict.ts';
import { write } from './output.ts';
import type { ValidateFlags } from './program.ts';
import { followViolation } from './run.ts';

/** What checking a witness came to. */
interface Finding {
  readonly outcome: 'confirmed' | 'refuted' | 'open';
  readonly detail: string;
}

const EXIT_CODE: Readonly<Record<Finding['outcome'], number>> = { confirmed: 0, refuted: 10, open: 5 };

/**
 * `lemmata validate`: checks a witness, with one line on stdout. A violation is followed in the interpreter; invariants are asserted at their loops, and the
 * program is verified with them. Resolves to the exit code; throws LemmataError for what is no witness of these files.
 */
export async function validateCommand(files: readonly string[], flags: ValidateFlags): Promise<number> {
  if (files.some(isHardware)) throw new LemmataError('E-USAGE', 'only witnesses of C programs are checked');
  const property = flags.property === undefined ? unreachCall(DEFAULT_ERROR_FUNCTION) : readProperty(flags.property);
  const witness = readWitness(flags.witness, { files, dataModel: flags.dataModel }, property.specification);
  const finding =
    witness.kind === 'violation'
      ? await followed(files, witness.segments, property, flags)
      : await proved(files, witness.invariants, property, flags);
  await write(process.stdout, `Witness: ${finding.outcome} (${finding.detail})\n`);
  return EXIT_CODE[finding.outcome];
}

async function followed(
  files: readonly string[],
  segments: readonly (readonly Waypoint[])[],
  { errorFunction }: Property,
  flags: ValidateFlags,
): Promise<Finding> {
  const run = await followViolation(files, segments, errorFunction, {
    model: flags.dataModel,
    includes: flags.include,
    defines: flags.define,
  });
  if (run === null) return { outcome: 'open', detail: 'the program could not be run' };
  if (run.reached && run.finished) return { outcome: 'confirmed', detail: `the run calls ${errorFunction}` };
  if (run.reached) return { outcome: 'open', detail: `the run calls ${errorFunction} before the witness ends` };
  if (run.open === 0) return { outcome: run.decided ? 'refuted' : 'open', detail: run.message };
  // Where a value is missing, another one may lead to the error.
  return (await searched(files, segments, errorFunction, flags)) ?? { outcome: 'open', detail: run.message };
}

/** Looks for a run along the witness; null where none is found. */
async function searched(
  files: readonly string[],
  segments: readonly (readonly Waypoint[])[],
  errorFunction: string,
  flags: ValidateFlags,
): Promise<Finding | null> {
  const texts = restricted(files, segments);
  if (texts === null) return null;
  const verdict = await verified(files, texts, errorFunction, flags);
  if (verdict.kind === 'unsafe') return { outcome: 'confirmed', detail: `a run along the witness calls ${errorFunction}` };
  return verdict.kind === 'safe' ? { outcome: 'refuted', detail: `no run along the witness calls ${errorFunction}` } : null;
}

/** Verifies programs whose texts were changed. */
async function verified(
  files: readonly string[],
  texts: readonly string[],
  errorFunction: string,
  flags: ValidateFlags,
): Promise<Verdict> {
  const folder = mkdtempSync(join(tmpdir(), 'lemmata-validate-'));
  try {
    const copies = files.map((file, index) => join(folder, String(index), basename(file)));
    for (const [index, copy] of copies.entries()) {
      mkdirSync(dirname(copy));
      writeFileSync(copy, texts[index]);
    }
    const options: VerifyOptions = {
      files: copies,
      errorFunction,
      dataModel: flags.dataModel,
      timeout: flags.timeout,
      memory: flags.memory,
      portfolio: flags.portfolio,
      // Headers that lie beside the programs.
      includes: [...new Set(files.map((file) => dirname(resolve(file)))), ...(flags.include ?? [])],
      defines: flags.define,
    };
    return await verify(options).result;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function proved(
  files: readonly string[],
  invariants: readonly StatedInvariant[],
  { errorFunction }: Property,
  flags: ValidateFlags,
): Promise<Finding> {
  const texts = textsWith(files, invariants, errorFunction);
  if (typeof texts === 'string') return { outcome: 'open', detail: texts };
  const verdict = await verified(files, texts, errorFunction, flags);
  if (verdict.kind === 'safe')
    return { outcome: 'confirmed', detail: `${invariants.length} loop invariants, proved with the program by ${verdict.engine}` };
  if (verdict.kind === 'unsafe') return { outcome: 'refuted', detail: 'a run violates an invariant or the property' };
  return { outcome: 'open', detail: reasonText(verdict.reason) };
}

/** The programs with the invariants as checks; why that cannot be, in words. */
function textsWith(
  files: readonly string[],
  invariants: readonly StatedInvariant[],
  errorFunction: string,
): readonly string[] | string {
  const texts: string[] = [];
  for (const file of files) {
    const mine = invariants.filter(({ location }) => fileOf(location, files) === file);
    if (mine.some(({ type, location }) => type !== 'loop_invariant' || location.column === undefined))
      return 'only loop invariants with a column are checked';
    const placed = mine.map(({ location: { line, column = 1 }, value }) => ({ line, column, value }));
    const text = instrumented(readFileSync(file, 'utf8'), placed, errorFunction);
    if (text === null) return 'an invariant stands at a place where it cannot be asserted';
    texts.push(text);
  }
  const foreign = invariants.find(({ location }) => fileOf(location, files) === null);
  return foreign === undefined ? texts : `${foreign.location.file_name} is none of the programs`;
}
