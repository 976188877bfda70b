import type { Fixpoint } from '../../logic/domains/fixpoint.ts';
import type { FlowCase } from '../../logic/domains/flow.ts';
import type { Value } from '../../logic/domains/value.ts';
import type { Term } from '../../logic/terms/builder.ts';
import { Op } from '../../logic/terms/ops.ts';
import type { TermStore } from '../../logic/terms/store.ts';
import type { TransitionSystem } from '../transys/system.ts';
import { AffineSpace, factorsOfTwo, oddPartInverse, type Vector } from './affine.ts';
import { under } from './cases.ts';
import type { Fact, Relations } from './facts.ts';
import { difference, type LinearForm, linearForm } from './linear.ts';
import type { PlacedFlow } from './places.ts';
import { casesOf, comparedSides, type RelatedTerms, relatedAfter } from './related-terms.ts';
import { type Decision, forEachRelatedStep, openComparisons, type RelatedStep } from './steps.ts';

/** Most joins. */
const MAX_JOINS = 20_000;
/** Most terms visited while the steps of a group are split into cases of its terms. */
const MAX_WORK = 2_000_000;

/**
 * Linear equalities modulo 2^width between state variables of one width (narrower ones extended to it)
 * that hold at each place. They are affine spaces over the steps that the values leave possible.
 * Linear assignments are exact, with wrap-around; other terms count as any value. The equalities are
 * inductive together with the values.
 */
export function equalities(
  system: TransitionSystem,
  flow: PlacedFlow,
  solution: Fixpoint<Value>,
  related: RelatedTerms,
  stopped: () => boolean,
): Relations {
  const { terms } = system;
  const analyses = [...related.values()].flat().map((chosen) => new Spaces(system, flow, chosen, stopped));
  if (analyses.length > 0)
    forEachRelatedStep(terms, solution, (step) => {
      for (const analysis of analyses) analysis.add(step);
    });
  const facts: Fact[] = [];
  const decisions: Decision[] = [];
  for (const analysis of analyses) {
    const spaces = analysis.solve();
    if (spaces === null) continue;
    flow.places.forEach(({ block, at }, id) => {
      for (const { coefficients, constant } of spaces[id]?.equations() ?? []) {
        const equation = equationTerm(terms, analysis.chosen, coefficients, constant);
        if (equation !== null) facts.push({ block, formula: terms.implies(at, equation) });
      }
    });
    decisions.push(...analysis.decisions(spaces));
  }
  return { facts, decisions };
}

/**
 * A step in matrix form: `forms[i]` over columns is the i-th related term afterwards; `constraints`
 * are zero.
 */
interface AffineStep {
  readonly from: number;
  readonly to: number;
  readonly columns: number;
  readonly forms: readonly { readonly coefficients: Vector; readonly constant: bigint }[];
  readonly constraints: readonly { readonly coefficients: Vector; readonly constant: bigint }[];
  readonly step: FlowCase | null;
  /** Equations between terms that the values leave open. */
  readonly open: readonly { readonly atom: Term; readonly coefficients: Vector; readonly constant: bigint }[];
}

class Spaces {
  readonly #width: number;
  /** The related terms that are no variables, and no wider than variables. */
  readonly #measures: readonly Term[];
  /** The steps from each place, and the same in cases of the related terms. */
  readonly #steps: AffineStep[][];
  readonly #cases: AffineStep[][];
  /** Terms that may still be visited while steps are split. */
  #work = MAX_WORK;

  constructor(
    private readonly system: TransitionSystem,
    private readonly flow: PlacedFlow,
    readonly chosen: readonly Term[],
    private readonly stopped: () => boolean,
  ) {
    const { terms } = system;
    this.#width = terms.width(chosen[0]);
    this.#measures = chosen.filter((t) => terms.op(t) === Op.ITE);
    this.#steps = flow.nodes.map(() => []);
    this.#cases = flow.nodes.map(() => []);
  }

  add(step: RelatedStep): void {
    const whole = this.#affine(step);
    this.#steps[step.from].push(whole);
    const limits = { work: this.#work, stopped: this.stopped };
    const { steps, work } = casesOf(this.system, this.chosen, step, limits);
    this.#work -= work;
    this.#cases[step.from].push(...steps.map((part) => (part === step ? whole : this.#affine(part))));
  }

  /** The space of each place; null for all if there are too many joins, or if stopped. */
  solve(): readonly (AffineSpace | null)[] | null {
    const spaces: (AffineSpace | null)[] = this.flow.nodes.map(() => null);
    const waiting = new Set<number>();
    const enter = (id: number, space: AffineSpace): void => {
      const before = spaces[id];
      const after = before === null ? space : before.join(space);
      if (after === before) return;
      spaces[id] = after;
      waiting.add(id);
    };
    for (const { node, values } of this.flow.starts) enter(node, this.#start(values));
    let joins = 0;
    for (const id of waiting) {
      waiting.delete(id);
      const here = spaces[id];
      if (here === null) continue;
      for (const step of this.#cases[id]) {
        joins += 1;
        if (joins > MAX_JOINS || this.stopped()) return null;
        const image = this.#image(here, step);
        if (image !== null) enter(step.to, image);
      }
    }
    return spaces;
  }

  /** The equations that have one truth value whenever a step is taken. */
  decisions(spaces: readonly (AffineSpace | null)[]): Decision[] {
    const { terms } = this.system;
    return this.#steps.flat().flatMap(({ step, ...affine }) => {
      const here = spaces[affine.from];
      const wide = here === null ? null : this.#during(here, affine);
      if (step === null || wide === null) return [];
      return affine.open.flatMap(({ atom, coefficients, constant }): Decision[] => {
        const equal = wide.meet(coefficients, -constant);
        if (equal === null) return [{ step, to: affine.to, literal: terms.not(atom) }];
        const always = equal.join(wide) === equal;
        return always ? [{ step, to: affine.to, literal: atom }] : [];
      });
    });
  }

  #start(values: readonly Term[]): AffineSpace {
    const forms = relatedAfter(this.system, this.chosen, values, () => null);
    const step = this.#matrix({ from: 0, to: 0, step: null }, forms, [], []);
    const zero = this.chosen.map(() => 0n);
    return this.#image(new AffineSpace(this.#width, zero), step) ?? this.#everything();
  }

  #everything(): AffineSpace {
    const zero = this.chosen.map(() => 0n);
    const units = zero.map((_, i) => zero.map((__, j) => (i === j ? 1n : 0n)));
    return new AffineSpace(this.#width, zero, units);
  }

  #image(space: AffineSpace, step: AffineStep): AffineSpace | null {
    const { columns, forms } = step;
    const wide = this.#during(space, step);
    if (wide === null) return null;
    const apply = (v: Vector, once: bigint): Vector =>
      forms.map(({ coefficients, constant }) => {
        let sum = once * constant;
        for (let i = 0; i < columns; i++) if (coefficients[i] !== 0n) sum += coefficients[i] * v[i];
        return BigInt.asUintN(this.#width, sum);
      });
    const generators = wide.generators.map((g) => apply(g, 0n));
    return new AffineSpace(this.#width, apply(wide.point, 1n), generators);
  }

  /** The values of all columns with which the step is taken; null if there are none. */
  #during(
    space: AffineSpace,
    { columns, constraints }: Pick<AffineStep, 'columns' | 'constraints'>,
  ): AffineSpace | null {
    const { length } = this.chosen;
    const pad = (v: Vector): Vector => [...v, ...new Array<bigint>(columns - length).fill(0n)];
    const free = Array.from({ length: columns - length }, (_, i) => {
      const unit = new Array<bigint>(columns).fill(0n);
      unit[length + i] = 1n;
      return unit;
    });
    let wide: AffineSpace | null = new AffineSpace(this.#width, pad(space.point), [
      ...space.generators.map(pad),
      ...free,
    ]);
    for (const { coefficients, constant } of constraints) wide = wide?.meet(coefficients, -constant) ?? null;
    return wide;
  }

  #affine({ from, to, step, literals, next, value }: RelatedStep): AffineStep {
    const { terms } = this.system;
    const constraints: LinearForm[] = [];
    for (const literal of literals) {
      if (terms.op(literal) !== Op.EQ) continue;
      const sides = comparedSides(terms, literal, this.#width);
      if (sides !== null)
        constraints.push(difference(linearForm(terms, sides[0], value), linearForm(terms, sides[1], value)));
    }
    // A measure is a constant where the step decides its choices: the size behind a null pointer is 0.
    const here = this.#measures.length === 0 ? null : under(terms, literals);
    for (const t of this.#measures) {
      const known = here?.apply(t) ?? t;
      if (terms.isBv(known)) constraints.push(difference(linearForm(terms, t, value), linearForm(terms, known, value)));
    }
    for (const t of this.chosen) {
      const v = value(t);
      if (v !== null && v.low === v.high) {
        constraints.push({
          width: this.#width,
          parts: new Map([[t, 1n]]),
          constant: BigInt.asUintN(this.#width, -v.low),
        });
      }
    }
    const open = openComparisons(terms, { next, value }).flatMap((atom) => {
      const sides = terms.op(atom) === Op.EQ ? comparedSides(terms, atom, this.#width) : null;
      if (sides === null) return [];
      return [{ atom, form: difference(linearForm(terms, sides[0], value), linearForm(terms, sides[1], value)) }];
    });
    return this.#matrix({ from, to, step }, relatedAfter(this.system, this.chosen, next, value), constraints, open);
  }

  #matrix(
    place: Pick<AffineStep, 'from' | 'to' | 'step'>,
    forms: readonly LinearForm[],
    constraints: readonly LinearForm[],
    open: readonly { readonly atom: Term; readonly form: LinearForm }[],
  ): AffineStep {
    const columns = new Map(this.chosen.map((t, i) => [t, i]));
    for (const form of [...forms, ...constraints]) {
      for (const t of form.parts.keys()) if (!columns.has(t)) columns.set(t, columns.size);
    }
    const row = ({ parts, constant }: LinearForm): { coefficients: Vector; constant: bigint } => {
      const coefficients = new Array<bigint>(columns.size).fill(0n);
      for (const [t, c] of parts) coefficients[columns.get(t) ?? 0] = c;
      return { coefficients, constant };
    };
    // A term without a column may have any value, so that its equations cannot be decided.
    const decidable = open.filter(({ form }) => [...form.parts.keys()].every((t) => columns.has(t)));
    return {
      ...place,
      columns: columns.size,
      forms: forms.map(row),
      constraints: constraints.map(row),
      open: decidable.map(({ atom, form }) => ({ atom, ...row(form) })),
    };
  }
}

/**
 * The equation as a term, with small coefficients where possible; null if it has fewer than `least`
 * terms. If 2^k divides all coefficients, the equation is one between the low width - k bits of the
 * terms.
 */
export function equationTerm(
  terms: TermStore,
  of: readonly Term[],
  coefficients: Vector,
  constant: bigint,
  least = 2,
): Term | null {
  const whole = terms.width(of[0]);
  const zeros = Math.min(...[...coefficients, constant].map((c) => factorsOfTwo(whole, c)));
  const width = whole - zeros;
  if (width === 0) return null;
  const divided = [...coefficients, constant].map((c) => BigInt.asUintN(whole, c) >> BigInt(zeros));
  const scaled = smallest(width, divided, coefficients.length);
  const left: Term[] = [];
  const right: Term[] = [];
  of.forEach((t, i) => {
    const c = BigInt.asIntN(width, scaled[i]);
    if (c === 0n) return;
    const low = terms.extract(t, width - 1, 0);
    const times = (factor: bigint): Term => terms.mul(terms.bv(width, BigInt.asUintN(width, factor)), low);
    if (c > 0n) left.push(times(c));
    else right.push(times(-c));
  });
  if (left.length + right.length < least) return null;
  const sum = (ts: readonly Term[], start: Term): Term => ts.reduce((a, b) => terms.add(a, b), start);
  return terms.eq(sum(left, terms.bv(width, 0)), sum(right, terms.bv(width, scaled[scaled.length - 1])));
}

/** The multiple by an odd number whose first `count` entries have the smallest sum of magnitudes. */
function smallest(width: number, v: Vector, count: number): Vector {
  const size = (u: Vector): bigint => {
    let sum = 0n;
    for (let i = 0; i < count; i++) {
      const c = BigInt.asIntN(width, u[i]);
      sum += c < 0n ? -c : c;
    }
    return sum;
  };
  let best = v;
  for (let i = 0; i < count; i++) {
    if (v[i] === 0n) continue;
    const unit = oddPartInverse(width, v[i]);
    for (const factor of [unit, -unit]) {
      const candidate = v.map((x) => BigInt.asUintN(width, x * factor));
      if (size(candidate) < size(best)) best = candidate;
    }
  }
  return best;
}
