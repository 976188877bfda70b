import { parseProgram } from '../../../src/c/index.ts';
import type { DataModel } from '../../../src/c/types.ts';
import { replay } from '../../../src/certify/replay.ts';
import { traceInputs } from '../../../src/certify/trace-inputs.ts';
import { checkCertificate } from '../../../src/certify/true.ts';
import { buildProgram } from '../../../src/cfa/build/program.ts';
import { linkProgram, type Program } from '../../../src/cfa/index.ts';
import { encodeProgram } from '../../../src/encode/index.ts';
import { completeOptions, type SystemEngineId } from '../../../src/engines/catalogue.ts';
import type { Claim, ClaimedRun, EngineUnknown } from '../../../src/engines/engine.ts';
import { ENGINES } from '../../../src/engines/registry.ts';
import type { SolverFactory } from '../../../src/smt/solver.ts';
import { type Z3Api, z3Factory } from '../../../src/smt/z3/index.ts';
import { approximationsOf } from '../../../src/transys/doubts.ts';
import type { WayBack } from '../../../src/transys/passes/pass.ts';
import { simplify } from '../../../src/transys/passes/simplify.ts';
import type { TransitionSystem } from '../../../src/transys/system.ts';

export interface DecideOptions {
  readonly z3: Z3Api;
  /** Milliseconds for each engine. */
  readonly limit: number;
  /** In this order, until one has an answer. Default: bmc, then kind. */
  readonly engines?: readonly SystemEngineId[];
  readonly seed: number;
  /** Default LP64. */
  readonly model?: DataModel;
  /** Default `reach_error`. */
  readonly errorFunction?: string;
  /** Functions are laid out once wherever that can be done, as only large programs would have it. */
  readonly sharing?: boolean;
}

/** `refused`: what an engine claimed turned out wrong. In the product such a claim is dropped, but something is wrong behind it. */
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

/** The way of a program through the whole house within this thread: compiled, simplified, searched, certified or replayed. */
export function decide(text: string, options: DecideOptions): Decision {
  const { model = 'LP64', errorFunction = 'reach_error', sharing = false } = options;
  const unit = parseProgram([{ text, file: 'program.c' }], { model });
  const linked = linkProgram(buildProgram(unit), { errorFunction, limits: sharing ? { inlined: 0 } : {} });
  if ('unsupported' in linked) return unknown(`unsupported: ${linked.unsupported}`);
  const system = encodeProgram(linked);
  const { system: reduced, back } = simplify(system);
  const compiled: Compiled = { program: linked.source, errorFunction, system, reduced, back };
  const offers: ClaimedRun[] = [];
  const [first, ...others] = options.engines ?? (['bmc', 'kind'] as const);
  let claim = run(first, reduced, options, offers);
  for (const engine of others) if (claim.kind === 'unknown' && isOpen(claim.reason)) claim = run(engine, reduced, options, offers);
  // A run that was offered rests on a doubt: the replay may refuse it.
  if (offers.some((offer) => judgeRun(compiled, offer).verdict === 'FALSE')) return { verdict: 'FALSE', why: 'offered' };
  switch (claim.kind) {
    case 'unknown':
      return unknown(whyUnknown(claim.reason));
    case 'safe': {
      const certificate = back.certificate(claim.certificate);
      const limits = { milliseconds: options.limit * 5 };
      const check = checkCertificate(system, certificate, z3Factory(options.z3, system.terms), limits);
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
  const { inputs, end } = traceInputs(system, back.trace(claimed.trace));
  if (end.kind !== 'bad') return { verdict: 'refused', why: `the run of the system ends ${end.kind}` };
  const result = replay({ program, errorFunction, inputs, approximations: approximationsOf(system) });
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

function run(engine: SystemEngineId, system: TransitionSystem, { z3, limit, seed }: DecideOptions, offers: ClaimedRun[]): Claim {
  const end = performance.now() + limit;
  return ENGINES[engine]({
    system,
    solvers: withDeadline(z3Factory(z3, system.terms), end),
    checkers: withDeadline(z3Factory(z3, system.terms), end),
    lemmas: { publish: () => {}, receive: () => [] },
    options: completeOptions(engine, {}).options,
    seed,
    rivals: [],
    stopped: () => performance.now() > end,
    bound: () => {},
    offer: (offered) => offers.push(offered),
    note: () => {},
  });
}

/** Nobody can end a solver from outside here: no check goes on after the deadline. */
function withDeadline(factory: SolverFactory, end: number): SolverFactory {
  return {
    create: (options) => {
      const solver = factory.create(options);
      return {
        assert: (t) => solver.assert(t),
        push: () => solver.push(),
        pop: (levels) => solver.pop(levels),
        check: (assumptions, limits) => {
          const left = Math.max(1, Math.ceil(end - performance.now()));
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
