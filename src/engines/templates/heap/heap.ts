import type { Term } from '../../../terms/builder.ts';
import { Evaluator } from '../../../terms/evaluate.ts';
import { freeVariables } from '../../../terms/traverse.ts';
import { programTerms } from '../../../transys/program-terms.ts';
import { constantsOf } from '../../../transys/sampling/constants.ts';
import type { State } from '../../../transys/sampling/random-runs.ts';
import type { Samples } from '../../../transys/sampling/sampler.ts';
import type { TransitionSystem } from '../../../transys/system.ts';
import { holds, number, Observations, type Point } from './observations.ts';
import { type BlockFamily, type HeapPointers, heapPointers } from './pointers.ts';
import { saidOf } from './said.ts';

/** Most states of a block and most blocks of a family that are looked at. */
const MOST_STATES = 24;
const MOST_BLOCKS = 10;
/** Most scalar variables that fields are compared with. */
const MOST_SCALARS = 6;
/** Most conditions that split the states of a block. */
const MOST_GUARDS = 24;
/** Fewest points that a learnt fact rests on. */
const FEWEST_POINTS = 2;

/**
 * Candidates about linked structures of any size: facts about each block that an allocation in a loop
 * has made, for the bound index i. They state which blocks pointers lead to, which values fields
 * have, and how fields compare with variables. Ranges of i are all blocks, all but the one that a pointer
 * leads to, and those before or behind it. Further candidates are about single objects that the
 * structure begins with.
 */
export class HeapTemplates {
  readonly #system: TransitionSystem;
  readonly #index: Term;
  readonly #samples: Samples;
  readonly #pointers: HeapPointers | null;
  readonly #see: Observations | null;
  readonly #place: ReadonlyMap<Term, number>;
  readonly #scalars: readonly Term[];
  /** The program's own conditions on single objects (null) and on blocks, by the pointer that leads there. */
  readonly #said = new Map<Term | null, readonly Term[]>();

  constructor(system: TransitionSystem, index: Term, samples: Samples) {
    const { terms, stateVars, pc } = system;
    this.#system = system;
    this.#index = index;
    this.#samples = samples;
    this.#place = new Map(stateVars.map((v, i) => [v.term, i]));
    const pointers = heapPointers(system, index);
    this.#pointers = pointers;
    this.#see = pointers === null ? null : new Observations(terms, pointers, sortedConstants(system));
    const counts = new Set(pointers?.families.flatMap(({ count }) => freeVariables(terms, [count])));
    this.#scalars = stateVars.flatMap(({ term }, i) =>
      i === pc || counts.has(term) || pointers?.variables.includes(term) || terms.sort(term).kind !== 'bv'
        ? []
        : [term],
    );
  }

  /** Candidates at a block, without the program counter. No sampled state contradicts them. */
  at(block: number, part: 'whole' | 'walked'): Term[] {
    const pointers = this.#pointers;
    const see = this.#see;
    if (pointers === null || see === null) return [];
    const states = this.#samples[block].slice(0, MOST_STATES);
    const found = part === 'whole' ? this.#aboutVariables(pointers, see, states) : [];
    for (const family of pointers.families) found.push(...this.#aboutBlocks(pointers, see, family, states, part));
    return [...new Set(found)];
  }

  /**
   * Facts about pointers, what they lead to, and scalars: in all states, and in those where a pointer or a
   * scalar has a certain value.
   */
  #aboutVariables(pointers: HeapPointers, see: Observations, states: readonly State[]): Term[] {
    const { terms } = this.#system;
    const points = states.map((state) => this.#point(state, 0n));
    const known = new Set<Term>();
    const found: Term[] = [];
    for (const guard of [terms.true, ...this.#guards(pointers, see, points)]) {
      const inside = points.filter((point) => point.value(guard) === true);
      if (inside.length < FEWEST_POINTS) continue;
      for (const fact of this.#ofState(pointers, see, inside)) {
        if (known.has(fact)) continue;
        known.add(fact);
        found.push(terms.implies(guard, fact));
      }
    }
    found.push(...this.#saidOf(pointers, null).filter((fact) => holds(fact, points)));
    return found.filter((fact) => !terms.isConst(fact));
  }

  /** Conditions that split the states: which object a pointer leads to, whether blocks exist, values of scalars. */
  #guards(pointers: HeapPointers, see: Observations, points: readonly Point[]): readonly Term[] {
    const { terms } = this.#system;
    const found = new Set<Term>();
    for (const { count } of pointers.families) found.add(terms.ult(terms.bv(terms.width(count), 0), count));
    for (const pointer of pointers.variables) {
      for (const family of pointers.families) found.add(see.leadsTo(pointer, family.number));
      for (const other of pointers.variables) {
        if (other <= pointer) continue;
        const equal = terms.eq(pointer, other);
        found.add(equal).add(terms.not(equal));
      }
      for (const value of see.singles(pointer, points)) {
        if (!pointers.constants.has(value)) continue;
        const equal = terms.eq(pointer, terms.bv(pointers.width, value));
        found.add(equal).add(terms.not(equal));
      }
    }
    for (const scalar of this.#scalars.slice(0, MOST_SCALARS)) {
      const few = see.few(scalar, points) ?? [];
      if (few.length > 1) for (const value of few) found.add(terms.eq(scalar, terms.bv(terms.width(scalar), value)));
    }
    return [...found].slice(0, MOST_GUARDS);
  }

  #ofState(pointers: HeapPointers, see: Observations, points: readonly Point[]): Term[] {
    const { terms } = this.#system;
    const found: Term[] = [];
    for (const pointer of pointers.variables) {
      found.push(...see.target(pointer, points));
      for (const family of pointers.families) {
        const leads = see.leadsTo(pointer, family.number);
        const there = points.filter((point) => point.value(leads) === true);
        if (there.length < FEWEST_POINTS) continue;
        const at = see.indexIn(pointer);
        const newest = see.isNewest(pointer, family);
        const about = [
          ...(holds(newest, there) ? [newest] : []),
          ...this.#scalars.flatMap((scalar) => see.distances(scalar, at, family.count, there)),
          ...family.data.flatMap((array) => see.alternatives(terms.select(array, at), there)),
          ...family.links.flatMap((array) => see.target(terms.select(array, at), there)),
        ];
        found.push(...about.map((fact) => terms.implies(leads, fact)));
      }
    }
    for (const scalar of this.#scalars) found.push(...see.alternatives(scalar, points));
    return found;
  }

  #aboutBlocks(
    pointers: HeapPointers,
    see: Observations,
    family: BlockFamily,
    states: readonly State[],
    part: 'whole' | 'walked',
  ): Term[] {
    const { terms } = this.#system;
    const points = states.flatMap((state) => this.#pointsOf(state, family));
    const leading = pointers.variables.filter((pointer) => {
      const leads = see.leadsTo(pointer, family.number);
      return points.some((point) => point.value(leads) === true);
    });
    const whole = this.#wholeRanges(see, family, leading);
    const found: Term[] = [];
    const known = new Set<Term>();
    for (const range of part === 'whole' ? whole : [...whole, ...this.#walkedRanges(pointers, see, family, leading)]) {
      const inside = points.filter((point) => point.value(range) === true);
      if (inside.length < FEWEST_POINTS) continue;
      for (const fact of this.#facts(pointers, see, family, leading, inside)) {
        if (known.has(fact)) continue;
        known.add(fact);
        found.push(terms.implies(range, fact));
      }
    }
    return found;
  }

  /** All blocks of a family, as conditions on the index, perhaps without the one that a pointer leads to. */
  #wholeRanges(see: Observations, { number: low, count }: BlockFamily, leading: readonly Term[]): Term[] {
    const { terms } = this.#system;
    const made = see.isMade(this.#index, count);
    const own = terms.concat(this.#index, low);
    return [made, ...leading.map((pointer) => terms.and(made, terms.not(terms.eq(pointer, own))))];
  }

  /**
   * The blocks before and behind the one that a pointer leads to. A pointer that has left the family
   * has all or none behind it.
   */
  #walkedRanges(
    pointers: HeapPointers,
    see: Observations,
    { number: low, count }: BlockFamily,
    leading: readonly Term[],
  ): Term[] {
    const { terms } = this.#system;
    const made = see.isMade(this.#index, count);
    const parts = leading.flatMap((pointer) => {
      const leads = see.leadsTo(pointer, low);
      const at = see.indexIn(pointer);
      const isNull = terms.eq(pointer, terms.bv(pointers.width, 0));
      return [
        terms.ite(leads, terms.ule(at, this.#index), terms.not(isNull)),
        terms.ite(leads, terms.ule(this.#index, at), terms.not(isNull)),
        terms.ite(leads, terms.ult(this.#index, at), isNull),
        terms.ite(leads, terms.ult(at, this.#index), isNull),
      ];
    });
    return parts.map((range) => terms.and(made, range));
  }

  /** Facts that hold at all points: about each field, and about others where one has a certain value. */
  #facts(
    pointers: HeapPointers,
    see: Observations,
    { number: low, data: dataArrays, links: linkArrays }: BlockFamily,
    leading: readonly Term[],
    points: readonly Point[],
  ): Term[] {
    const { terms } = this.#system;
    const data = dataArrays.map((array) => terms.select(array, this.#index));
    const links = linkArrays.map((array) => terms.select(array, this.#index));
    const others = this.#scalars.slice(0, MOST_SCALARS);
    const own = terms.concat(this.#index, low);
    const found: Term[] = this.#saidOf(pointers, own).filter((fact) => holds(fact, points));
    const plain = (inside: readonly Point[]): Term[] => [
      ...links.flatMap((link) => see.target(link, inside)),
      ...data.flatMap((field) => see.values(field, inside)),
    ];
    found.push(...plain(points));
    for (const field of data) found.push(...see.orders(field, others, points));
    for (const link of links) {
      found.push(...see.steps(link, this.#index, points));
      found.push(...see.equations(link, [own, ...pointers.variables], points));
      const leads = see.leadsTo(link, low);
      const inside = points.filter((point) => point.value(leads) === true);
      if (inside.length < FEWEST_POINTS) continue;
      const there = see.indexIn(link);
      // Such as a link back, and the values of the next block.
      for (const array of linkArrays)
        found.push(
          ...see.equations(terms.select(array, there), [own], inside).map((fact) => terms.implies(leads, fact)),
        );
    }
    for (const field of data) {
      const values = see.few(field, points) ?? [];
      if (values.length < 2) continue;
      for (const value of values) {
        const guard = terms.eq(field, terms.bv(terms.width(field), value));
        const inside = points.filter((point) => point.value(guard) === true);
        if (inside.length < FEWEST_POINTS) continue;
        found.push(...plain(inside).map((fact) => terms.implies(guard, fact)));
        for (const link of links) {
          const elsewhere = leading.map((pointer) => terms.not(terms.eq(link, pointer)));
          for (const apart of [terms.true, ...elsewhere]) {
            const leads = terms.andAll([guard, see.leadsTo(link, low), apart]);
            const linked = inside.filter((point) => point.value(leads) === true);
            if (linked.length < FEWEST_POINTS) continue;
            const next = dataArrays.map((array) => terms.select(array, see.indexIn(link)));
            found.push(...next.flatMap((t) => see.alternatives(t, linked)).map((fact) => terms.implies(leads, fact)));
          }
        }
      }
    }
    return [...new Set(found)].filter(
      (fact) => !terms.isConst(fact) && freeVariables(terms, [fact]).includes(this.#index),
    );
  }

  #saidOf(pointers: HeapPointers, pointer: Term | null): readonly Term[] {
    let said = this.#said.get(pointer);
    if (said === undefined) {
      said = saidOf(this.#system, pointers, pointer);
      this.#said.set(pointer, said);
    }
    return said;
  }

  #pointsOf(state: State, { count }: BlockFamily): Point[] {
    const made = number(this.#point(state, 0n).value(count));
    const shown = made < BigInt(MOST_BLOCKS) ? Number(made) : MOST_BLOCKS;
    return Array.from({ length: shown }, (_, i) => this.#point(state, BigInt(i)));
  }

  #point(state: State, index: bigint): Point {
    const { terms } = this.#system;
    return new Evaluator(terms, (t) => (t === this.#index ? index : state[this.#place.get(t) ?? -1]));
  }
}

function sortedConstants(system: TransitionSystem): ReadonlyMap<number, readonly bigint[]> {
  const found = constantsOf(system.terms, programTerms(system));
  return new Map(
    [...found].map(([width, values]) => {
      const signed = [...new Set(values)].map((value) => BigInt.asIntN(width, value));
      return [width, signed.sort((a, b) => (a < b ? -1 : a > b ? 1 : 0))];
    }),
  );
}
