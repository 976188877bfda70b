import { readFileSync } from 'node:fs';
import { LemmataError } from '../../base/errors.ts';
import { lineCount } from '../../c/source/source-text.ts';
import { checkCertificate } from '../../certify/proof/certificate.ts';
import { aboutTarget } from '../../certify/proof/parts.ts';
import { plainRefuters } from '../../certify/proof/refuters/plain/refuter.ts';
import { firstRun } from '../../certify/replay/first-run.ts';
import { createSatSolver } from '../../logic/sat/solver.ts';
import {
  type Assumption,
  allocationsSucceed,
  approximatedConstructs,
  openOrders,
  uncalledErrors,
  uncheckedAssertions,
} from '../../program/cfa/assumptions.ts';
import type { Program } from '../../program/cfa/automaton.ts';
import { isLeakKind, isMemoryKind } from '../../program/cfa/checks/kinds.ts';
import { endingAt } from '../../program/cfa/checks/places.ts';
import { externalFunctions } from '../../program/cfa/external-functions.ts';
import type { LinkedProgram } from '../../program/cfa/linked.ts';
import { programOutline } from '../../program/cfa/outline.ts';
import { surroundingsTexts } from '../../program/cfa/surroundings.ts';
import { linkChosen } from '../../program/passes.ts';
import { encode, encodingDecisions, explainEncoding, type NamedValues } from '../../system/encode/index.ts';
import { encodeOnlyRun, failingRun, type OnlyRun, takesInputs } from '../../system/encode/path/only-run.ts';
import { parseBtor2 } from '../../system/transys/btor2/parse.ts';
import type { Inductive } from '../../system/transys/certificate.ts';
import { isAt, isWithoutSteps } from '../../system/transys/control.ts';
import { approximationsOf } from '../../system/transys/doubts.ts';
import { freezeSystem } from '../../system/transys/share.ts';
import type { TransitionSystem } from '../../system/transys/system.ts';
import type { Target } from '../../system/transys/target.ts';
import type { CompileJob, CompileReport } from '../messages/compilation.ts';
import { checksIn } from '../property.ts';
import type { Proof } from '../verdict.ts';
import type { CompileWatch } from './compile-watch.ts';
import { withoutHints } from './hints.ts';
import { type LocalModel, modelOf } from './model.ts';
import type { SourceProgram } from './source.ts';
import { storeProgram } from './stored-program.ts';

/** A model for all its errors, with what compiling tells about it. */
export interface ReportedModel {
  readonly model: LocalModel;
  readonly report: CompileReport;
}

/** Most lines about the encoding that are kept. */
const MOST_DECISIONS = 1000;

/** The report about a model that no program was read for. */
export const NOTHING_TOLD: CompileReport = {
  ...{ diagnostics: [], decisions: [], externals: [], assumptions: [], preprocessed: {} },
  ...{ outline: null, sources: null, takesInputs: true },
};

/** Reads a BTOR2 model. Throws LemmataError `E-INPUT` with the place of the first problem. */
export function readHardware(id: number, { files: [file], property }: CompileJob): ReportedModel {
  const text = readFileSync(file, 'utf8');
  if (text.trim() === '') throw new LemmataError('E-INPUT', `${file} is empty`);
  const system = parseBtor2(text, file);
  if ((system.blocks[0]?.bads.length ?? 0) === 0) throw new LemmataError('E-INPUT', `${file} has no bad property`);
  const model = modelOf({ id, property, system, places: null, encoding: null, program: null }, lineCount(text));
  return { model, report: NOTHING_TOLD };
}

/**
 * Makes the model of a program in which runs are errors that call one of the functions. Other checks
 * end runs without blame. `watch` is told what goes on. Needs a deep stack.
 */
export function encodeSource(
  id: number,
  source: SourceProgram,
  errorFunctions: readonly string[],
  watch: CompileWatch | null = null,
): ReportedModel {
  const { job, diagnostics, preprocessed, sources, lines } = source;
  const property = { ...source.property, errorFunctions };
  watch?.begin('linking');
  const { linked, woven, runs } = linkSource(source, errorFunctions);
  const { explained, ...encoded } = encodeLinked(linked, job, watch);
  watch?.begin('simplifying');
  const whole = modelOf({ id, property, ...encoded, program: storeProgram(runs) }, lines);
  const model = source.hints.length === 0 ? whole : withoutHints(whole, source, errorFunctions);
  const report = {
    ...{ diagnostics, preprocessed, sources, takesInputs: takesInputs(linked) },
    decisions: explained.slice(0, MOST_DECISIONS),
    externals: externalFunctions(linked),
    assumptions: [...(woven ? [{ kind: 'threads' } as const] : []), ...assumptionsOf(source, linked, model.system)],
    outline: job.outline ? programOutline(linked.source, errorFunctions) : null,
  };
  return { model, report };
}

/** The program of `encodeSource`, as runs of it need it. */
export function linkForRuns(source: SourceProgram, errorFunctions: readonly string[]): SharedArrayBuffer {
  return storeProgram(linkSource(source, errorFunctions).runs);
}

/**
 * `runs`: the program that runs execute. Hints are errors of the linked program in any case, so that formulas
 * say where they fail. Errors that are not asked about end runs without blame.
 */
function linkSource(
  { passed, property, checks, hints }: SourceProgram,
  errorFunctions: readonly string[],
): { readonly linked: LinkedProgram; readonly woven: boolean; readonly runs: Program } {
  const further = [...(checks.length > 0 ? [] : property.errorFunctions), ...hints.map(({ name }) => name)];
  const unasked = hints.length === 0 ? [] : further.filter((name) => !errorFunctions.includes(name));
  const { linked, woven } = linkChosen(passed, [...errorFunctions, ...unasked]);
  if ('unsupported' in linked) throw new LemmataError('E-INPUT', `cannot verify ${linked.unsupported}`);
  return { linked, woven, runs: unasked.length === 0 ? linked.source : endingAt(linked.source, unasked) };
}

/** The system of a program in which such values have names. */
function systemWithNames(
  source: SourceProgram,
  errorFunctions: readonly string[],
  names: NamedValues,
): TransitionSystem {
  return encode(linkSource(source, errorFunctions).linked, { cuts: source.job.cuts, names }).system;
}

/** Most steps of a run that is followed instead of encoding all blocks. */
const MOST_FOLLOWED = 200_000;

/** The system of a program, by its only run where it has one and memory is watched, or by blocks. */
function encodeLinked(
  linked: LinkedProgram,
  job: CompileJob,
  watch: CompileWatch | null,
): Pick<LocalModel, 'system' | 'places' | 'encoding'> & { readonly explained: readonly string[] } {
  const asksEnd = linked.goal === 'cycle';
  const run = job.mayFollow && !asksEnd ? followed(linked, job) : null;
  if (run !== null) return { ...run, encoding: null, explained: [run.decision] };
  const made = encode(linked, {
    cuts: job.cuts,
    // One verdict is about all loops of the program, and its proof says something of each.
    unwinds: job.eachCheck && job.mayFollow,
    onBlock: (round, location) => watch?.block(linked, round, location),
  });
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
  { job, passed, property: { kind, errorFunctions } }: SourceProgram,
  linked: LinkedProgram,
  system: TransitionSystem,
): readonly Assumption[] {
  const allocation = allocationsSucceed(linked);
  const uncalled = kind === 'checks' || kind === 'termination' ? null : uncalledErrors(linked);
  return [
    ...(job.byteOrder === 'big' ? [{ kind: 'byte-order' } as const] : []),
    ...surroundingsTexts(job.surroundings),
    ...(passed.program.promised ?? []).map((object) => ({ kind: 'entry-object', ...object }) as const),
    ...(kind === 'plain' ? [] : uncheckedAssertions(passed.program, errorFunctions)),
    ...(uncalled === null ? [] : [uncalled]),
    ...(allocation === null ? [] : [allocation]),
    ...openOrders(linked),
    ...approximatedConstructs(approximationsOf(system)).slice(0, MOST_APPROXIMATIONS),
  ];
}

/** Memory in bytes of the solver for clauses and proof, and the time limit of each attempt in ms. */
const SAT_MEMORY = 2 ** 28;
const MILLISECONDS = 3000;

/**
 * A proof for a program that rewriting has decided, so that its own system has no step. It is about a system in which
 * the values that expressions read have names. The proof says that the entry has neither an error nor a way to a
 * loop. Null: that is not so, or not shown in time.
 */
export function explicitProof(source: SourceProgram, errorFunctions: readonly string[], target: Target): Proof | null {
  for (const names of ['integers', 'scalars', 'literals'] as const) {
    const system = systemWithNames(source, errorFunctions, names);
    if (isWithoutSteps(system)) continue;
    const invariant = system.pc === null ? system.terms.true : isAt(system, 0);
    const certificate: Inductive = { kind: 'inductive', invariant, k: 0, instances: [] };
    const refuters = plainRefuters(system.terms, { sat: () => createSatSolver({ proof: true, memory: SAT_MEMORY }) });
    const result = checkCertificate(aboutTarget(system, target), certificate, refuters, { milliseconds: MILLISECONDS });
    if (result.accepted) return { certificate, system: freezeSystem(system), target, evidence: result.evidence };
  }
  return null;
}
