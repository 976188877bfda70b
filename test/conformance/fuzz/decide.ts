import type { DataModel } from '../../../src/c/types/types.ts';
import { checkCertificate } from '../../../src/certify/proof/certificate.ts';
import { plainRefuters } from '../../../src/certify/proof/refuters/plain/refuter.ts';
import { followRuns } from '../../../src/certify/proof/runs/follower.ts';
import { replay } from '../../../src/certify/replay/replay.ts';
import { traceInputs } from '../../../src/certify/replay/trace-inputs.ts';
import { ENGINES } from '../../../src/engines/implementations.ts';
import type { Claim, ClaimedRun, EngineUnknown } from '../../../src/engines/methods/engine.ts';
import { completeOptions, type SystemEngineId } from '../../../src/engines/register.ts';
import { bitFactory } from '../../../src/logic/bits/index.ts';
import { createSatSolver } from '../../../src/logic/sat/solver.ts';
import type { RefuterFactory } from '../../../src/logic/terms/refuter.ts';
import type { SolverFactory } from '../../../src/logic/terms/solver.ts';
import type { TermStore } from '../../../src/logic/terms/store.ts';
import { type Z3Api, Z3FloatCircuits, z3Factory } from '../../../src/logic/z3/index.ts';
import type { Program } from '../../../src/program/cfa/automaton.ts';
import type { Entry } from '../../../src/program/cfa/entry-options.ts';
import type { Externals } from '../../../src/program/cfa/externals.ts';
import { linkProgram } from '../../../src/program/passes.ts';
import { encode } from '../../../src/system/encode/index.ts';
import { approximationsOf } from '../../../src/system/transys/doubts.ts';
import { simplify } from '../../../src/system/transys/passes/simplify.ts';
import type { TransitionSystem } from '../../../src/system/transys/system.ts';
import { certificateBack, traceBack, type WayBack } from '../../../src/system/transys/way-back.ts';
import { build } from '../../program-header.ts';

export interface DecideOptions {
  readonly z3: Z3Api;
  /** Milliseconds for each engine. */
  readonly limit: number;
  /** In this order, until one has an answer. Default: bmc, then kind. */
  readonly engines?: readonly SystemEngineId[];
  readonly seed: number;
  /** Default LP64. */
  readonly model?: DataModel;
  /**
   * Whether runs are followed, and search and check begin with our own SAT solver, as the product
   * does. Z3 gets the queries that it leaves open. Default: Z3 alone.
   */
  readonly ownSolver?: boolean;
  /** Clock of the limit, in ms. Default: the wall clock. */
  readonly clock?: () => number;
  /** Default `reach_error`. */
  readonly errorFunction?: string;
  /** The function where the program begins. Default `main`. */
  readonly entry?: Entry;
  /** Readings of external functions. Default: `agree`. */
  readonly externals?: Externals;
  /** Functions are laid out once wherever that can be done, as only large programs would have it. */
  readonly sharing?: boolean;
  /** Solvers of the engines: Z3 (the default), or gates and the SAT core, with Z3 for circuits of floats. */
  readonly solvers?: 'z3' | 'bits';
}

/**
 * `refused`: what an engine claimed turned out wrong. In the product such a claim is dropped, but
 * something is wrong behind it.
 */
export interface Decision {
  readonly verdict: 'TRUE' | 'FALSE' | 'UNKNOWN' | 'refused';
  readonly why: string;
}

interface Compiled {
  readonly program: Program;
  readonly errorFunction: string;
  readonly system: TransitionSystem;
  /** What the engines work on. */
  readonly reduced: TransitionSystem;
  readonly back: WayBack;
}

const unknown = (why: string): Decision => ({ verdict: 'UNKNOWN', why });

/**
 * The way of a program, in one file or several, through the whole house within this thread: compiled,
 * simplified, searched, certified or replayed.
 */
export function decide(texts: string | readonly string[], options: DecideOptions): Decision {
  const { model = 'LP64', errorFunction = 'reach_error', sharing = false } = options;
  const program = build(texts, model, options.entry, options.externals);
  const linked = linkProgram(program, { errorFunctions: [errorFunction], limits: sharing ? { inlined: 0 } : {} });
  if ('unsupported' in linked) return unknown(`unsupported: ${linked.unsupported}`);
  const system = encode(linked).system;
  if (options.ownSolver && followRuns(system, () => false) !== null) return { verdict: 'TRUE', why: 'followed' };
  const { system: reduced, back } = simplify(system);
  const compiled: Compiled = { program: linked.source, errorFunction, system, reduced, back };
  const offers: ClaimedRun[] = [];
  let claim: Claim = { kind: 'unknown', reason: { kind: 'stopped' }, bound: null };
  if (options.ownSolver)
    claim = run('kind', reduced, options, offers, bitFactory(reduced.terms, { sat: () => createSatSolver() }));
  for (const engine of options.engines ?? (['bmc', 'kind'] as const))
    if (claim.kind === 'unknown' && isOpen(claim.reason)) claim = run(engine, reduced, options, offers);
  // A run that was offered rests on a doubt: the replay may refuse it.
  if (offers.some((offer) => judgeRun(compiled, offer).verdict === 'FALSE'))
    return { verdict: 'FALSE', why: 'offered' };
  switch (claim.kind) {
    case 'partial':
      throw new Error('a claim about single checks of a whole property');
    case 'unknown':
      return unknown(whyUnknown(claim.reason));
    case 'safe': {
      const certificate = certificateBack(system.terms, back, claim.certificate);
      const limits = { milliseconds: options.limit * 5 };
      const own = options.ownSolver ? checkCertificate(system, certificate, ownCheckers(system.terms), limits) : null;
      const isOpen = own === null || (!own.accepted && !own.decided);
      const check = isOpen ? checkCertificate(system, certificate, z3Factory(options.z3, system.terms), limits) : own;
      if (check.accepted) return { verdict: 'TRUE', why: certificate.kind };
      const why = `certificate: ${check.condition}: ${check.why}`;
      return check.decided ? { verdict: 'refused', why } : unknown(why);
    }
    case 'unsafe':
      return judgeRun(compiled, claim.run);
  }
}

/** Whether another engine may still find an answer. */
function isOpen({ kind }: EngineUnknown): boolean {
  return kind === 'stopped' || kind === 'incomplete' || kind === 'solver';
}

function whyUnknown(reason: EngineUnknown): string {
  switch (reason.kind) {
    case 'gap':
      return `gap: ${reason.gap.construct}`;
    case 'doubt':
      return `doubt: ${reason.doubt.construct}`;
    case 'solver':
    case 'incomplete':
    case 'stopped':
      return 'stopped';
  }
}

function judgeRun({ program, errorFunction, system, back }: Compiled, claimed: ClaimedRun): Decision {
  if (claimed.kind !== 'system') return unknown('a run of another kind');
  const { inputs, end } = traceInputs(system, traceBack(back, claimed.trace));
  if (end.kind !== 'bad') return { verdict: 'refused', why: `the run of the system ends ${end.kind}` };
  const result = replay({ program, errorFunctions: [errorFunction], inputs, approximations: approximationsOf(system) });
  switch (result.kind) {
    case 'reproduced':
      return { verdict: 'FALSE', why: '' };
    case 'refused':
      return { verdict: 'refused', why: result.why };
    case 'undefined-behaviour':
      return { verdict: 'refused', why: `undefined behaviour: ${result.what}` };
    case 'unsupported':
      return unknown(`replay: ${result.construct}`);
    case 'incomplete':
      return unknown(`replay: ${result.why}`);
  }
}

function run(
  engine: SystemEngineId,
  system: TransitionSystem,
  options: DecideOptions,
  offers: ClaimedRun[],
  own: SolverFactory | null = null,
): Claim {
  const { z3, limit, seed, clock = () => performance.now() } = options;
  const deadline: Deadline = { clock, end: clock() + limit };
  const bits = { sat: () => createSatSolver(), circuits: new Z3FloatCircuits(z3) };
  const solvers = options.solvers === 'bits' ? bitFactory(system.terms, bits) : z3Factory(z3, system.terms);
  return ENGINES[engine]({
    system,
    solvers: withDeadline(own ?? solvers, deadline),
    checkers: withDeadline(own ?? z3Factory(z3, system.terms), deadline),
    lemmas: { publish: () => {}, receive: () => [] },
    options: completeOptions(engine, {}).options,
    seed,
    otherEngines: [],
    stopped: () => clock() > deadline.end,
    bound: () => {},
    offer: (offered) => offers.push(offered),
    prove: () => {},
    isOpen: () => true,
    openChecks: () => [],
    note: () => {},
  });
}

function ownCheckers(terms: TermStore): RefuterFactory {
  return plainRefuters(terms, { sat: () => createSatSolver({ proof: true }) });
}

interface Deadline {
  readonly clock: () => number;
  readonly end: number;
}

/** Nobody can end a solver from outside here: no check goes on after the deadline. */
function withDeadline(factory: SolverFactory, { clock, end }: Deadline): SolverFactory {
  return {
    create: (options) => {
      const solver = factory.create(options);
      return {
        assert: (t) => solver.assert(t),
        push: () => solver.push(),
        pop: (levels) => solver.pop(levels),
        check: (assumptions, limits) => {
          const left = Math.max(1, Math.ceil(end - clock()));
          return solver.check(assumptions, { milliseconds: Math.min(left, limits?.milliseconds ?? left) });
        },
        value: (t) => solver.value(t),
        core: () => solver.core(),
        reasonUnknown: () => solver.reasonUnknown(),
        dispose: () => solver.dispose(),
      };
    },
  };
}
