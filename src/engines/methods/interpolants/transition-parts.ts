import type { Term } from '../../../logic/terms/builder.ts';
import type { Inductive } from '../../../system/transys/certificate.ts';
import { stateTerms } from '../../../system/transys/control.ts';
import { Unroller } from '../../../system/transys/unroll.ts';
import type { ChainPart } from '../../interpolation/problem.ts';
import type { EngineContext } from '../engine.ts';
import type { KnownLemmas } from '../known-lemmas.ts';

/**
 * The transition relation in the pieces that interpolation engines ask about: the initial states, a
 * step, and steps that end in bad. Known invariants strengthen each of them. `bad` includes gaps here.
 */
export class TransitionParts {
  readonly #context: EngineContext;
  readonly #known: KnownLemmas;
  readonly #step: { readonly feasible: Term; readonly next: readonly Term[] };
  /** Steps from any state, for {@link suffix}; grows to the longest suffix requested. */
  readonly #suffix: Unroller;

  constructor(context: EngineContext, known: KnownLemmas) {
    this.#context = context;
    this.#known = known;
    const { system } = context;
    const unroller = new Unroller(system, { start: 'any', prefix: 't' });
    const next = unroller.state(1);
    const feasible = system.terms.andAll([
      ...unroller.definitions(0),
      unroller.feasible(0),
      ...unroller.definitions(1),
    ]);
    this.#step = { feasible, next };
    this.#suffix = new Unroller(system, { start: 'any', prefix: 'b', keepStates: true });
  }

  /**
   * The initial states as a formula over the state variables, or null if only a formula with inputs can
   * describe them. In programs every state at the entry behaves as the initial one.
   */
  initial(): Term | null {
    const { terms, stateVars, pc, init, inputs, initConstraint } = this.#context.system;
    if (pc !== null) return terms.eq(stateVars[pc].term, init[pc]);
    if (initConstraint !== terms.true || inputs.some((input) => input.phase === 'init')) return null;
    return terms.andAll(stateVars.map((v, i) => terms.eq(v.term, init[i])));
  }

  /** The initial states as the first part of a chain. */
  initialPart(): ChainPart {
    const { init, initConstraint } = this.#context.system;
    return { formula: initConstraint, entry: null, exit: init };
  }

  /** One step from states that satisfy `start`, as the first part of a chain. */
  stepFrom(start: Term): ChainPart {
    return { ...this.step(start), entry: null };
  }

  /** One step from states that satisfy `start`. */
  step(start: Term): ChainPart {
    const { terms, stateVars } = this.#context.system;
    const formula = terms.andAll([start, ...this.#known.invariants, this.#step.feasible]);
    return { formula, entry: stateVars.map((v) => v.term), exit: this.#step.next };
  }

  /** Exactly `steps` steps and then bad, as the last part of a chain. */
  suffix(steps: number): ChainPart {
    const { system } = this.#context;
    const { terms } = system;
    const unroller = this.#suffix;
    const definitions: Term[] = [...this.#known.invariants];
    let ends = terms.false;
    let going = terms.true;
    for (let j = 0; j <= steps; j++) {
      definitions.push(...unroller.definitions(j));
      const bad = terms.or(unroller.bad(j), unroller.gap(j));
      if (j === steps) ends = terms.and(going, bad);
      going = terms.and(going, unroller.feasible(j));
    }
    const entry = stateTerms(system);
    return { formula: terms.andAll([...definitions, ends]), entry, exit: null };
  }

  /** The certificate that no state of `image`, which is closed under steps, reaches bad in k steps. */
  certificate(image: Term, k: number): Inductive {
    const { terms } = this.#context.system;
    return {
      kind: 'inductive',
      invariant: terms.andAll([image, ...this.#known.invariants]),
      k,
      instances: [],
    };
  }
}
