import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { LemmataError } from '../base/errors.ts';
import { isAssertion } from '../cfa/assertion-names.ts';
import { isHardware, type VerifyOptions } from '../portfolio/options/options.ts';
import { type Property, plainPropertyFrom, readProperty } from '../portfolio/property.ts';
import type { Verdict } from '../portfolio/verdict.ts';
import { verify } from '../portfolio/verify.ts';
import { reasonText } from '../report/verdict-line.ts';
import { instrumented } from '../witness/instrument.ts';
import { fileOf, readWitness, type StatedInvariant, type Waypoint } from '../witness/read-witness.ts';
import { restricted } from '../witness/restrict.ts';
import type { ValidateFlags } from './flags.ts';
import { write } from './output.ts';
import { followViolation } from './run.ts';
import { type SourceOptions, sourceOptions } from './source-options.ts';

/** The result of checking a witness. */
interface Finding {
  readonly outcome: 'confirmed' | 'refuted' | 'open';
  readonly detail: string;
}

const EXIT_CODE: Readonly<Record<Finding['outcome'], number>> = { confirmed: 0, refuted: 10, open: 5 };

/**
 * `lemmata validate`: checks a witness, with one line on stdout. A violation is followed in the
 * interpreter; invariants are asserted at their loops, and the program is verified with them. Resolves
 * to the exit code; throws LemmataError if the file is not a witness of these files.
 */
export async function validateCommand(named: readonly string[], flags: ValidateFlags): Promise<number> {
  const sources = sourceOptions(named, flags);
  const { files } = sources;
  if (files.some(isHardware)) throw new LemmataError('E-USAGE', 'only witnesses of C programs are checked');
  const stated = flags.property === undefined ? null : readProperty(flags.property);
  const accepted = (specification: string): Property | null =>
    stated === null ? plainPropertyFrom(specification, flags.errorFunction ?? []) : sameProperty(stated, specification);
  const { witness, property } = readWitness(flags.witness, { files, dataModel: sources.dataModel }, accepted);
  if (property.kind === 'checks') {
    await write(process.stdout, 'Witness: open (witnesses about checks of arithmetic are not followed)\n');
    return EXIT_CODE.open;
  }
  const finding =
    witness.kind === 'violation'
      ? await followed(sources, witness.segments, property, flags)
      : await proved(sources, witness.invariants, property, flags);
  await write(process.stdout, `Witness: ${finding.outcome} (${finding.detail})\n`);
  return EXIT_CODE[finding.outcome];
}

function sameProperty(property: Property, specification: string): Property | null {
  return property.specification.replace(/\s/g, '') === specification.replace(/\s/g, '') ? property : null;
}

async function followed(
  sources: SourceOptions,
  segments: readonly (readonly Waypoint[])[],
  property: Property,
  flags: ValidateFlags,
): Promise<Finding> {
  const { files, dataModel: model, ...preprocessor } = sources;
  const run = await followViolation(files, segments, property, { ...preprocessor, model });
  if (run === null) return { outcome: 'open', detail: 'the program could not be run' };
  if (run.reached && run.finished) return { outcome: 'confirmed', detail: `the run ${errorOf(property)}` };
  if (run.reached) return { outcome: 'open', detail: `the run ${errorOf(property)} before the witness ends` };
  if (run.open === 0) return { outcome: run.decided ? 'refuted' : 'open', detail: run.message };
  // If a value is missing, another one may lead to the error.
  return (await searched(sources, segments, property, flags)) ?? { outcome: 'open', detail: run.message };
}

function errorOf({ errorFunctions }: Property): string {
  return errorFunctions.length === 1 ? `calls ${errorFunctions[0]}` : 'violates the property';
}

/** Searches for a run along the witness; null if none is found. */
async function searched(
  sources: SourceOptions,
  segments: readonly (readonly Waypoint[])[],
  property: Property,
  flags: ValidateFlags,
): Promise<Finding | null> {
  const texts = restricted(sources.files, segments);
  if (texts === null) return null;
  const verdict = await verified(sources, texts, property, flags);
  if (verdict.kind === 'unsafe')
    return { outcome: 'confirmed', detail: `a run along the witness ${errorOf(property)}` };
  return verdict.kind === 'safe'
    ? { outcome: 'refuted', detail: `no run along the witness ${errorOf(property)}` }
    : null;
}

/** Verifies programs with changed texts. */
async function verified(
  sources: SourceOptions,
  texts: readonly string[],
  property: Property,
  flags: ValidateFlags,
): Promise<Verdict> {
  const { files, dataModel, includes = [], defines } = sources;
  const folder = mkdtempSync(join(tmpdir(), 'lemmata-validate-'));
  try {
    const copies = files.map((file, index) => join(folder, String(index), basename(file)));
    for (const [index, copy] of copies.entries()) {
      mkdirSync(dirname(copy));
      writeFileSync(copy, texts[index]);
    }
    const options: VerifyOptions = {
      files: copies,
      ...(property.kind === 'stated' ? { property: property.specification } : { errorFunctions: flags.errorFunction }),
      dataModel,
      timeout: flags.timeout,
      memory: flags.memory,
      portfolio: flags.portfolio,
      externals: flags.externals ?? (flags.property === undefined ? undefined : 'pure'),
      external: flags.external,
      // Headers beside the programs.
      includes: [...new Set(files.map((file) => dirname(resolve(file)))), ...includes],
      defines,
      flags: Object.fromEntries(copies.map((copy, index) => [copy, sources.flags[files[index]] ?? []])),
    };
    return await verify(options).result;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function proved(
  sources: SourceOptions,
  invariants: readonly StatedInvariant[],
  property: Property,
  flags: ValidateFlags,
): Promise<Finding> {
  const texts = textsWith(sources.files, invariants, violatingCall(property));
  if (typeof texts === 'string') return { outcome: 'open', detail: texts };
  const verdict = await verified(sources, texts, property, flags);
  if (verdict.kind === 'safe')
    return {
      outcome: 'confirmed',
      detail: `${invariants.length} loop invariants, proved with the program by ${verdict.engine}`,
    };
  if (verdict.kind === 'unsafe') return { outcome: 'refuted', detail: 'a run violates an invariant or the property' };
  return { outcome: 'open', detail: reasonText(verdict.reason) };
}

/**
 * Names a function without parameters whose call violates the property. If the program has no such
 * function, an error function serves, because the program need not declare it.
 */
function violatingCall({ errorFunctions }: Property): string {
  return errorFunctions.find((name) => !isAssertion(name)) ?? '__VERIFIER_error';
}

/** The programs with the invariants as checks, or the reason in words why that is impossible. */
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
    if (text === null) return 'an invariant is at a place where it cannot be asserted';
    texts.push(text);
  }
  const foreign = invariants.find(({ location }) => fileOf(location, files) === null);
  return foreign === undefined ? texts : `${foreign.location.file_name} is not one of the programs`;
}
