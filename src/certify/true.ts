import { workClock } from '../base/clock.ts';
import { NO_TERM, type Term } from '../smt/builder.ts';
import { Op } from '../smt/ops.ts';
import type { Refuter, RefuterFactory } from '../smt/refuter.ts';
import { substitute } from '../smt/substitute.ts';
import { freeVariables } from '../smt/traverse.ts';
import type { Certificate, KInductive, Parts, Universal, WholeCertificate } from '../transys/certificate.ts';
import { validateSystem } from '../transys/check.ts';
import type { TransitionSystem } from '../transys/system.ts';
import { FewRuns } from './few-runs/few-runs.ts';
import { OnlyRun } from './few-runs/only-run.ts';
import { askedSystem, whyIncomplete } from './parts.ts';
import { CheckerRuns } from './runs.ts';
import type { SharedCheck } from './shared-check.ts';

/** Where others check as well, an obligation is left for the next one after so long, in ms, and each time that much later. */
const FIRST_TURN_MS = 3_000;
const GROWTH = 4;

const MOST_LENGTHS = 8;

/** An exhaustive certificate has one obligation. */
const EXHAUSTION = 0;

export interface CertificateLimits {
  /** Wall clock for the whole check in ms; absent: none. */
  readonly milliseconds?: number;
  stopped?(): boolean;
  /** Others check the same certificate of the same system at the same time, and what they show is shown. */
  readonly shared?: SharedCheck;
}

/** Conditions (1)–(4) of a k-inductive certificate, (1), (2) and (4) of a universal one, the two of an exhaustive one, or its form. */
export type CertificateCondition = 'form' | 'initiation' | 'consecution' | 'base' | 'step' | 'exhaustion';

export type CertificateCheck =
  | { readonly accepted: true }
  /** `decided` is false when the solver or the clock left a condition open: then the certificate may be right. */
  | { readonly accepted: false; readonly condition: CertificateCondition; readonly why: string; readonly decided: boolean };

/**
 * Checks in fresh solvers that a certificate shows that no run of the system ends in bad or in a gap. Nothing here
 * is shared with the engines but terms and the system. Whatever the solver does not decide is refused. The conditions are obligations one by one: for
 * each block those about its steps. Throws `E-INTERNAL` if the system is not put together as the conditions take for granted.
 */
export function checkCertificate(
  system: TransitionSystem,
  certificate: WholeCertificate,
  solvers: RefuterFactory,
  limits: CertificateLimits = {},
): CertificateCheck {
  validateSystem(system);
  if (certificate.kind === 'parts') return checkParts(system, certificate, solvers, limits);
  const check = new Check(system, solvers, limits);
  try {
    check.run(certificate);
    return { accepted: true };
  } catch (error) {
    if (error instanceof Refused)
      return { accepted: false, condition: error.condition, why: error.message, decided: error.decided };
    throw error;
  }
}

/** Checks a certificate for each part, one after the other. */
function checkParts(
  system: TransitionSystem,
  { parts }: Parts,
  solvers: RefuterFactory,
  { milliseconds = Number.POSITIVE_INFINITY, stopped }: CertificateLimits,
): CertificateCheck {
  const why = whyIncomplete(system, parts);
  if (why !== null) return { accepted: false, condition: 'form', why, decided: true };
  const end = workClock() + milliseconds;
  for (const { asked, certificate } of parts) {
    const limits = { milliseconds: end - workClock(), ...(stopped === undefined ? {} : { stopped }) };
    const result = checkCertificate(askedSystem(system, asked), certificate, solvers, limits);
    if (!result.accepted) return result;
  }
  return { accepted: true };
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

/** Shows a part of a condition, or throws {@link Refused}. */
type Obligation = () => unknown;

class Check {
  /** When all has to be shown, and when the obligation in hand has. */
  readonly #end: number;
  #deadline: number;
  #ended: boolean | null = null;

  constructor(
    readonly system: TransitionSystem,
    readonly solvers: RefuterFactory,
    readonly limits: CertificateLimits,
  ) {
    this.#end = limits.milliseconds === undefined ? Number.POSITIVE_INFINITY : performance.now() + limits.milliseconds;
    this.#deadline = this.#end;
  }

  run(certificate: Certificate): void {
    const obligations = this.#obligations(certificate);
    const { shared } = this.limits;
    if (shared === undefined) for (const show of obligations) show();
    else this.#together(obligations, shared);
  }

  /** The list depends on system and certificate alone: all who check them have the same one. */
  #obligations(certificate: Certificate): readonly Obligation[] {
    switch (certificate.kind) {
      case 'exhaustive': {
        const { bound, changing } = certificate;
        if (!Number.isSafeInteger(bound) || bound < 0) throw new Refused('form', `bound ${bound}`);
        if (changing === undefined) return [() => this.#exhaustive(bound)];
        this.#closed(changing);
        return [() => this.#exhaustiveBut(changing, bound)];
      }
      case 'k-inductive':
        return this.#inductive(certificate);
      case 'universal':
        return this.#universal(certificate);
    }
  }

  /** Tries what nobody has shown, in turns that get longer, until all is shown or nothing of the rest is a matter of time. */
  #together(obligations: readonly Obligation[], shared: SharedCheck): void {
    for (let turn = FIRST_TURN_MS; ; turn *= GROWTH) {
      let open: Refused | null = null;
      let isLate = false;
      for (const i of shared.open(obligations.length)) {
        if (shared.isShown(i)) continue;
        // Who has nothing else to do takes the time it needs.
        const isLast = shared.open(obligations.length).length === 1;
        this.#deadline = isLast ? this.#end : Math.min(this.#end, performance.now() + turn);
        try {
          obligations[i]();
          shared.markShown(i);
        } catch (error) {
          if (!(error instanceof Refused) || error.decided) throw error;
          open = error;
          isLate ||= performance.now() >= this.#deadline;
        }
      }
      if (open === null || shared.open(obligations.length).length === 0) return;
      if (!isLate || performance.now() >= this.#end || this.limits.stopped?.()) throw open;
    }
  }

  #exhaustive(bound: number): void {
    const inTime = (): void => void this.#timeLeft('base');
    const follow = (): boolean => new OnlyRun(this.system).endsWithin(bound, inTime) || this.#followed(bound);
    const { shared } = this.limits;
    if (shared === undefined ? follow() : shared.once(EXHAUSTION, follow, inTime)) return;
    try {
      this.#noBadWithin(bound, 'base', (solver, goesOn) =>
        this.#unsatisfiable(solver, goesOn, 'exhaustion', `a run of ${bound + 1} steps`),
      );
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

  /**
   * Tells whether all runs end within k steps; then no claim about longer runs is open. The result is computed once.
   */
  #allEnded(k: number): boolean {
    const { shared } = this.limits;
    const follow = (): boolean => k > 0 && this.#followed(k);
    this.#ended ??= shared === undefined ? follow() : shared.once(shared.whole, follow, () => void this.#timeLeft('base'));
    return this.#ended;
  }

  /** Tells whether all runs end within `bound` steps without bad or a gap. False also if the runs are too many. */
  #followed(bound: number): boolean {
    return new FewRuns(this.system).endWithin(bound, () => {
      this.#timeLeft('base');
      return false;
    });
  }

  /**
   * Of runs each step of which changes one of the variables. Every run into bad gives one of them, without the other steps, as the variables alone
   * decide how a run goes on.
   */
  #exhaustiveBut(changing: readonly number[], bound: number): void {
    const { terms, initConstraint } = this.system;
    const runs = new CheckerRuns(this.system, 'init');
    let before: readonly Term[] | null = null;
    this.#withSolver((solver) => {
      solver.assert(initConstraint);
      for (let j = 0; ; j += 1) {
        const { state } = runs;
        const step = runs.advance();
        for (const definition of step.definitions) solver.assert(definition);
        if (before !== null) solver.assert(terms.not(this.#same(changing, before, state)));
        if (j > bound) return this.#unsatisfiable(solver, terms.true, 'exhaustion', `a run of ${j} steps that change something`);
        this.#unsatisfiable(solver, step.bad, 'base', `a run into bad of ${j} steps`);
        if (step.feasible === terms.false) return;
        solver.assert(step.feasible);
        before = state;
      }
    });
  }

  /** Two states agree in some variables. */
  #same(variables: readonly number[], a: readonly Term[], b: readonly Term[]): Term {
    return this.system.terms.andAll(variables.map((v) => this.system.terms.eq(a[v], b[v])));
  }

  #inductive(certificate: KInductive): readonly Obligation[] {
    this.#wellFormed(certificate);
    const { invariant, k } = certificate;
    return [
      () => this.#initiation(invariant),
      ...this.system.blocks.map(
        ({ id }) =>
          () =>
            this.#consecution(invariant, id, [invariant]),
      ),
      ...(k > 0 ? [() => this.#allEnded(k) || this.#noBadWithin(k - 1, 'base')] : []),
      () => this.#allEnded(k) || this.#step(certificate),
    ];
  }

  /**
   * With a variable in its place, a bound variable of the conclusion has any value; the premises are what the invariant says of the same one and of
   * the instances. All conditions are about single steps: from there on, ∀ b. L(s, b) is an invariant like any other.
   */
  #universal(certificate: Universal): readonly Obligation[] {
    this.#wellFormedUniversal(certificate);
    const { invariant } = certificate;
    return [
      () => this.#initiation(invariant),
      ...this.system.blocks.flatMap(({ id }) => [
        () => this.#consecution(invariant, id, this.#premises(certificate, id)),
        () => this.#noBadAt(certificate, id),
      ]),
    ];
  }

  /** What a universal invariant says before a step of the block. */
  #premises({ invariant, bound, instances }: Universal, id: number): readonly Term[] {
    const mine = instances.filter(({ block }) => block === id);
    const values = mine.map((instance) => new Map(instance.values.map(([b, value]) => [bound[b], value])));
    return [invariant, ...values.map((map) => substitute(this.system.terms, invariant, map))];
  }

  /** A universal invariant excludes bad at a block. */
  #noBadAt(certificate: Universal, id: number): void {
    const { terms, blocks } = this.system;
    const { name, bad, gap } = blocks[id];
    const here = this.#here(id);
    const goal = substitute(terms, terms.or(bad, gap), here);
    if (goal === terms.false) return;
    this.#withSolver((solver) => {
      for (const premise of this.#premises(certificate, id)) solver.assert(substitute(terms, premise, here));
      this.#unsatisfiable(solver, goal, 'step', `bad in block ${id} (${name}) within the invariant`);
    });
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

  /** (2) L ∧ T ⇒ L', for a block; `premises`: what is known of the state before the step, by L. */
  #consecution(invariant: Term, id: number, premises: readonly Term[]): void {
    const { terms, stateVars, blocks } = this.system;
    if (invariant === terms.true) return;
    const block = blocks[id];
    const here = this.#here(id);
    const after = new Map(stateVars.map((v, i) => [v.term, substitute(terms, block.next[i], here)]));
    this.#withSolver((solver) => {
      for (const premise of premises) solver.assert(substitute(terms, premise, here));
      solver.assert(substitute(terms, block.feasible, here));
      const broken = terms.not(substitute(terms, invariant, after));
      this.#unsatisfiable(solver, broken, 'consecution', `a step of block ${id} (${block.name}) out of the invariant`);
    });
  }

  /** The program counter is at the block. */
  #here(id: number): ReadonlyMap<Term, Term> {
    const { terms, stateVars, pc } = this.system;
    return pc === null ? new Map() : new Map([[stateVars[pc].term, terms.bv(terms.width(stateVars[pc].term), id)]]);
  }

  /**
   * (3) Shows that I ∧ T^j ∧ bad is unsatisfiable for all j up to `last`. `then` gets the solver with the runs of these
   * lengths, and the condition under which a run goes on. Later lengths share a query: each refutation has a proof of
   * its own, which repeats most of the earlier ones.
   */
  #noBadWithin(last: number, condition: CertificateCondition, then: (solver: Refuter, goesOn: Term) => void = () => {}): void {
    const { terms } = this.system;
    const runs = new CheckerRuns(this.system, 'init');
    this.#withSolver((solver) => {
      solver.assert(this.system.initConstraint);
      for (let first = 0; ; ) {
        const end = Math.min(last, first + lengthsAtOnce(first) - 1);
        let bad = terms.false;
        let goesOn = terms.true;
        for (let j = first; j <= end && goesOn !== terms.false; j += 1) {
          const step = runs.advance();
          for (const definition of step.definitions) solver.assert(definition);
          bad = terms.or(bad, terms.and(goesOn, step.bad));
          goesOn = terms.and(goesOn, step.feasible);
        }
        const lengths = end === first ? `${first}` : `${first} to ${end}`;
        this.#unsatisfiable(solver, bad, condition, `a run into bad of ${lengths} steps`);
        if (end === last) return then(solver, goesOn);
        if (goesOn === terms.false) return; // no run is longer
        if (goesOn !== terms.true) solver.assert(goesOn);
        first = end + 1;
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
          for (const earlier of states) solver.assert(terms.not(this.#same(distinct, earlier, state)));
          states.push(state);
        }
        if (j === k) return this.#unsatisfiable(solver, step.bad, 'step', `${k} steps within the invariant and then bad`);
        solver.assert(terms.not(step.couldBeBad));
        solver.assert(step.feasible);
      }
    });
  }

  #wellFormed({ invariant, k, instances, distinct }: KInductive): void {
    const { terms, stateVars, blocks } = this.system;
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
    if (distinct !== null) this.#closed(distinct);
  }

  /** Nothing that decides how a run goes on depends on other variables than these. */
  #closed(distinct: readonly number[]): void {
    const { stateVars, blocks, inputs, pc } = this.system;
    if (distinct.some((v) => stateVars[v] === undefined) || (pc !== null && !distinct.includes(pc))) {
      throw new Refused('form', 'states are told apart without their program counter');
    }
    const allowed = new Set([...distinct.map((v) => stateVars[v].term), ...inputs.map((v) => v.term)]);
    for (const block of blocks) {
      const deciding = [block.feasible, block.bad, block.gap, ...distinct.map((v) => block.next[v])];
      this.#speaksOnlyOf(deciding, allowed, 'what decides a run');
    }
  }

  #wellFormedUniversal({ invariant, bound, instances }: Universal): void {
    const { terms, stateVars, blocks, inputs } = this.system;
    const state = stateVars.map((v) => v.term);
    const taken = new Set([...state, ...inputs.map((v) => v.term)]);
    for (const b of bound) {
      if (b === NO_TERM || terms.op(b) !== Op.VARIABLE || taken.has(b))
        throw new Refused('form', 'a bound variable is none of its own');
      taken.add(b);
    }
    if (invariant === NO_TERM || terms.sort(invariant).kind !== 'bool') throw new Refused('form', 'the invariant is not Boolean');
    this.#speaksOnlyOf([invariant], new Set([...state, ...bound]), 'the invariant');
    for (const { block, values } of instances) {
      if (blocks[block] === undefined) throw new Refused('form', `an instance in block ${block}`);
      const visible = new Set([...state, ...bound, ...blocks[block].inputs.map((i) => inputs[i].term)]);
      for (const [b, value] of values) {
        const fits = bound[b] !== undefined && value !== NO_TERM && terms.sortId(value) === terms.sortId(bound[b]);
        if (!fits) throw new Refused('form', `no value of bound variable ${b} in block ${block}`);
        this.#speaksOnlyOf([value], visible, 'an instance');
      }
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

  /** Milliseconds; throws {@link Refused} if there are none, or if the check was stopped. */
  #timeLeft(condition: CertificateCondition): number {
    if (this.limits.stopped?.()) throw new Refused(condition, 'stopped', false);
    const left = this.#deadline - performance.now();
    if (left <= 0) throw new Refused(condition, 'out of time', false);
    return left;
  }

  /** Throws {@link Refused} unless the solver shows that `goal` cannot hold under its assertions. */
  #unsatisfiable(solver: Refuter, goal: Term, condition: CertificateCondition, what: string): void {
    const { terms } = this.system;
    const left = this.#timeLeft(condition);
    if (goal === terms.false) return;
    const milliseconds = Math.ceil(left);
    const answer = solver.check(goal === terms.true ? [] : [goal], Number.isFinite(left) ? { milliseconds } : {});
    if (answer === 'sat') throw new Refused(condition, `there is ${what}`);
    if (answer === 'unknown')
      throw new Refused(condition, `not decided whether there is ${what}: ${solver.reasonUnknown()}`, false);
  }
}

/** Returns the number of lengths of runs, from `first` on, for which one query refutes bad. */
function lengthsAtOnce(first: number): number {
  return Math.min(MOST_LENGTHS, Math.max(1, Math.floor(first / 2)));
}

function inValueRange(system: TransitionSystem, input: number, value: bigint): boolean {
  const sort = system.terms.sort(system.inputs[input].term);
  if (sort.kind !== 'bool' && sort.kind !== 'bv') return false;
  return value >= 0n && value < 1n << BigInt(sort.kind === 'bool' ? 1 : sort.width);
}
