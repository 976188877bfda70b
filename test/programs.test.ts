import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import type { DataModel } from '../src/c/types/types.ts';
import { checkCertificate } from '../src/certify/proof/certificate.ts';
import { replay } from '../src/certify/replay/replay.ts';
import { traceInputs } from '../src/certify/replay/trace-inputs.ts';
import { runTrials } from '../src/certify/trials/trials.ts';
import { bmc } from '../src/engines/bounded/bmc.ts';
import { kind } from '../src/engines/bounded/kind.ts';
import type { Claim, ClaimedRun, Engine, EngineUnknown } from '../src/engines/methods/engine.ts';
import { exhaust } from '../src/engines/runs/exhaust.ts';
import { explore } from '../src/engines/runs/explore.ts';
import { bitFactory } from '../src/logic/bits/index.ts';
import { createSatSolver } from '../src/logic/sat/solver.ts';
import { loadZ3, type Z3Api, Z3FloatCircuits, z3Factory } from '../src/logic/z3/index.ts';
import { CHECK_KINDS, type CheckKind, UNDEFINED_KINDS, UNDEFINED_VALUES } from '../src/program/cfa/checks/kinds.ts';
import { EXTERNAL_READINGS, type Externals } from '../src/program/cfa/externals.ts';
import { onlyPath } from '../src/system/encode/path/only-path.ts';
import type { Certificate } from '../src/system/transys/certificate.ts';
import { approximationsOf } from '../src/system/transys/doubts.ts';
import { cpuTime } from './cpu-time.ts';
import { entryOf, header, surroundingsOf } from './program-header.ts';
import { randomSeed } from './random-seed.ts';
import { type Compiled, type CompileOptions, compile } from './unit/system/encode/compile.ts';

/** Every program of `programs/` through the whole pipeline in this thread; its first lines say the verdict. */
const FOLDER = new URL('programs/', import.meta.url).pathname;

/** Milliseconds of CPU time for one engine. */
const LIMIT = 20_000;
/** Bounded model checking before anything else. */
const FIRST_LIMIT = 600;
/** The same for programs with threads, whose states are searched one by one next. */
const FIRST_LIMIT_THREADS = 300;
/** States of programs with threads; those that it decides need a third of this. */
const EXPLORE_LIMIT = 2_500;
/** All runs, next to what other engines found. */
const EXHAUST_LIMIT = 100;
/** Share of the programs, drawn by the seed, whose runs are made next to what other engines found. */
const EXHAUSTED = process.env.LEMMATA_RUNS === undefined ? 0.25 : 1;
/**
 * For programs that bounded model checking leaves open: all runs of some are made in time, others
 * have too many.
 */
const RUNS_LIMIT = 2_500;
/** Edges of the only path. */
const MOST_EDGES = 20_000;
/** Milliseconds for runs of a proved program. */
const TRIALS = 20;

let z3: Z3Api;
beforeAll(async () => {
  z3 = await loadZ3();
});

function run(engine: Engine, { system }: Compiled, milliseconds: number, offers: ClaimedRun[]): Claim {
  const end = cpuTime() + milliseconds;
  return engine({
    system,
    solvers: bitFactory(system.terms, { sat: () => createSatSolver(), circuits: new Z3FloatCircuits(z3) }),
    checkers: z3Factory(z3, system.terms),
    lemmas: { publish: () => {}, receive: () => [] },
    options: {},
    seed: 1,
    stopped: () => cpuTime() > end,
    // Where no proof is possible any more, k-induction says why; bounded model checking has had its turn.
    otherEngines: ['bmc'],
    bound: () => {},
    offer: (offered) => offers.push(offered),
    prove: () => {},
    isOpen: () => true,
    openChecks: () => [],
    note: () => {},
  });
}

function externalsOf(facts: ReadonlyMap<string, string>): Externals | undefined {
  const [reading, ...named] = facts.get('externals')?.split(', ') ?? [];
  const find = (name: string) => EXTERNAL_READINGS.find((one) => one === name)!;
  if (reading === undefined) return undefined;
  return {
    reading: find(reading),
    functions: Object.fromEntries(named.map((one) => one.split('=')).map(([name, how]) => [name, find(how)])),
  };
}

function checkNamed(name: string): CheckKind {
  return CHECK_KINDS.find((kind) => kind === name)!;
}

/** The verdict of engines, held against the only path of the program if it has one. */
function verdictOf(text: string, model: DataModel, options: CompileOptions, isDrawn: boolean): string {
  const compiled = compile(text, model, options);
  const { linked } = compiled;
  const path = onlyPath(linked, { edges: MOST_EDGES, isLate: () => false });
  const verdict = searched(compiled);
  // The path is another way to a proof, which finds no other verdict; so are all runs of the programs drawn.
  if (verdict === 'FALSE' && path.kind === 'ends') return 'a path that ends, but FALSE';
  if (verdict === 'TRUE' && path.kind === 'fails') return 'a path into the error, but TRUE';
  if (!isDrawn) return verdict;
  const claim = run(exhaust, compiled, EXHAUST_LIMIT, []);
  if (verdict === 'FALSE' && claim.kind === 'safe') return 'all runs end, but FALSE';
  return verdict === 'TRUE' && claim.kind === 'unsafe' ? `a proof, but ${replayed(compiled, claim.run)}` : verdict;
}

/**
 * The certified verdict: bounded model checking first, then all runs where inputs take few values,
 * then k-induction. States of programs with threads are searched one by one.
 */
function searched(compiled: Compiled): string {
  const { system } = compiled;
  const offers: ClaimedRun[] = [];
  const undecided = new Set<EngineUnknown['kind']>(['stopped', 'incomplete', 'solver']);
  let claim = run(bmc, compiled, hasThreads(compiled) ? FIRST_LIMIT_THREADS : FIRST_LIMIT, offers);
  if (offers.some((offer) => replayed(compiled, offer) === 'FALSE')) return 'FALSE';
  if (claim.kind === 'unknown' && undecided.has(claim.reason.kind) && !hasThreads(compiled))
    claim = run(exhaust, compiled, RUNS_LIMIT, offers);
  if (claim.kind === 'unknown' && undecided.has(claim.reason.kind) && hasThreads(compiled))
    claim = run(explore, compiled, EXPLORE_LIMIT, offers);
  if (claim.kind === 'unknown' && undecided.has(claim.reason.kind)) claim = run(kind, compiled, LIMIT, offers);
  if (offers.some((offer) => replayed(compiled, offer) === 'FALSE')) return 'FALSE';
  if (claim.kind === 'safe') {
    const check = checkCertificate(system, claim.certificate, z3Factory(z3, system.terms));
    return check.accepted ? tried(compiled, claim.certificate) : `certificate refused: ${check.why}`;
  }
  if (claim.kind === 'partial') throw new Error('a claim about single checks of a whole property');
  if (claim.kind === 'unknown')
    return undecided.has(claim.reason.kind) && offers.length === 0 ? `no answer: ${claim.reason.kind}` : 'UNKNOWN';
  return replayed(compiled, claim.run);
}

/** Whether threads were woven into the program: it has a location for each. */
function hasThreads({ program }: Compiled): boolean {
  return program.globals.some(({ name }) => name === '$at0');
}

/** TRUE, unless a run of the program contradicts the proof. */
function tried({ system, places, program, linked }: Compiled, certificate: Certificate): string {
  const proved = { system, places, certificate };
  const { errorFunctions } = linked;
  const result = runTrials({ program, errorFunctions, proved, milliseconds: TRIALS, seed: 1 });
  return result.kind === 'agreed' ? 'TRUE' : `a proof, but ${result.what}`;
}

function replayed({ system, program, linked }: Compiled, run: ClaimedRun): string {
  if (run.kind !== 'system') return 'a run of another kind';
  const { inputs, end } = traceInputs(system, run.trace);
  if (end.kind !== 'bad') return `the run of the system ends ${end.kind}`;
  const approximations = approximationsOf(system);
  const result = replay({ program, errorFunctions: linked.errorFunctions, inputs, approximations });
  if (result.kind === 'reproduced') return 'FALSE';
  // A run that the program does not have is no verdict where the encoding says that it put any
  // value for something.
  return approximations.length > 0 ? 'UNKNOWN' : `the run was not reproduced: ${result.kind}`;
}

/** Whether a program is one of those drawn: another seed draws others. */
function isDrawn(name: string): boolean {
  const hash = createHash('sha256').update(`${randomSeed()} ${name}`).digest();
  return hash.readUInt32BE() / 2 ** 32 < EXHAUSTED;
}

for (const name of readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.c'))) {
  const text = readFileSync(`${FOLDER}${name}`, 'utf8');
  const facts = header(text);
  // termination.test.ts has these.
  if (facts.get('question') === 'termination') continue;
  test(`${name}: ${facts.get('reason')}`, () => {
    const model = facts.get('data-model') === 'ILP32' ? 'ILP32' : 'LP64';
    const allocationMayFail = facts.get('malloc') === 'may fail';
    const checks = facts.get('checks')?.split(', ').map(checkNamed);
    const openOrder = facts.has('order') ? { openOrder: true } : {};
    const isStated = facts.has('property');
    const gaps = isStated ? [] : checks === undefined ? UNDEFINED_KINDS : UNDEFINED_VALUES;
    const asked = {
      entry: entryOf(facts),
      surroundings: surroundingsOf(facts),
      checks,
      gaps,
      judgesWrites: checks === undefined && !isStated,
      ...openOrder,
    };
    const options = { allocationMayFail, externals: externalsOf(facts), ...asked };
    expect(verdictOf(text, model, options, isDrawn(name))).toBe(facts.get('verdict'));
  });
}
