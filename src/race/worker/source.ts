import { readFileSync, statSync } from 'node:fs';
import { dirname, isAbsolute, resolve } from 'node:path';
import { LemmataError } from '../../base/errors.ts';
import { sha256, shownName } from '../../base/files.ts';
import type { SourceLocation } from '../../base/source.ts';
import type { TranslationUnit } from '../../c/ast.ts';
import { type Diagnostic, excerptOf, FrontEndError } from '../../c/diagnostics.ts';
import { parseProgram } from '../../c/index.ts';
import { disabledChecks } from '../../c/source/check-pragmas.ts';
import { type IgnoreComment, ignoreComments } from '../../c/source/ignore-comments.ts';
import { type MarkedFiles, markedFiles } from '../../c/source/marked-files.ts';
import { type PreprocessedFile, preprocess } from '../../c/source/preprocess.ts';
import { ERROR_FUNCTIONS } from '../../program/cfa/assertion-names.ts';
import type { Program } from '../../program/cfa/automaton.ts';
import {
  byPlace,
  type CheckKind,
  PLACED_CHECKS,
  STATED_READINGS,
  undefinedBeside,
} from '../../program/cfa/checks/kinds.ts';
import { addressedErrors, type Check, hintChecks } from '../../program/cfa/checks/places.ts';
import { type Hint, isWithin } from '../../program/cfa/hints.ts';
import { NOWHERE } from '../../program/cfa/make.ts';
import { functionOutlines } from '../../program/contracts/outlines.ts';
import { contractedFunctions } from '../../program/contracts/pass.ts';
import { endsTheRun } from '../../program/link/library.ts';
import { type PassedProgram, prepareProgram } from '../../program/passes.ts';
import type { CompileAnswer, CompileJob, ContractsAnswer, PreprocessedHashes } from '../messages/compilation.ts';
import { checksIn, isOfCompetition, type Property, plainPropertyOf } from '../property.ts';
import { unlimited, type Within } from './within.ts';

/** The program of C files, before some of its errors are chosen. */
export interface SourceProgram {
  readonly kind: 'source';
  readonly job: CompileJob;
  readonly passed: PassedProgram;
  /** Property with the functions of this program. */
  readonly property: Property;
  /** The checks with functions of their own; [] where the job does not ask for each of them. */
  readonly checks: readonly Check[];
  /** The checks that hints hold. */
  readonly hints: readonly Check[];
  /** Comments that ask to ignore findings; [] like the checks. */
  readonly ignores: readonly IgnoreComment[];
  readonly diagnostics: readonly Diagnostic[];
  readonly preprocessed: PreprocessedHashes;
  readonly sources: MarkedFiles | null;
  /** Number of lines of the given files. */
  readonly lines: number;
}

/**
 * Makes the automata of a program from C files. Needs a deep stack. Throws LemmataError `E-INPUT` for a
 * program without `main`, or without any function that the property names.
 */
export async function readSource(
  job: CompileJob,
  within: Within = unlimited,
  texts: KnownTexts = new Map(),
): Promise<SourceProgram | (CompileAnswer & { kind: 'rejected' })> {
  try {
    const annotations = job.contract !== null;
    const files = await preprocessed(job, annotations, texts);
    const { unit, passed } = within(() => {
      const unit = parsed(job, files, annotations);
      return { unit, passed: passedSource(unit, job) };
    });
    const commented = job.eachCheck
      ? withIgnored(passed.checks, job.files, files)
      : { checks: passed.checks, ignores: [] };
    return {
      ...{ kind: 'source', job, ...passed, ...commented },
      hints: hintChecks(passed.passed.program, hintsOf(job, passed.passed)),
      diagnostics: [
        ...onceAboutContracts(files.flatMap(({ warnings }) => warnings)),
        ...unit.warnings,
        ...(passed.passed.hidden?.warnings ?? []),
      ],
      preprocessed: hashesOf(files),
      sources: job.outline ? markedFiles(files) : null,
      lines: files.reduce((sum, { lines }) => sum + lines, 0),
    };
  } catch (error) {
    if (!(error instanceof FrontEndError)) throw error;
    const { diagnostics } = error;
    return { kind: 'rejected', diagnostics: diagnostics.map((one) => withHint(one, job.hinted?.hints ?? [])) };
  }
}

/** Lists the functions of a program that have a contract and a body. Needs a deep stack. */
export async function readContracts(job: CompileJob, texts: KnownTexts): Promise<ContractsAnswer> {
  try {
    const files = await preprocessed(job, true, texts);
    const unit = parsed(job, files, true);
    return {
      kind: 'contracts',
      functions: contractedFunctions(unit),
      outlines: functionOutlines(unit),
      diagnostics: unit.warnings,
      preprocessed: hashesOf(files),
    };
  } catch (error) {
    if (!(error instanceof FrontEndError)) throw error;
    return { kind: 'rejected', diagnostics: error.diagnostics };
  }
}

function hashesOf(files: readonly PreprocessedFile[]): PreprocessedHashes {
  return Object.fromEntries(files.map(({ file, text }) => [file, sha256(text)]));
}

/** Files as preprocessed, by all that this depends on: programs that a thread compiles one by one share them. */
export type KnownTexts = Map<string, PreprocessedFile>;

/** `annotations`: whether clauses in comments are read. */
async function preprocessed(
  job: CompileJob,
  annotations: boolean,
  texts: KnownTexts,
): Promise<readonly PreprocessedFile[]> {
  const { dataModel: model, byteOrder, includes, defines, flags, memoryBytes } = job;
  const files: PreprocessedFile[] = [];
  for (const file of job.files) {
    const copy = job.hinted?.copies[file];
    // A copy finds the headers beside its file.
    const near = copy === undefined ? flags[file] : [...(flags[file] ?? []), '-iquote', dirname(resolve(file))];
    const options = { model, byteOrder, includes, defines, flags: near, memoryBytes, annotations };
    const key = JSON.stringify([copy ?? file, options]);
    const read = texts.get(key) ?? (await preprocess(copy ?? file, options));
    texts.set(key, read);
    files.push({ ...read, file });
  }
  return files;
}

function parsed(job: CompileJob, files: readonly PreprocessedFile[], annotations: boolean): TranslationUnit {
  const { dataModel: model, byteOrder, eachCheck, loopContracts } = job;
  return parseProgram(files, { model, byteOrder, loopClauses: eachCheck && loopContracts, annotations });
}

/** The messages without those that repeat for another file that its contracts are not read. */
function onceAboutContracts(messages: readonly Diagnostic[]): readonly Diagnostic[] {
  const first = messages.find(({ code }) => code === 'C1910');
  return messages.filter((message) => message.code !== 'C1910' || message === first);
}

/** The message with the hint that it is about, in place of the words that it is compiled with. */
function withHint(message: Diagnostic, hints: readonly Hint[]): Diagnostic {
  const hint = message.at === null ? undefined : hintAt(message.at, hints);
  if (hint === undefined || message.at === null) return message;
  const { expression, at } = hint;
  return { ...message, excerpt: excerptOf(' '.repeat(at.column - 1) + expression, message.at.column - 1) };
}

/** The given hints, and those that the loops of the program state. */
function hintsOf({ hinted }: CompileJob, { hidden }: PassedProgram): readonly Hint[] {
  return [...(hinted?.hints ?? []), ...(hidden?.hints ?? [])];
}

/** The hint in whose expression a place lies. */
function hintAt(place: SourceLocation, hints: readonly Hint[]): Hint | undefined {
  return hints.find((hint) => isWithin(hint, place));
}

function passedSource(unit: TranslationUnit, job: CompileJob): Pick<SourceProgram, 'passed' | 'property' | 'checks'> {
  const checks = checksIn(job.property);
  // A fault within a hint is no fault of the program, so that places tell them apart.
  const placed = checks.length > 0 && (job.eachCheck || job.hinted !== null);
  const unplaced = placed ? checks.find((kind) => !PLACED_CHECKS.some((placed) => placed === kind)) : undefined;
  if (unplaced !== undefined)
    throw new LemmataError(
      'E-INPUT',
      job.eachCheck
        ? `checks of the kind ${unplaced} have one verdict together: lemmata verify --check`
        : `hints are not for checks of the kind ${unplaced}`,
    );
  const asserts = checks.includes('assertion');
  const failures = [...ERROR_FUNCTIONS, ...job.errorFunctions];
  // A property of SV-COMP implies its readings, in which undefined behaviour goes on, and the order of its tools.
  const isStrict = !isOfCompetition(job.property);
  const isAboutCalls = job.property.kind === 'plain' || job.property.kind === 'stated';
  const passed = prepareProgram(unit, {
    allocationMayFail: job.mallocMayFail,
    ...{
      externals: job.externals,
      entry: job.entry,
      contract: job.contract,
      hintCount: job.hinted?.hints.length ?? 0,
      surroundings: job.surroundings,
      arguments: job.arguments,
      checks,
      contested: job.contested,
    },
    ...(isStrict ? { gaps: undefinedBeside(checks).filter(countsIn(unit)) } : STATED_READINGS),
    goal: job.property.kind === 'termination' ? 'cycle' : 'error',
    guarded: asserts || (isStrict && isAboutCalls),
    ...(asserts ? { failures } : {}),
    openOrder: isStrict,
    placed,
  });
  return { passed, ...propertyOf(passed, job, asserts ? addressedErrors(passed.program, failures) : []) };
}

/**
 * Tells whether a kind of undefined behaviour counts in the program. Harnesses of CBMC and ESBMC take variables without
 * a value as inputs, so that all bytes of a `_Bool` have a meaning there.
 */
function countsIn({ functions }: TranslationUnit): (kind: CheckKind) => boolean {
  const isHarness = functions.some(({ name, definition }) => definition === null && /^__(CPROVER|ESBMC)_/.test(name));
  return (kind) => kind !== 'representation' || !isHarness;
}

/**
 * Returns the property of a job with the functions of the program, and the checks that are decided one by
 * one. `pointed`: functions that mean a failing assertion and are called through pointers, which are
 * no places of checks. Throws LemmataError `E-INPUT` if a named function or every such function is missing.
 */
function propertyOf(
  passed: PassedProgram,
  job: CompileJob,
  pointed: readonly string[],
): { readonly property: Property; readonly checks: readonly Check[] } {
  const { property: stated, eachCheck } = job;
  const { program, assertions, checks: placed } = passed;
  const property = propertyIn(program, assertions, stated);
  const named = (errorFunctions: readonly string[]): Property => ({ ...property, errorFunctions });
  const hints = hintsOf(job, passed);
  const own = placed.filter(({ at }) => hintAt(at, hints) === undefined);
  if (property.kind !== 'checks' || !eachCheck) {
    const asked = own.flatMap(({ name, contested }) => (contested === null ? [name] : []));
    const all = [...(placed.length === 0 ? property.errorFunctions : asked), ...pointed];
    return { property: pointed.length + placed.length === 0 ? property : named(all), checks: [] };
  }
  const further = pointed.map((name): Check => {
    const at = program.functions.find((fn) => fn?.name === name)?.at ?? NOWHERE;
    return { name, kind: 'assertion', at, function: name, contested: null };
  });
  const checks = [...own, ...further].sort(byPlace);
  return { property: named(checks.map(({ name }) => name)), checks };
}

/** Returns the property with the error functions and assertion functions of the program. */
function propertyIn(program: Program, assertions: readonly string[], property: Property): Property {
  const file = shownName(program.files[0] ?? '');
  if (program.main === null) throw new LemmataError('E-INPUT', `${shownNames(program)}: ${withoutMain(program)}`);
  const names = new Set(program.functions.flatMap((fn) => (fn === null ? [] : [fn.name])));
  const present = property.errorFunctions.filter((name) => names.has(name));
  if (property.kind === 'checks' || property.kind === 'termination') return property;
  if (property.kind === 'stated') {
    if (present.length > 0) return property;
    throw new LemmataError(
      'E-INPUT',
      `${file}: the program has no function ${property.errorFunctions[0]}, which the property names`,
    );
  }
  const missing = property.errorFunctions.find(
    (name) => !names.has(name) && !ERROR_FUNCTIONS.includes(name) && !endsTheRun(name),
  );
  if (missing !== undefined)
    throw new LemmataError('E-INPUT', `${file}: the program has no function ${missing}, which must not be called`);
  const all = [...new Set([...present, ...assertions])];
  if (all.length > 0) return plainPropertyOf(all);
  throw new LemmataError('E-INPUT', `${file}: ${NOTHING_TO_VERIFY}`);
}

const NOTHING_TO_VERIFY =
  'there is nothing to verify, since the program has no assert and no reach_error: say what holds by assert(condition) of <assert.h>, name a function that must not be called (--error-function NAME, or --property FILE), or look for overflows, wrong accesses and other faults with lemmata check';

/** Most names of functions that a message lists. */
const SHOWN_FUNCTIONS = 5;

/** Says that there is no `main`, and where a verification may begin instead. */
function withoutMain({ functions }: Program): string {
  const names = functions.flatMap((fn) =>
    fn?.defined === true && fn.origin === 'program' && !fn.name.startsWith('$') ? [fn.name] : [],
  );
  if (names.length === 0) return 'there is no function main';
  const shown = names.slice(0, SHOWN_FUNCTIONS).join(', ');
  const others = names.length > SHOWN_FUNCTIONS ? ', ...' : '';
  return `there is no function main; --entry NAME begins at another function (${shown}${others}), with any arguments`;
}

function shownNames({ files }: Program): string {
  return files.map((file) => shownName(file)).join(', ');
}

/** Largest file in bytes that is read for comments. */
const MOST_BYTES = 2 ** 26;

/**
 * Returns the checks with what comments of the sources and pragmas say about them, and all such comments. The preprocessor
 * drops comments, so that files are read again: the given ones, and others below the current folder.
 */
function withIgnored(
  checks: readonly Check[],
  given: readonly string[],
  texts: readonly PreprocessedFile[],
): { readonly checks: readonly Check[]; readonly ignores: readonly IgnoreComment[] } {
  const disabled = texts.flatMap(disabledChecks);
  const files = new Set([...given, ...checks.map(({ at }) => at.file).filter(isBelow)]);
  const ignores = [...files].flatMap((file) => ignoreComments(file, textOf(file)));
  if (ignores.length + disabled.length === 0) return { checks, ignores };
  const byLine = new Map<string, IgnoreComment[]>();
  for (const comment of ignores) {
    const key = `${comment.line}:${comment.at.file}`;
    byLine.set(key, [...(byLine.get(key) ?? []), comment]);
  }
  const commented = checks.map((check): Check => {
    const { kind, at } = check;
    const comment =
      byLine.get(`${at.line}:${at.file}`)?.find(({ kinds }) => kinds.includes(kind)) ??
      disabled.find(
        (one) => one.kinds.includes(kind) && one.at.file === at.file && one.from <= at.line && at.line <= one.to,
      );
    return comment === undefined ? check : { ...check, ignored: { reason: comment.reason, at: comment.at } };
  });
  return { checks: commented, ignores };
}

/** A line mark may name any file; only those of the program's folder are read. */
function isBelow(file: string): boolean {
  return !isAbsolute(file) && !file.split('/').includes('..') && !file.startsWith('<');
}

function textOf(file: string): string {
  const found = statSync(file, { throwIfNoEntry: false });
  if (found === undefined || !found.isFile() || found.size > MOST_BYTES) return '';
  return readFileSync(file, 'utf8');
}
