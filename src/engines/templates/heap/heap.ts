import type { Term } from '../../../logic/terms/builder.ts';
import { freeVariables } from '../../../logic/terms/traverse.ts';
import { programTerms } from '../../../system/transys/program-terms.ts';
import { constantsOf } from '../../../system/transys/sampling/constants.ts';
import type { State } from '../../../system/transys/sampling/random-runs.ts';
import type { Samples } from '../../../system/transys/sampling/sampler.ts';
import type { TransitionSystem } from '../../../system/transys/system.ts';
import { indexWidth } from '../bound-terms.ts';
import { number, type Point, pointsOf } from '../values.ts';
import { holds, Observations } from './observations.ts';
import type { BlockFamily, HeapPointers } from './pointers.ts';
import { saidOf } from './said.ts';

/** Most states of a block and most blocks of a family that are looked at. */
const MOST_STATES = 24;
const MOST_BLOCKS = 10;
/** Most elements of an array of pointers that are looked at in a state. */
const MOST_ELEMENTS = 16;
/** Most scalar variables that fields are compared with. */
const MOST_SCALARS = 6;
/** Most conditions that split the states of a block. */
const MOST_GUARDS = 24;
/** Fewest points that a learnt fact rests on. */
const FEWEST_POINTS = 2;

/** Facts about the blocks of a family: about all, or all but one, and about those on one side of a pointer's. */
interface FamilyFacts {
  readonly all: readonly Term[];
  readonly byAge: readonly Term[];
}

/**
 * Candidates about linked structures of any size: facts about each block that an allocation in a loop
 * has made, for the bound index i. They state which blocks pointers lead to, which values fields
 * have, and how fields compare with variables. Ranges of i are all blocks, and all but the one that a
 * pointer leads to. Further candidates are about single objects that the structure begins with.
 */
export class HeapTemplates {
  readonly #system: TransitionSystem;
  readonly #index: Term;
  readonly #samples: Samples;
  readonly #pointers: HeapPointers;
  readonly #see: Observations;
  readonly #pointAt: (state: State, index: bigint) => Point;
  readonly #scalars: readonly Term[];
  /** The program's own conditions on single objects (null) and on blocks, by the pointer that leads there. */
  readonly #said = new Map<Term | null, readonly Term[]>();
  readonly #families = new Map<BlockFamily, Map<number, FamilyFacts>>();

  constructor(system: TransitionSystem, index: Term, samples: Samples, pointers: HeapPointers) {
    const { terms, stateVars, pc } = system;
    this.#system = system;
    this.#index = index;
    this.#samples = samples;
    this.#pointers = pointers;
    this.#see = new Observations(terms, pointers, sortedConstants(system));
    this.#pointAt = pointsOf(system, index);
    const others = new Set([...this.#pointers.variables, ...this.#pointers.families.map(({ count }) => count)]);
    this.#scalars = stateVars.flatMap(({ term }, i) =>
      i === pc || others.has(term) || terms.sort(term).kind !== 'bv' ? [] : [term],
    );
  }

  /**
   * Candidates at a block without the program counter: the blocks to which pointers lead, in variables and in all blocks
   * of a family. They also state the few values of other fields there. Most accesses need no more. No sampled state
   * contradicts a candidate.
   */
  targets(block: number): Term[] {
    const { terms } = this.#system;
    const states = this.#samples[block].slice(0, MOST_STATES);
    const points = states.map((state) => this.#pointAt(state, 0n));
    const { variables, further } = this.#pointers;
    // The elements of a small table are such variables, and few runs fill all of them.
    const ofVariables = [...variables, ...further].flatMap((pointer) => this.#see.targetOfSeveral(pointer, points));
    const ofBlocks = this.#pointers.families.flatMap((family) => {
      const inside = states.flatMap((state) => this.#pointsOf(state, family));
      if (inside.length < FEWEST_POINTS) return [];
      const made = this.#see.isMade(this.#index, family.count);
      const facts = [
        ...family.links.flatMap((array) => this.#see.target(terms.select(array, this.#index), inside)),
        ...family.data.flatMap((array) => this.#see.alternatives(terms.select(array, this.#index), inside)),
      ];
      return facts.map((fact) => terms.implies(made, fact));
    });
    return [...ofVariables, ...ofBlocks];
  }

  /**
   * Candidates at a block about all elements of arrays of pointers: the blocks to which they lead, as in a hash table of
   * lists. `element`: the bound index of their width. Arrays that are filled one by one are known below a counter.
   */
  elements(block: number, element: Term): Term[] {
    const { terms } = this.#system;
    const tables = this.#pointers.tables.filter((array) => indexWidth(terms, array) === terms.width(element));
    if (tables.length === 0) return [];
    const pointAt = pointsOf(this.#system, element);
    const most = Math.min(MOST_ELEMENTS, 2 ** terms.width(element));
    const values = Array.from({ length: most }, (_, i) => BigInt(i));
    const points = this.#samples[block].slice(0, MOST_STATES).flatMap((state) => values.map((i) => pointAt(state, i)));
    const ranges = [
      terms.true,
      ...this.#scalars.slice(0, MOST_SCALARS).map((scalar) => this.#see.isMade(element, scalar)),
    ];
    return tables.flatMap((array) => {
      for (const range of ranges) {
        const inside = points.filter((point) => point.value(range) === true);
        const at = terms.select(array, element);
        const facts = inside.length < FEWEST_POINTS ? [] : this.#see.targetOfSeveral(at, inside);
        if (facts.length > 0) return facts.map((fact) => terms.implies(range, fact));
      }
      return [];
    });
  }

  /** Further candidates at a block: about variables, single objects, and all blocks of a family. */
  at(block: number): Term[] {
    const states = this.#samples[block].slice(0, MOST_STATES);
    const about = this.#pointers.families.flatMap((family) => this.#blocksOf(block, family).all);
    return [...new Set([...this.#aboutVariables(states), ...about])];
  }

  /**
   * Candidates at a block about the blocks of a family that are no younger, or no older, than the one that
   * a pointer leads to. A loop that releases a list from its newest block on leaves all older ones alive.
   */
  byAge(block: number): Term[] {
    return this.#pointers.families.flatMap((family) => this.#blocksOf(block, family).byAge);
  }

  /**
   * Facts about pointers, what they lead to, and scalars: in all states, and in those where a pointer or a
   * scalar has a certain value.
   */
  #aboutVariables(states: readonly State[]): Term[] {
    const { terms } = this.#system;
    const points = states.map((state) => this.#pointAt(state, 0n));
    const known = new Set<Term>();
    const found: Term[] = [];
    for (const guard of [terms.true, ...this.#guards(points)]) {
      const inside = points.filter((point) => point.value(guard) === true);
      if (inside.length < FEWEST_POINTS) continue;
      for (const fact of this.#ofState(inside)) {
        if (known.has(fact)) continue;
        known.add(fact);
        found.push(terms.implies(guard, fact));
      }
    }
    found.push(...this.#saidOf(null).filter((fact) => holds(fact, points)));
    return found.filter((fact) => !terms.isConst(fact));
  }

  /** Conditions that split the states: which object a pointer leads to, whether blocks exist, values of scalars. */
  #guards(points: readonly Point[]): readonly Term[] {
    const { terms } = this.#system;
    const found = new Set<Term>();
    for (const { count } of this.#pointers.families) found.add(terms.ult(terms.bv(terms.width(count), 0), count));
    for (const pointer of this.#pointers.variables) {
      for (const family of this.#pointers.families) found.add(this.#see.leadsTo(pointer, family.number));
      for (const other of this.#pointers.variables) {
        if (other <= pointer) continue;
        const equal = terms.eq(pointer, other);
        found.add(equal).add(terms.not(equal));
      }
      for (const value of this.#see.singles(pointer, points)) {
        if (!this.#pointers.constants.has(value)) continue;
        const equal = terms.eq(pointer, terms.bv(this.#pointers.width, value));
        found.add(equal).add(terms.not(equal));
      }
    }
    for (const scalar of this.#scalars.slice(0, MOST_SCALARS)) {
      const few = this.#see.few(scalar, points) ?? [];
      if (few.length > 1) for (const value of few) found.add(terms.eq(scalar, terms.bv(terms.width(scalar), value)));
    }
    return [...found].slice(0, MOST_GUARDS);
  }

  #ofState(points: readonly Point[]): Term[] {
    const { terms } = this.#system;
    const found: Term[] = [];
    for (const pointer of this.#pointers.variables) {
      found.push(...this.#see.target(pointer, points));
      for (const family of this.#pointers.families) {
        const leads = this.#see.leadsTo(pointer, family.number);
        const there = points.filter((point) => point.value(leads) === true);
        if (there.length < FEWEST_POINTS) continue;
        const at = this.#see.indexIn(pointer);
        const newest = this.#see.isNewest(pointer, family);
        const about = [
          ...(holds(newest, there) ? [newest] : []),
          ...this.#scalars.flatMap((scalar) => this.#see.distances(scalar, at, family.count, there)),
          ...family.data.flatMap((array) => this.#see.alternatives(terms.select(array, at), there)),
          ...family.links.flatMap((array) => this.#see.target(terms.select(array, at), there)),
        ];
        found.push(...about.map((fact) => terms.implies(leads, fact)));
      }
    }
    for (const scalar of this.#scalars) found.push(...this.#see.alternatives(scalar, points));
    return found;
  }

  /** The pointers that lead to blocks of the family. */
  #leading({ number: low }: BlockFamily, points: readonly Point[]): readonly Term[] {
    return this.#pointers.variables.filter((pointer) => {
      const leads = this.#see.leadsTo(pointer, low);
      return points.some((point) => point.value(leads) === true);
    });
  }

  /** Facts about the blocks of a family in the sampled states of a block, each in the first range where it holds. */
  #blocksOf(block: number, family: BlockFamily): FamilyFacts {
    const known = this.#families.get(family)?.get(block);
    if (known !== undefined) return known;
    const { terms } = this.#system;
    const states = this.#samples[block].slice(0, MOST_STATES);
    const points = states.flatMap((state) => this.#pointsOf(state, family));
    const leading = this.#leading(family, points);
    const seen = new Set<Term>();
    const factsIn = (range: Term): Term[] => {
      const inside = points.filter((point) => point.value(range) === true);
      if (inside.length < FEWEST_POINTS) return [];
      const fresh = this.#facts(family, leading, inside).filter((fact) => !seen.has(fact));
      for (const fact of fresh) seen.add(fact);
      return fresh.map((fact) => terms.implies(range, fact));
    };
    const all = this.#ranges(family, leading).flatMap(factsIn);
    const found = { all, byAge: this.#agesOf(family, leading).flatMap(factsIn) };
    this.#families.set(family, (this.#families.get(family) ?? new Map()).set(block, found));
    return found;
  }

  /** All blocks of a family, as conditions on the index, perhaps without the one that a pointer leads to. */
  #ranges({ number: low, count }: BlockFamily, leading: readonly Term[]): Term[] {
    const { terms } = this.#system;
    const made = this.#see.isMade(this.#index, count);
    const own = terms.concat(this.#index, low);
    return [made, ...leading.map((pointer) => terms.and(made, terms.not(terms.eq(pointer, own))))];
  }

  /** The blocks of a family that were made no later, and no earlier, than the one that a pointer leads to. */
  #agesOf({ number: low, count }: BlockFamily, leading: readonly Term[]): Term[] {
    const { terms } = this.#system;
    const made = this.#see.isMade(this.#index, count);
    return leading.flatMap((pointer) => {
      const at = this.#see.indexIn(pointer);
      const leads = this.#see.leadsTo(pointer, low);
      return [terms.ule(this.#index, at), terms.ule(at, this.#index)].map((side) => terms.andAll([made, leads, side]));
    });
  }

  /** Facts that hold at all points: about each field, and about others where one has a certain value. */
  #facts(
    { number: low, data: dataArrays, links: linkArrays }: BlockFamily,
    leading: readonly Term[],
    points: readonly Point[],
  ): Term[] {
    const { terms } = this.#system;
    const data = dataArrays.map((array) => terms.select(array, this.#index));
    const links = linkArrays.map((array) => terms.select(array, this.#index));
    const others = this.#scalars.slice(0, MOST_SCALARS);
    const own = terms.concat(this.#index, low);
    const found: Term[] = this.#saidOf(own).filter((fact) => holds(fact, points));
    const plain = (inside: readonly Point[]): Term[] => [
      ...links.flatMap((link) => this.#see.target(link, inside)),
      ...data.flatMap((field) => this.#see.values(field, inside)),
    ];
    found.push(...plain(points));
    for (const field of data) found.push(...this.#see.orders(field, others, points));
    for (const link of links) {
      found.push(...this.#see.steps(link, this.#index, points));
      found.push(...this.#see.equations(link, [own, ...this.#pointers.variables], points));
      const leads = this.#see.leadsTo(link, low);
      const inside = points.filter((point) => point.value(leads) === true);
      if (inside.length < FEWEST_POINTS) continue;
      const there = this.#see.indexIn(link);
      // Such as a link back, and the values of the next block.
      for (const array of linkArrays)
        found.push(
          ...this.#see.equations(terms.select(array, there), [own], inside).map((fact) => terms.implies(leads, fact)),
        );
    }
    for (const field of data) {
      const values = this.#see.few(field, points) ?? [];
      if (values.length < 2) continue;
      for (const value of values) {
        const guard = terms.eq(field, terms.bv(terms.width(field), value));
        const inside = points.filter((point) => point.value(guard) === true);
        if (inside.length < FEWEST_POINTS) continue;
        found.push(...plain(inside).map((fact) => terms.implies(guard, fact)));
        for (const link of links) {
          const elsewhere = leading.map((pointer) => terms.not(terms.eq(link, pointer)));
          for (const apart of [terms.true, ...elsewhere]) {
            const leads = terms.andAll([guard, this.#see.leadsTo(link, low), apart]);
            const linked = inside.filter((point) => point.value(leads) === true);
            if (linked.length < FEWEST_POINTS) continue;
            const next = dataArrays.map((array) => terms.select(array, this.#see.indexIn(link)));
            found.push(
              ...next.flatMap((t) => this.#see.alternatives(t, linked)).map((fact) => terms.implies(leads, fact)),
            );
          }
        }
      }
    }
    return [...new Set(found)].filter(
      (fact) => !terms.isConst(fact) && freeVariables(terms, [fact]).includes(this.#index),
    );
  }

  #saidOf(pointer: Term | null): readonly Term[] {
    let said = this.#said.get(pointer);
    if (said === undefined) {
      said = saidOf(this.#system, this.#pointers, pointer);
      this.#said.set(pointer, said);
    }
    return said;
  }

  #pointsOf(state: State, { count }: BlockFamily): Point[] {
    const made = number(this.#pointAt(state, 0n).value(count));
    const shown = made < BigInt(MOST_BLOCKS) ? Number(made) : MOST_BLOCKS;
    return Array.from({ length: shown }, (_, i) => this.#pointAt(state, BigInt(i)));
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
