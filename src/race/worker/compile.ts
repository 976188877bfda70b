import { readFileSync } from 'node:fs';
import { LemmataError } from '../../base/errors.ts';
import { shownName } from '../../base/files.ts';
import type { TranslationUnit } from '../../c/ast.ts';
import { type Diagnostic, FrontEndError } from '../../c/diagnostics.ts';
import { parseProgram } from '../../c/index.ts';
import { type MarkedFiles, markedFiles } from '../../c/source/marked-files.ts';
import { type PreprocessedFile, preprocess } from '../../c/source/preprocess.ts';
import { lineCount } from '../../c/source/source-text.ts';
import { firstRun } from '../../certify/replay/first-run.ts';
import { assertionFunctions, guardChecks } from '../../program/cfa/assertions.ts';
import {
  type Assumption,
  allocationsSucceed,
  approximatedConstructs,
  uncalledErrors,
  uncheckedAssertions,
} from '../../program/cfa/assumptions.ts';
import type { Program } from '../../program/cfa/automaton.ts';
import { isLeakKind, isMemoryKind, PLACED_CHECKS } from '../../program/cfa/checks/kinds.ts';
import {
  addressedErrors,
  byPlace,
  type Check,
  checkAssertions,
  onlyChecks,
  placeChecks,
} from '../../program/cfa/checks/places.ts';
import type { Entry } from '../../program/cfa/entry-options.ts';
import { externalFunctions } from '../../program/cfa/external-functions.ts';
import type { ExternalFunction } from '../../program/cfa/externals.ts';
import type { LinkedProgram } from '../../program/cfa/linked.ts';
import { withArguments } from '../../program/cfa/main-arguments.ts';
import { NOWHERE } from '../../program/cfa/make.ts';
import { type ProgramOutline, programOutline } from '../../program/cfa/outline.ts';
import { withChecksAtEnds } from '../../program/link/ends.ts';
import { endsTheRun } from '../../program/link/library.ts';
import { linkProgram } from '../../program/link/program.ts';
import { withEntry } from '../../program/lowering/entry.ts';
import { withInputs } from '../../program/lowering/models/inputs.ts';
import { buildProgram } from '../../program/lowering/program.ts';
import { mayStartThreads, withThreads } from '../../program/threads/program.ts';
import { type EncodingDecisions, encode, encodingDecisions, explainEncoding } from '../../system/encode/index.ts';
import { encodeOnlyRun, failingRun, type OnlyRun, takesInputs } from '../../system/encode/path/only-run.ts';
import { parseBtor2 } from '../../system/transys/btor2/parse.ts';
import { approximationsOf } from '../../system/transys/doubts.ts';
import type { ProgramPlaces } from '../../system/transys/program-places.ts';
import type { TransitionSystem } from '../../system/transys/system.ts';
import type { CompileAnswer, CompileJob } from '../messages/compilation.ts';
import { checksIn, ERROR_FUNCTIONS, type Property, plainPropertyOf } from '../property.ts';
import { storeProgram } from './stored-program.ts';

/** A system before the passes, with what else the race needs. */
export type Compiled =
  | (CompileAnswer & { kind: 'rejected' })
  | {
      readonly kind: 'compiled';
      /** Property with the functions of this program. */
      readonly property: Property;
      readonly diagnostics: readonly Diagnostic[];
      readonly system: TransitionSystem;
      /** Places of the program; null for hardware. */
      readonly places: ProgramPlaces | null;
      readonly decisions: readonly string[];
      readonly externals: readonly ExternalFunction[];
      readonly assumptions: readonly Assumption[];
      /** The same as data; null for hardware. */
      readonly encoding: EncodingDecisions | null;
      readonly outline: ProgramOutline | null;
      readonly sources: MarkedFiles | null;
      readonly program: SharedArrayBuffer | null;
      /** Number of lines of the given files. */
      readonly lines: number;
      /** See `CompileAnswer`. */
      readonly checks: readonly Check[];
      readonly takesInputs: boolean;
    };

/** Most lines about the encoding that are kept. */
const MOST_DECISIONS = 1000;

/** Reads a BTOR2 model. Throws LemmataError `E-INPUT` with the place of the first problem. */
export function compileModel(job: CompileJob): Compiled {
  const [file] = job.files;
  const text = readFileSync(file, 'utf8');
  if (text.trim() === '') throw new LemmataError('E-INPUT', `${file} is empty`);
  const system = parseBtor2(text, file);
  if ((system.blocks[0]?.bads.length ?? 0) === 0) throw new LemmataError('E-INPUT', `${file} has no bad property`);
  const nothing = {
    places: null,
    diagnostics: [],
    decisions: [],
    externals: [],
    assumptions: [],
    encoding: null,
    outline: null,
    sources: null,
    checks: [],
    takesInputs: true,
  };
  const program = null;
  return { kind: 'compiled', property: job.property, system, lines: lineCount(text), program, ...nothing };
}

/** A program with its property before linking. */
export interface Built {
  readonly kind: 'built';
  readonly job: CompileJob;
  readonly program: Program;
  readonly property: Property;
  /** The checks with functions of their own; [] where the job does not ask for each of them. */
  readonly checks: readonly Check[];
  readonly unit: Pick<Loaded & { readonly kind: 'loaded' }, 'diagnostics' | 'sources' | 'lines'>;
}

/**
 * Makes the automata of a program from C files. Needs a deep stack. Throws LemmataError `E-INPUT` for a
 * program without `main`, or without any function that the property names.
 */
export async function buildFiles(job: CompileJob): Promise<Built | (CompileAnswer & { kind: 'rejected' })> {
  const loaded = await load(job);
  if (loaded.kind === 'rejected') return loaded;
  const kinds = checksIn(job.property);
  const unplaced = job.eachCheck ? kinds.find((kind) => !PLACED_CHECKS.some((placed) => placed === kind)) : undefined;
  if (unplaced !== undefined)
    throw new LemmataError(
      'E-INPUT',
      `checks of the kind ${unplaced} have one verdict together: lemmata verify --check`,
    );
  const whole = buildProgram(loaded.unit, {
    allocationMayFail: job.mallocMayFail,
    externals: job.externals,
    anyBuffers: job.entry !== null,
    checks: kinds,
    contested: job.contested,
    threads: job.property.kind !== 'termination' && mayStartThreads(loaded.unit),
  });
  const begun = job.entry === null ? whole : begunAt(whole, job.entry);
  const built = withChecksAtEnds(begun, kinds);
  const property = propertyIn(built, job.property);
  const unit = loaded;
  if (kinds.length === 0) {
    const program = property.kind === 'plain' ? guardChecks(built) : built;
    return { kind: 'built', job, program, property, checks: [], unit };
  }
  return { kind: 'built', job, ...withChecks(built, property, job), unit };
}

/** The program and the property with the functions that its checks call. */
function withChecks(
  built: Program,
  property: Property,
  job: CompileJob,
): Pick<Built, 'program' | 'property' | 'checks'> {
  const asserts = checksIn(property).includes('assertion');
  const errors = [...ERROR_FUNCTIONS, ...job.errorFunctions];
  const program = asserts ? checkAssertions(guardChecks(built), errors) : built;
  const pointed = asserts ? addressedErrors(program, errors) : [];
  if (!job.eachCheck)
    return { program, checks: [], property: { ...property, errorFunctions: [...property.errorFunctions, ...pointed] } };
  const placed = placeChecks(program);
  const further = pointed.map((name): Check => {
    const at = program.functions.find((fn) => fn?.name === name)?.at ?? NOWHERE;
    return { name, kind: 'assertion', at, function: name, contested: null };
  });
  const checks = [...placed.checks, ...further].sort(byPlace);
  return {
    program: placed.program,
    checks,
    property: { ...property, errorFunctions: checks.map(({ name }) => name) },
  };
}

/**
 * Makes the system of a program, in which runs are errors that call one of the functions. Other checks
 * end runs without blame. Needs a deep stack.
 */
export function encodeBuilt(built: Built, errorFunctions: readonly string[]): Compiled {
  const { job, program, property, checks, unit } = built;
  const asksEnd = property.kind === 'termination';
  const { linked, hasThreads } = linkedBuilt(built, errorFunctions);
  const { system, places, decisions, explained } = encoded(linked, job, asksEnd);
  const { diagnostics, sources, lines } = unit;
  return {
    kind: 'compiled',
    property: { ...property, errorFunctions },
    diagnostics,
    system,
    places,
    decisions: explained.slice(0, MOST_DECISIONS),
    externals: externalFunctions(linked),
    assumptions: [
      ...(hasThreads ? [{ kind: 'threads' } as const] : []),
      ...assumptionsOf(program, linked, system, property),
    ],
    encoding: decisions,
    outline: job.outline ? programOutline(linked.source, errorFunctions) : null,
    sources,
    program: storeProgram(linked.source),
    lines,
    checks,
    takesInputs: takesInputs(linked),
  };
}

/** The program of `encodeBuilt`, as runs of it need it. */
export function openProgram(built: Built, errorFunctions: readonly string[]): SharedArrayBuffer {
  return storeProgram(linkedBuilt(built, errorFunctions).linked.source);
}

function linkedBuilt(
  { job, program, property, checks }: Built,
  errorFunctions: readonly string[],
): { readonly linked: LinkedProgram; readonly hasThreads: boolean } {
  const open = checks.length === 0 ? program : onlyChecks(program, checks, new Set(errorFunctions));
  const whole = withInputs(withArguments(open, job.arguments), job.arguments, errorFunctions);
  const asksEnd = property.kind === 'termination';
  // Whether runs of several threads end depends on a fairness that no schedule here has.
  const threaded = asksEnd ? whole : withThreads(whole, errorFunctions);
  const linked = linkProgram(threaded, { errorFunctions, goal: asksEnd ? 'cycle' : 'error' });
  if ('unsupported' in linked) throw new LemmataError('E-INPUT', `cannot verify ${linked.unsupported}`);
  return { linked, hasThreads: threaded !== whole };
}

type Encoded = Pick<Compiled & { readonly kind: 'compiled' }, 'system' | 'places'> & {
  readonly decisions: EncodingDecisions | null;
  readonly explained: readonly string[];
};

/** Most steps of a run that is followed instead of encoding all blocks. */
const MOST_FOLLOWED = 200_000;

/** The system of a program, by its only run where it has one and memory is watched, or by blocks. */
function encoded(linked: LinkedProgram, job: CompileJob, asksEnd: boolean): Encoded {
  const run = job.mayFollow && !asksEnd ? followed(linked, job) : null;
  if (run !== null) return { ...run, decisions: null, explained: [run.decision] };
  const { system: made, places, encoding } = encode(linked, { cuts: job.cuts });
  const system: TransitionSystem = asksEnd ? { ...made, question: 'termination' } : made;
  const decisions = encodingDecisions(system, encoding);
  return { system, places, decisions, explained: explainEncoding(system, decisions) };
}

/** The system of the program's only run; null where it has others, or they are long. */
function followed(linked: LinkedProgram, { property }: CompileJob): OnlyRun | null {
  const isWatched = checksIn(property).some((kind) => isMemoryKind(kind) || isLeakKind(kind));
  if (!isWatched || linked.error === null || takesInputs(linked)) return null;
  const first = firstRun(linked.source, linked.errorFunctions, MOST_FOLLOWED);
  if (first === null) return null;
  if (first.fails) return failingRun(linked);
  const run = encodeOnlyRun(linked, first.steps);
  // Interpreter and encoder have to agree, as each is the check of the other here.
  return run === null || run.fails ? null : run;
}

/** Most approximated constructs that are named. */
const MOST_APPROXIMATIONS = 100;

/** Lists what a verdict about the program takes for granted, besides external functions and the entry. */
function assumptionsOf(
  built: Program,
  linked: LinkedProgram,
  system: TransitionSystem,
  { kind, errorFunctions }: Property,
): readonly Assumption[] {
  const allocation = allocationsSucceed(linked);
  const uncalled = kind === 'checks' || kind === 'termination' ? null : uncalledErrors(linked);
  return [
    ...(kind === 'plain' ? [] : uncheckedAssertions(built, errorFunctions)),
    ...(uncalled === null ? [] : [uncalled]),
    ...(allocation === null ? [] : [allocation]),
    ...approximatedConstructs(approximationsOf(system)).slice(0, MOST_APPROXIMATIONS),
  ];
}

type Loaded =
  | (CompileAnswer & { kind: 'rejected' })
  | {
      readonly kind: 'loaded';
      readonly unit: TranslationUnit;
      readonly diagnostics: readonly Diagnostic[];
      readonly sources: MarkedFiles | null;
      readonly lines: number;
    };

async function load({
  files,
  dataModel: model,
  outline,
  includes,
  defines,
  flags,
  memoryBytes,
}: CompileJob): Promise<Loaded> {
  try {
    const sources: PreprocessedFile[] = [];
    for (const file of files)
      sources.push(await preprocess(file, { model, includes, defines, flags: flags[file], memoryBytes }));
    const unit = parseProgram(sources, { model });
    const diagnostics = [...sources.flatMap(({ warnings }) => warnings), ...unit.warnings];
    const lines = sources.reduce((sum, source) => sum + source.lines, 0);
    return { kind: 'loaded', unit, diagnostics, sources: outline ? markedFiles(sources) : null, lines };
  } catch (error) {
    if (error instanceof FrontEndError) return { kind: 'rejected', diagnostics: error.diagnostics };
    throw error;
  }
}

function shownNames({ files }: Program): string {
  return files.map((file) => shownName(file)).join(', ');
}

function begunAt(program: Program, entry: Entry): Program {
  const begun = withEntry(program, entry);
  if ('failure' in begun) throw new LemmataError('E-INPUT', `${shownNames(program)}: ${begun.failure}`);
  return begun;
}

/**
 * Returns the property with the error functions and assertion functions of the program. Throws
 * LemmataError `E-INPUT` if a named function or every such function is missing.
 */
function propertyIn(program: Program, property: Property): Property {
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
  const all = [...new Set([...present, ...assertionFunctions(program)])];
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
