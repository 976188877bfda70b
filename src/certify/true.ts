import { NO_TERM, type Term } from '../smt/builder.ts';
import { substitute } from '../smt/substitute.ts';
import { freeVariables } from '../smt/traverse.ts';
import type { Certificate, KInductive } from '../transys/certificate.ts';
import type { TransitionSystem } from '../transys/system.ts';
import type { Refuter, RefuterFactory } from './refuter.ts';
import { CheckerRuns } from './runs.ts';

export interface CertificateLimits {
  /** Wall clock for the whole check in ms; absent: none. */
  readonly milliseconds?: number;
  stopped?(): boolean;
}

/** Conditions (1)–(4) of a k-inductive certificate, the two of an exhaustive one, or its form. */
export type CertificateCondition = 'form' | 'initiation' | 'consecution' | 'base' | 'step' | 'exhaustion';

export type CertificateCheck =
  | { readonly accepted: true }
  /** `decided` is false when the solver or the clock left a condition open: then the certificate may be right. */
  | { readonly accepted: false; readonly condition: CertificateCondition; readonly why: string; readonly decided: boolean };

/**
 * Checks in fresh solvers that a certificate shows that no run of the system ends in bad or in a gap. Nothing here
 * is shared with the engines but terms and the system. Whatever the solver does not decide is refused.
 */
export function checkCertificate(
  system: TransitionSystem,
  certificate: Certificate,
  solvers: RefuterFactory,
  limits: CertificateLimits = {},
): CertificateCheck {
  const check = new Check(system, solvers, limits);
  try {
    if (certificate.kind === 'exhaustive') check.exhaustive(certificate.bound);
    else check.inductive(certificate);
    return { accepted: true };
  } catch (error) {
    if (error instanceof Refused)
      return { accepted: false, condition: error.condition, why: error.message, decided: error.decided };
    throw error;
  }
}

class Refused extends Error {
  constructor(
    readonly condition: CertificateCondition,
    why: string,
    readonly decided = true,
  ) {
    super(why);
  }
}

class Check {
  readonly #deadline: number;

  constructor(
    readonly system: TransitionSystem,
    readonly solvers: RefuterFactory,
    readonly limits: CertificateLimits,
  ) {
    this.#deadline = limits.milliseconds === undefined ? Number.POSITIVE_INFINITY : performance.now() + limits.milliseconds;
  }

  exhaustive(bound: number): void {
    if (!Number.isSafeInteger(bound) || bound < 0) throw new Refused('form', `bound ${bound}`);
    try {
      this.#noBadWithin(bound, 'base', (solver, j, feasible) => {
        if (j === bound) this.#unsatisfiable(solver, feasible, 'exhaustion', `a run of ${bound + 1} steps`);
      });
    } catch (error) {
      // Such a claim may come from executing the program, constructs included that have no meaning or only an approximate one in the system.
      if (error instanceof Refused && this.system.doubts.length > 0) {
        const { construct } = this.system.doubts[0];
        throw new Refused(error.condition, `${error.message} (perhaps by way of an approximation: ${construct})`, false);
      }
      const gap = this.system.blocks.find((block) => block.gap !== this.system.terms.false);
      if (!(error instanceof Refused) || gap === undefined) throw error;
      throw new Refused(error.condition, `${gap.name}: a construct is not modelled`, false);
    }
  }

  inductive(certificate: KInductive): void {
    this.#wellFormed(certificate);
    const { invariant, k } = certificate;
    this.#initiation(invariant);
    for (let block = 0; block < this.system.blocks.length; block += 1) this.#consecution(invariant, block);
    if (k > 0) this.#noBadWithin(k - 1, 'base', () => {});
    this.#step(certificate);
  }

  /** (1) I ⇒ L. */
  #initiation(invariant: Term): void {
    const { terms, stateVars, init, initConstraint } = this.system;
    const initially = substitute(terms, invariant, new Map(stateVars.map((v, i) => [v.term, init[i]])));
    this.#withSolver((solver) => {
      solver.assert(initConstraint);
      this.#unsatisfiable(solver, terms.not(initially), 'initiation', 'an initial state outside the invariant');
    });
  }

  /** (2) L ∧ T ⇒ L', block by block. */
  #consecution(invariant: Term, id: number): void {
    const { terms, stateVars, pc, blocks } = this.system;
    if (invariant === terms.true) return;
    const block = blocks[id];
    const here = new Map<Term, Term>();
    if (pc !== null) here.set(stateVars[pc].term, terms.bv(terms.width(stateVars[pc].term), id));
    const after = new Map(stateVars.map((v, i) => [v.term, substitute(terms, block.next[i], here)]));
    this.#withSolver((solver) => {
      solver.assert(substitute(terms, invariant, here));
      solver.assert(substitute(terms, block.feasible, here));
      const broken = terms.not(substitute(terms, invariant, after));
      this.#unsatisfiable(solver, broken, 'consecution', `a step of block ${id} (${block.name}) out of the invariant`);
    });
  }

  /** (3) I ∧ T^j ∧ bad is unsatisfiable for all j up to `last`; `then` sees the solver with the runs of j steps, and what lets step j go on. */
  #noBadWithin(last: number, condition: CertificateCondition, then: (solver: Refuter, j: number, feasible: Term) => void): void {
    const runs = new CheckerRuns(this.system, 'init');
    this.#withSolver((solver) => {
      solver.assert(this.system.initConstraint);
      for (let j = 0; j <= last; j += 1) {
        const step = runs.advance();
        for (const definition of step.definitions) solver.assert(definition);
        this.#unsatisfiable(solver, step.bad, condition, `a run into bad of ${j} steps`);
        then(solver, j, step.feasible);
        if (step.feasible === this.system.terms.false) return; // no run is longer
        if (step.feasible !== this.system.terms.true) solver.assert(step.feasible);
      }
    });
  }

  /** (4) k steps within L from which no input leads into bad, and then bad. */
  #step(certificate: KInductive): void {
    const { terms, stateVars } = this.system;
    const { invariant, k, distinct } = certificate;
    const runs = new CheckerRuns(this.system, 'any', certificate.instances);
    const states: (readonly Term[])[] = [];
    this.#withSolver((solver) => {
      for (let j = 0; ; j += 1) {
        const state = runs.state;
        const step = runs.advance();
        for (const definition of step.definitions) solver.assert(definition);
        // By (2) the invariant holds in every state of the run.
        solver.assert(substitute(terms, invariant, new Map(stateVars.map((v, i) => [v.term, state[i]]))));
        if (distinct !== null) {
          for (const earlier of states) solver.assert(terms.not(terms.andAll(distinct.map((v) => terms.eq(earlier[v], state[v])))));
          states.push(state);
        }
        if (j === k) return this.#unsatisfiable(solver, step.bad, 'step', `${k} steps within the invariant and then bad`);
        solver.assert(terms.not(step.couldBeBad));
        solver.assert(step.feasible);
      }
    });
  }

  #wellFormed({ invariant, k, instances, distinct }: KInductive): void {
    const { terms, stateVars, blocks, inputs, pc } = this.system;
    if (!Number.isSafeInteger(k) || k < 0) throw new Refused('form', `k = ${k}`);
    const state = new Set(stateVars.map((v) => v.term));
    if (invariant === NO_TERM || terms.sort(invariant).kind !== 'bool') throw new Refused('form', 'the invariant is not Boolean');
    this.#speaksOnlyOf([invariant], state, 'the invariant');
    for (const { block, values } of instances) {
      for (const [input, value] of values) {
        const fits = blocks[block]?.inputs.includes(input) && inValueRange(this.system, input, value);
        if (!fits) throw new Refused('form', `no value ${value} of input ${input} in block ${block}`);
      }
    }
    if (distinct === null) return;
    if (distinct.some((v) => stateVars[v] === undefined) || (pc !== null && !distinct.includes(pc))) {
      throw new Refused('form', 'states are told apart without their program counter');
    }
    const allowed = new Set([...distinct.map((v) => stateVars[v].term), ...inputs.map((v) => v.term)]);
    for (const block of blocks) {
      const deciding = [block.feasible, block.bad, block.gap, ...distinct.map((v) => block.next[v])];
      this.#speaksOnlyOf(deciding, allowed, 'what decides a run');
    }
  }

  #speaksOnlyOf(roots: readonly Term[], allowed: ReadonlySet<Term>, what: string): void {
    const { terms } = this.system;
    for (const t of freeVariables(terms, roots))
      if (!allowed.has(t)) throw new Refused('form', `${what} speaks of ${terms.name(t)}`);
  }

  #withSolver(use: (solver: Refuter) => void): void {
    const solver = this.solvers.create();
    try {
      use(solver);
    } finally {
      solver.dispose();
    }
  }

  /** Throws {@link Refused} unless the solver shows that `goal` cannot hold under its assertions. */
  #unsatisfiable(solver: Refuter, goal: Term, condition: CertificateCondition, what: string): void {
    const { terms } = this.system;
    if (this.limits.stopped?.()) throw new Refused(condition, 'stopped', false);
    const left = this.#deadline - performance.now();
    if (left <= 0) throw new Refused(condition, 'out of time', false);
    if (goal === terms.false) return;
    const milliseconds = Math.ceil(left);
    const answer = solver.check(goal === terms.true ? [] : [goal], Number.isFinite(left) ? { milliseconds } : {});
    if (answer === 'sat') throw new Refused(condition, `there is ${what}`);
    if (answer === 'unknown')
      throw new Refused(condition, `not decided whether there is ${what}: ${solver.reasonUnknown()}`, false);
  }
}

function inValueRange(system: TransitionSystem, input: number, value: bigint): boolean {
  const sort = system.terms.sort(system.inputs[input].term);
  if (sort.kind !== 'bool' && sort.kind !== 'bv') return false;
  return value >= 0n && value < 1n << BigInt(sort.kind === 'bool' ? 1 : sort.width);
}
