import { readFileSync } from 'node:fs';
import { LemmataError } from '../../base/errors.ts';
import type { TranslationUnit } from '../../c/ast.ts';
import { type Diagnostic, FrontEndError } from '../../c/diagnostics.ts';
import { parseProgram } from '../../c/index.ts';
import { type MarkedFiles, markedFiles } from '../../c/source/marked-files.ts';
import { type PreprocessedFile, preprocess } from '../../c/source/preprocess.ts';
import { lineCount } from '../../c/source/source-text.ts';
import { firstRun } from '../../certify/replay/first-run.ts';
import {
  type Assumption,
  allocationsSucceed,
  approximatedConstructs,
  openOrders,
  uncalledErrors,
  uncheckedAssertions,
} from '../../program/cfa/assumptions.ts';
import type { Program } from '../../program/cfa/automaton.ts';
import { isLeakKind, isMemoryKind, PLACED_CHECKS, UNDEFINED_KINDS } from '../../program/cfa/checks/kinds.ts';
import { addressedErrors, type Check } from '../../program/cfa/checks/places.ts';
import { externalFunctions } from '../../program/cfa/external-functions.ts';
import type { LinkedProgram } from '../../program/cfa/linked.ts';
import { programOutline } from '../../program/cfa/outline.ts';
import { linkPrepared, type PassedProgram, prepareProgram } from '../../program/passes.ts';
import { type EncodingDecisions, encode, encodingDecisions, explainEncoding } from '../../system/encode/index.ts';
import { encodeOnlyRun, failingRun, type OnlyRun, takesInputs } from '../../system/encode/path/only-run.ts';
import { parseBtor2 } from '../../system/transys/btor2/parse.ts';
import { approximationsOf } from '../../system/transys/doubts.ts';
import type { ProgramPlaces } from '../../system/transys/program-places.ts';
import type { TransitionSystem } from '../../system/transys/system.ts';
import type { CompileAnswer, CompileJob, CompileReport } from '../messages/compilation.ts';
import { checksIn, ERROR_FUNCTIONS, type Property } from '../property.ts';
import { propertyOf } from './program-property.ts';
import { storeProgram } from './stored-program.ts';

/** A program or a hardware model, encoded for a target. */
export interface Encoded {
  /** Property with the functions whose calls are errors. */
  readonly property: Property;
  readonly system: TransitionSystem;
  /** Places of the program; null for hardware. */
  readonly places: ProgramPlaces | null;
  /** The decisions of the encoding; null for hardware. */
  readonly encoding: EncodingDecisions | null;
  /** See `ModelOf`. */
  readonly program: SharedArrayBuffer | null;
  /** Number of lines of the given files. */
  readonly lines: number;
  readonly takesInputs: boolean;
  readonly report: CompileReport;
}

/** Most lines about the encoding that are kept. */
const MOST_DECISIONS = 1000;

/** Reads a BTOR2 model. Throws LemmataError `E-INPUT` with the place of the first problem. */
export function readHardware({ files: [file], property }: CompileJob): Encoded {
  const text = readFileSync(file, 'utf8');
  if (text.trim() === '') throw new LemmataError('E-INPUT', `${file} is empty`);
  const system = parseBtor2(text, file);
  if ((system.blocks[0]?.bads.length ?? 0) === 0) throw new LemmataError('E-INPUT', `${file} has no bad property`);
  const report = { diagnostics: [], decisions: [], externals: [], assumptions: [], outline: null, sources: null };
  const nothing = { places: null, encoding: null, program: null };
  return { property, system, ...nothing, lines: lineCount(text), takesInputs: true, report };
}

/** The program of C files, prepared but for the choice of its errors. */
export interface SourceProgram extends Pick<Loaded & { readonly kind: 'loaded' }, 'diagnostics' | 'sources' | 'lines'> {
  readonly kind: 'prepared';
  readonly job: CompileJob;
  readonly prepared: PassedProgram;
  /** Property with the functions of this program. */
  readonly property: Property;
  /** The checks with functions of their own; [] where the job does not ask for each of them. */
  readonly checks: readonly Check[];
}

/**
 * Makes the automata of a program from C files. Needs a deep stack. Throws LemmataError `E-INPUT` for a
 * program without `main`, or without any function that the property names.
 */
export async function prepareFiles(job: CompileJob): Promise<SourceProgram | (CompileAnswer & { kind: 'rejected' })> {
  const loaded = await load(job);
  if (loaded.kind === 'rejected') return loaded;
  const checks = checksIn(job.property);
  const unplaced = job.eachCheck ? checks.find((kind) => !PLACED_CHECKS.some((placed) => placed === kind)) : undefined;
  if (unplaced !== undefined)
    throw new LemmataError(
      'E-INPUT',
      `checks of the kind ${unplaced} have one verdict together: lemmata verify --check`,
    );
  const asserts = checks.includes('assertion');
  const failures = [...ERROR_FUNCTIONS, ...job.errorFunctions];
  const prepared = prepareProgram(loaded.unit, {
    allocationMayFail: job.mallocMayFail,
    ...{ externals: job.externals, entry: job.entry, arguments: job.arguments, checks, contested: job.contested },
    gaps: job.property.kind === 'plain' ? UNDEFINED_KINDS : [],
    goal: job.property.kind === 'termination' ? 'cycle' : 'error',
    guarded: asserts || job.property.kind === 'plain',
    ...(asserts ? { failures } : {}),
    // A property of SV-COMP implies the order that its tools take.
    openOrder: job.property.file === null,
    placed: checks.length > 0 && job.eachCheck,
  });
  const { diagnostics, sources, lines } = loaded;
  const pointed = asserts ? addressedErrors(prepared.program, failures) : [];
  const asked = propertyOf(prepared, job, pointed);
  return { kind: 'prepared', job, prepared, ...asked, diagnostics, sources, lines };
}

/**
 * Makes the system of a program, in which runs are errors that call one of the functions. Other checks
 * end runs without blame. Needs a deep stack.
 */
export function encodeSource(source: SourceProgram, errorFunctions: readonly string[]): Encoded {
  const { job, prepared, diagnostics, sources, lines } = source;
  const property = { ...source.property, errorFunctions };
  const { linked, woven } = linkSource(prepared, errorFunctions);
  const { system, places, encoding, explained } = encoded(linked, job);
  return {
    ...{ property, system, places, encoding, lines },
    program: storeProgram(linked.source),
    takesInputs: takesInputs(linked),
    report: {
      ...{ diagnostics, sources },
      decisions: explained.slice(0, MOST_DECISIONS),
      externals: externalFunctions(linked),
      assumptions: [
        ...(woven ? [{ kind: 'threads' } as const] : []),
        ...assumptionsOf(prepared.program, linked, system, source.property),
      ],
      outline: job.outline ? programOutline(linked.source, errorFunctions) : null,
    },
  };
}

/** The program of `encodeSource`, as runs of it need it. */
export function linkForRuns({ prepared }: SourceProgram, errorFunctions: readonly string[]): SharedArrayBuffer {
  return storeProgram(linkSource(prepared, errorFunctions).linked.source);
}

function linkSource(
  prepared: PassedProgram,
  errorFunctions: readonly string[],
): { readonly linked: LinkedProgram; readonly woven: boolean } {
  const { linked, woven } = linkPrepared(prepared, errorFunctions);
  if ('unsupported' in linked) throw new LemmataError('E-INPUT', `cannot verify ${linked.unsupported}`);
  return { linked, woven };
}

/** Most steps of a run that is followed instead of encoding all blocks. */
const MOST_FOLLOWED = 200_000;

/** The system of a program, by its only run where it has one and memory is watched, or by blocks. */
function encoded(
  linked: LinkedProgram,
  job: CompileJob,
): Pick<Encoded, 'system' | 'places' | 'encoding'> & { readonly explained: readonly string[] } {
  const asksEnd = linked.goal === 'cycle';
  const run = job.mayFollow && !asksEnd ? followed(linked, job) : null;
  if (run !== null) return { ...run, encoding: null, explained: [run.decision] };
  const made = encode(linked, { cuts: job.cuts });
  const system: TransitionSystem = asksEnd ? { ...made.system, question: 'termination' } : made.system;
  const encoding = encodingDecisions(system, made.encoding);
  return { system, places: made.places, encoding, explained: explainEncoding(system, encoding) };
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
  program: Program,
  linked: LinkedProgram,
  system: TransitionSystem,
  { kind, errorFunctions }: Property,
): readonly Assumption[] {
  const allocation = allocationsSucceed(linked);
  const uncalled = kind === 'checks' || kind === 'termination' ? null : uncalledErrors(linked);
  return [
    ...(kind === 'plain' ? [] : uncheckedAssertions(program, errorFunctions)),
    ...(uncalled === null ? [] : [uncalled]),
    ...(allocation === null ? [] : [allocation]),
    ...openOrders(linked),
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
