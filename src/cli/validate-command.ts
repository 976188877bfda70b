import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { LemmataError } from '../base/errors.ts';
import { isHardware, type VerifyOptions } from '../portfolio/options.ts';
import { DEFAULT_ERROR_FUNCTION, type Property, readProperty, unreachCall } from '../portfolio/property.ts';
import { verify } from '../portfolio/verify.ts';
import { reasonText } from '../report/verdict-line.ts';
import { instrumented } from '../witness/instrument.ts';
import { fileOf, readWitness, type StatedInvariant, type Waypoint } from '../witness/read-witness.ts';
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
  // Where a value is missing, another one might have led to the error.
  return { outcome: run.open === 0 && run.decided ? 'refuted' : 'open', detail: run.message };
}

async function proved(
  files: readonly string[],
  invariants: readonly StatedInvariant[],
  { errorFunction }: Property,
  flags: ValidateFlags,
): Promise<Finding> {
  const folder = mkdtempSync(join(tmpdir(), 'lemmata-validate-'));
  try {
    const copies = copiesWith(files, invariants, errorFunction, folder);
    if (typeof copies === 'string') return { outcome: 'open', detail: copies };
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
    const verdict = await verify(options).result;
    if (verdict.kind === 'safe')
      return { outcome: 'confirmed', detail: `${invariants.length} loop invariants, proved with the program by ${verdict.engine}` };
    if (verdict.kind === 'unsafe') return { outcome: 'refuted', detail: 'a run violates an invariant or the property' };
    return { outcome: 'open', detail: reasonText(verdict.reason) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The programs with the invariants as checks; why that cannot be, in words. */
function copiesWith(
  files: readonly string[],
  invariants: readonly StatedInvariant[],
  errorFunction: string,
  folder: string,
): readonly string[] | string {
  const copies: string[] = [];
  for (const [index, file] of files.entries()) {
    const mine = invariants.filter(({ location }) => fileOf(location, files) === file);
    if (mine.some(({ type, location }) => type !== 'loop_invariant' || location.column === undefined))
      return 'only loop invariants with a column are checked';
    const placed = mine.map(({ location: { line, column = 1 }, value }) => ({ line, column, value }));
    const text = instrumented(readFileSync(file, 'utf8'), placed, errorFunction);
    if (text === null) return 'an invariant stands at a place where it cannot be asserted';
    const copy = join(folder, String(index), basename(file));
    mkdirSync(dirname(copy));
    writeFileSync(copy, text);
    copies.push(copy);
  }
  const foreign = invariants.find(({ location }) => fileOf(location, files) === null);
  return foreign === undefined ? copies : `${foreign.location.file_name} is none of the programs`;
}
