import type { Term } from '../../../logic/terms/builder.ts';
import { Op } from '../../../logic/terms/ops.ts';
import { Substitution } from '../../../logic/terms/substitute.ts';
import { postorder } from '../../../logic/terms/traverse.ts';
import { type StepModel, writeModel } from '../../../system/transys/btor2/print.ts';
import { Btor2Writer } from '../../../system/transys/btor2/writer.ts';

/** Most nodes of a witness circuit. */
const MOST_NODES = 200_000;

/** An invariant of a model that holds after `after` steps, and excludes errors for k steps within it. */
export interface ModelProof {
  readonly invariant: Term;
  readonly after: number;
  readonly k: number;
  /** Values of step inputs with which no state before an error has an error either. */
  readonly instances: readonly (readonly (readonly [input: Term, value: Term])[])[];
}

/**
 * A witness circuit (Froleyks, Yu, Preiner, Biere, Heljanko, 2025, and FMCAD 2022) as BTOR2, or why there is none. It
 * is the model with another property, which is inductive and implies that there is no error.
 *
 * Proofs by k-induction need more than one state. Latches keep the last states and inputs then, and the property says
 * that they are steps of a run. `written`: what has written the model. Throws `E-INPUT` as `writeModel` does.
 */
export function witnessCircuit(
  model: StepModel,
  written: Btor2Writer,
  proof: ModelProof,
): { readonly text: string } | { readonly why: string } {
  const { terms } = model;
  const size = [...postorder(terms, rootsOf(model, proof.invariant))].length;
  if (size * (proof.after + proof.k + 1) > MOST_NODES) return { why: `it would have more than ${MOST_NODES} nodes` };
  if (usesConstantArrays(model, proof.invariant))
    return { why: 'its checkers have no arrays with an initial value, which the model has' };
  const circuit = new History(model, proof).circuit();
  return { text: writeModel(circuit, new Btor2Writer(terms, { simulated: written })).text() };
}

function rootsOf({ states, constraint, bads }: StepModel, invariant: Term): readonly Term[] {
  const values = states.flatMap(({ init, next }) => [init, next].filter((t) => t !== null));
  return [...values, constraint, ...bads.map(({ term }) => term), invariant];
}

function usesConstantArrays(model: StepModel, invariant: Term): boolean {
  const { terms } = model;
  for (const t of postorder(terms, rootsOf(model, invariant))) if (terms.op(t) === Op.CONST_ARRAY) return true;
  return false;
}

/** The model with latches for the moments before the present one, which have the numbers 1, 2, ... */
class History {
  /** The number of moments that are kept. */
  readonly length: number;
  readonly #moments: readonly Moment[];

  constructor(
    private readonly model: StepModel,
    private readonly proof: ModelProof,
  ) {
    // The present state is the last of the k states within the invariant.
    this.length = proof.after + Math.max(proof.k - 1, 0);
    this.#moments = Array.from({ length: this.length + 1 }, (_, i) => new Moment(model, i));
  }

  circuit(): StepModel {
    const { model, length } = this;
    const { terms, states, inputs } = model;
    const kept = [...states, ...inputs].flatMap(({ term, name }) =>
      this.#moments.slice(1).map((moment, i) => ({
        term: moment.value(term),
        name: `${name}@${i + 1}`,
        init: null,
        next: this.#moments[i].value(term),
      })),
    );
    const known = this.#moments.slice(1).map(({ isKnown }, i) => ({
      term: isKnown,
      name: terms.name(isKnown),
      init: terms.false,
      next: this.#moments[i].isKnown,
    }));
    return {
      ...model,
      comment: `a witness of the model, with ${length} moments before the present one`,
      states: [...states, ...kept, ...known],
      bads: [{ name: 'witness', term: terms.not(terms.andAll(this.#property())) }],
    };
  }

  /** The conjuncts of the inductive property. */
  #property(): readonly Term[] {
    const { model, length, proof } = this;
    const { terms, states, bads, constraint } = model;
    const noError = terms.andAll(bads.map(({ term }) => terms.not(term)));
    return this.#moments.flatMap((moment, i) => {
      const holds = [moment.at(noError), ...proof.instances.map((values) => moment.at(noError, values))];
      if (i > 0) holds.push(moment.at(constraint));
      const facts = [terms.implies(moment.isKnown, terms.andAll(holds))];
      // A state is in the invariant where enough states before it are known.
      if (i + proof.after <= length)
        facts.push(terms.implies(this.#moments[i + proof.after].isKnown, moment.at(proof.invariant)));
      if (i === length) return facts;
      const before = this.#moments[i + 1];
      const isStep = states.map(({ term, next }) =>
        next === null ? terms.true : terms.eq(moment.value(term), before.at(next)),
      );
      const isFirst = states.map(({ term, init }) =>
        init === null ? terms.true : terms.eq(moment.value(term), moment.at(init)),
      );
      const isStart = terms.and(moment.isKnown, terms.not(before.isKnown));
      return [
        ...facts,
        terms.implies(before.isKnown, terms.and(moment.isKnown, terms.andAll(isStep))),
        terms.implies(isStart, terms.andAll(isFirst)),
      ];
    });
  }
}

/** The values of states and inputs some steps ago; the moment 0 is the present. */
class Moment {
  /** Whether the run is that long. */
  readonly isKnown: Term;
  readonly #values: ReadonlyMap<Term, Term>;
  readonly #over: Substitution;

  constructor(
    private readonly model: StepModel,
    number: number,
  ) {
    const { terms, states, inputs } = model;
    const named = (name: string, sort: Parameters<typeof terms.variable>[1]): Term => {
      let own = `${name}@${number}`;
      while (terms.find(own) !== null) own += "'";
      return terms.variable(own, sort);
    };
    this.isKnown = number === 0 ? terms.true : named('known', { kind: 'bool' });
    this.#values = new Map(
      [...states, ...inputs].map(({ term, name }) => [term, number === 0 ? term : named(name, terms.sort(term))]),
    );
    this.#over = new Substitution(terms, this.#values);
  }

  value(term: Term): Term {
    return this.#values.get(term)!;
  }

  /** The term over this moment. `replaced`: inputs with other values. */
  at(term: Term, replaced: readonly (readonly [input: Term, value: Term])[] = []): Term {
    if (replaced.length === 0) return this.#over.apply(term);
    return new Substitution(this.model.terms, [...this.#values, ...replaced]).apply(term);
  }
}
