import type { Term } from '../../../logic/terms/builder.ts';
import { Op } from '../../../logic/terms/ops.ts';
import type { BoundInstance, Recorded } from '../../../system/transys/certificate.ts';
import type { State } from '../../../system/transys/sampling/random-runs.ts';
import type { Block, TransitionSystem } from '../../../system/transys/system.ts';
import type { BoundTerms } from '../../methods/inductive/steps.ts';
import { boundInstances, indexWidth } from '../bound-terms.ts';
import { number, type Point, pointsOf } from '../values.ts';
import { holds } from './observations.ts';
import { type BlockFamily, type HeapPointers, heapPointers } from './pointers.ts';

/** Most arrays of pointers that are recorded, and most writes of one block to one of them. */
const MOST_ARRAYS = 8;
const MOST_WRITES = 8;
/** Most states of a block, and most cells of an array, that are looked at. */
const MOST_STATES = 24;
const MOST_CELLS = 10;
/** Most scalar variables that bound the elements of a table, and most objects that pointers may lead to. */
const MOST_SCALARS = 6;
const MOST_CONSTANTS = 8;
/** Fewest points that facts about links back rest on. */
const FEWEST_POINTS = 2;
/** Most variables whose last holders are looked at. */
const MOST_HELD = 3;

/** The cells of one array that hold pointers. */
interface Cells {
  readonly array: Term;
  /** The family whose blocks the cells are parts of; null: other memory. */
  readonly owner: BlockFamily | null;
  /** The bound variable for a cell's index. */
  readonly cell: Term;
  /** The recorded variable: for each pointer, the index of the cell that got it last. */
  readonly holder: Term;
}

/**
 * Facts about the holders of heap blocks. A history variable for each array of pointers records, by pointer, the
 * cell that got it last. One bound variable then says that each live cell is the holder of its pointer. So no two
 * cells hold one pointer: lists do not meet, trees share nothing, elements of a vector are distinct. A block that is
 * taken out and freed is reached from nowhere else.
 *
 * Candidates hold in all sampled states. They state which live blocks the cells and variables lead to. They also
 * state that no second cell and no variable holds a cell's pointer, and where links lead back.
 */
export class Holders {
  /** The system with the recorded variables behind its own state variables. */
  readonly system: TransitionSystem;
  /** The bound indices, with the recorded variables and the indices at which steps change them. */
  readonly bound: BoundTerms;
  readonly #original: TransitionSystem;
  readonly #pointers: HeapPointers;
  readonly #all: readonly Cells[];
  readonly #scalars: readonly Term[];
  readonly #place: ReadonlyMap<Term, number>;

  private constructor(original: TransitionSystem, bound: BoundTerms, pointers: HeapPointers, all: readonly Cells[]) {
    const { terms, stateVars, init, blocks, pc } = original;
    this.#original = original;
    this.#pointers = pointers;
    this.#all = all;
    this.#place = new Map(stateVars.map(({ term }, v) => [term, v]));
    const counts = new Set(pointers.families.map(({ count }) => count));
    this.#scalars = stateVars
      .flatMap(({ term }, v) => (v === pc || counts.has(term) || pointers.variables.includes(term) ? [] : [term]))
      .filter((t) => terms.sort(t).kind === 'bv' && terms.width(t) >= 32)
      .slice(0, MOST_SCALARS);
    const recorded = all.map((cells) => this.#recorded(cells));
    const own = recorded.map(({ variable }) => ({ term: variable, name: terms.name(variable), origin: null }));
    this.system = {
      ...original,
      stateVars: [...stateVars, ...own],
      init: [...init, ...recorded.map((one) => one.init)],
      blocks: blocks.map((block, id) => ({ ...block, next: [...block.next, ...recorded.map(({ next }) => next[id])] })),
    };
    this.bound = {
      bound: bound.bound,
      instances: [...bound.instances, ...boundInstances(this.system, bound.bound), ...this.#ofVariables(bound.bound)],
      recorded: [...(bound.recorded ?? []), ...recorded],
    };
  }

  /** Null if no allocation in a loop makes blocks that hold pointers, or that arrays of pointers lead to. */
  static of(system: TransitionSystem, bound: BoundTerms): Holders | null {
    const { terms, stateVars, inputs } = system;
    for (const index of bound.bound) {
      const pointers = heapPointers(system, index);
      if (pointers === null) continue;
      const taken = new Set([...stateVars, ...inputs].map((v) => v.name));
      const all = [...pointers.arrays].slice(0, MOST_ARRAYS).flatMap((array): Cells[] => {
        const owner = pointers.families.find(({ links, tables }) => links.includes(array) || tables.includes(array));
        const cell = bound.bound.find((b) => terms.width(b) === indexWidth(terms, array));
        if (cell === undefined) return [];
        let name = `@holder-${array}`;
        while (taken.has(name)) name += '-';
        const holder = terms.variable(name, {
          kind: 'array',
          index: { kind: 'bv', width: pointers.width },
          element: terms.sort(cell),
        });
        return [{ array, owner: owner ?? null, cell, holder }];
      });
      return all.length === 0 ? null : new Holders(system, bound, pointers, all);
    }
    return null;
  }

  /** Where several arrays hold pointers, the cells that got those of variables last. */
  #ofVariables(bound: readonly Term[]): BoundInstance[] {
    const { terms, blocks } = this.#original;
    if (this.#all.length < 2) return [];
    return this.#all.flatMap(({ cell, holder }) =>
      this.#pointers.variables.slice(0, MOST_HELD).flatMap((v) => {
        const values = [[bound.indexOf(cell), terms.select(holder, v)]] as const;
        return blocks.map(({ id }) => ({ block: id, values }));
      }),
    );
  }

  /** Candidates in the sampled states of a block, without the program counter. */
  at(samples: readonly State[]): Term[] {
    const states = samples.slice(0, MOST_STATES);
    const { terms } = this.#original;
    const pointAt = pointsOf(this.system, terms.true);
    const points = states.map((state) => pointAt(state, 0n));
    const { variables, families } = this.#pointers;
    const about = variables.flatMap((v) => [
      this.#isValid(v),
      terms.not(this.#isNull(v)),
      ...variables.flatMap((w) => (v === w ? [] : [terms.implies(this.#isNull(v), this.#isNull(w))])),
    ]);
    const ends = variables.flatMap((v) =>
      families.flatMap((family) => {
        const leads = this.#leadsTo(v, family);
        if (!points.some((point) => point.value(leads) === true)) return [];
        return family.links.map((link) => terms.implies(leads, this.#isNull(terms.select(link, this.#indexIn(v)))));
      }),
    );
    const single = [...about, ...ends].filter((fact) => holds(fact, points));
    const cells = this.#all.flatMap((one) => this.#aboutCells(one, states));
    return [...new Set([...cells, ...single])].filter((fact) => !terms.isConst(fact));
  }

  #aboutCells(cells: Cells, states: readonly State[]): Term[] {
    const { terms } = this.#original;
    const { array, owner, cell } = cells;
    const points = this.#pointsOf(cells, states);
    const facts = this.#facts(cells);
    const live = this.#isLive(cells, cell);
    const seen = this.#ranges(cells).flatMap((range) => {
      const condition = terms.and(live, range);
      const inside = points.filter((point) => point.value(condition) === true);
      return inside.length === 0 ? [] : [{ condition, inside }];
    });
    // Where random runs show no such cell, all may hold.
    const ranges = seen.length === 0 ? [{ condition: live, inside: [] }] : seen;
    const found = facts.flatMap((fact) => {
      const range = ranges.find(({ inside }) => holds(fact, inside));
      return range === undefined ? [] : [terms.implies(range.condition, fact)];
    });
    if (owner === null || !owner.links.includes(array) || seen.length === 0) return found;
    const back = this.#linksBack(owner, cell, terms.select(array, cell)).flatMap(({ when, fact }) => {
      const inside = seen[0].inside.filter((point) => point.value(when) === true);
      return inside.length < FEWEST_POINTS || !holds(fact, inside) ? [] : [terms.implies(terms.and(live, when), fact)];
    });
    return [...found, ...back];
  }

  /** Facts that may hold for the pointer in a live cell. */
  #facts(cells: Cells): Term[] {
    const { terms } = this.#original;
    const { families, variables } = this.#pointers;
    const { array, cell, holder } = cells;
    const pointer = terms.select(array, cell);
    const leads = terms.orAll(families.map((family) => this.#leadsTo(pointer, family)));
    const unheld = this.#all.flatMap((other) =>
      other === cells ? [] : [terms.implies(leads, terms.not(this.#isHeld(pointer, other)))],
    );
    const elsewhere = variables.map((v) => terms.implies(leads, terms.not(terms.eq(pointer, v))));
    return [
      terms.not(this.#isNull(pointer)),
      this.#isValid(pointer),
      terms.implies(leads, terms.eq(terms.select(holder, pointer), cell)),
      ...elsewhere,
      ...unheld,
    ];
  }

  /** Whether a live cell of the array holds the pointer, if each holder is the only one. */
  #isHeld(pointer: Term, cells: Cells): Term {
    const { terms } = this.#original;
    const at = terms.select(cells.holder, pointer);
    return terms.and(this.#isLive(cells, at), terms.eq(terms.select(cells.array, at), pointer));
  }

  /** Facts about the blocks behind the pointer of a block, which may lead back to it, and about variables at its end. */
  #linksBack(owner: BlockFamily, cell: Term, pointer: Term): { readonly when: Term; readonly fact: Term }[] {
    const { terms } = this.#original;
    const own = terms.concat(cell, owner.number);
    const back = this.#pointers.families.flatMap((family) =>
      family.links.map((link) => ({
        when: this.#leadsTo(pointer, family),
        fact: terms.eq(terms.select(link, this.#indexIn(pointer)), own),
      })),
    );
    const ends = this.#pointers.variables.map((v) => ({ when: this.#isNull(pointer), fact: terms.eq(v, own) }));
    return [...back, ...ends];
  }

  /** All cells, and those of a table below, from, or between values of variables; large ranges first. */
  #ranges({ owner, cell, array }: Cells): Term[] {
    const { terms } = this.#original;
    if (owner?.links.includes(array) === true) return [terms.true];
    const width = terms.width(cell);
    const block = this.#blockOf({ owner, array }, cell);
    const element = block === null ? cell : terms.extract(cell, width - terms.width(block) - 1, 0);
    const tables = [terms.true];
    if (block !== null && owner !== null)
      for (const v of this.#pointers.variables) tables.push(terms.eq(v, terms.concat(block, owner.number)));
    const below = (t: Term): Term => {
      const common = Math.max(terms.width(t), terms.width(element));
      return terms.ult(terms.zext(element, common), terms.zext(t, common));
    };
    const rows = [
      terms.true,
      ...this.#scalars.map(below),
      ...this.#scalars.map((t) => terms.not(below(t))),
      ...this.#scalars.flatMap((from) =>
        this.#scalars.flatMap((to) => (from === to ? [] : [terms.and(terms.not(below(from)), below(to))])),
      ),
    ];
    return tables.flatMap((table) => rows.map((row) => terms.and(table, row)));
  }

  /** The index of the block that a cell is part of; null if the cells are not in blocks of a family. */
  #blockOf({ owner, array }: Pick<Cells, 'owner' | 'array'>, at: Term): Term | null {
    const { terms } = this.#original;
    if (owner === null) return null;
    const width = terms.width(at);
    const { width: pointer, numberWidth } = this.#pointers;
    return owner.links.includes(array) ? at : terms.extract(at, width - 1, width - (pointer - numberWidth));
  }

  /** Whether the cell with the index is part of a live block. Cells outside of the heap always live here. */
  #isLive(cells: Cells, at: Term, now: (t: Term) => Term = (t) => t): Term {
    const { terms } = this.#original;
    const block = this.#blockOf(cells, at);
    return block === null || cells.owner === null ? terms.true : this.#isLiveBlock(cells.owner, block, now);
  }

  /** Whether the block has been made and not freed. `now`: the value of a state variable. */
  #isLiveBlock({ count, ended }: BlockFamily, block: Term, now: (t: Term) => Term = (t) => t): Term {
    const { terms } = this.#original;
    const width = Math.max(terms.width(block), terms.width(count));
    const made = terms.ult(terms.zext(block, width), terms.zext(now(count), width));
    return ended === null ? made : terms.and(made, terms.eq(terms.select(now(ended), block), terms.bv(1, 0)));
  }

  /** Whether a pointer is null, leads to a single object, or to a live block. */
  #isValid(pointer: Term): Term {
    const { terms } = this.#original;
    const { constants, width, numberWidth, families } = this.#pointers;
    const numbers = new Set(families.map((family) => terms.constValue(family.number)));
    // The first block of a family is a constant, too.
    const singles = [...constants].filter((value) => !numbers.has(BigInt.asUintN(numberWidth, value)));
    const single = singles.slice(0, MOST_CONSTANTS).map((value) => terms.eq(pointer, terms.bv(width, value)));
    const blocks = families.map((family) =>
      terms.and(this.#leadsTo(pointer, family), this.#isLiveBlock(family, this.#indexIn(pointer))),
    );
    return terms.orAll([...single, ...blocks]);
  }

  #isNull(pointer: Term): Term {
    const { terms } = this.#original;
    return terms.eq(pointer, terms.bv(this.#pointers.width, 0));
  }

  #leadsTo(pointer: Term, family: BlockFamily): Term {
    const { terms } = this.#original;
    return terms.eq(terms.extract(pointer, this.#pointers.numberWidth - 1, 0), family.number);
  }

  #indexIn(pointer: Term): Term {
    return this.#original.terms.extract(pointer, this.#pointers.width - 1, this.#pointers.numberWidth);
  }

  #recorded(cells: Cells): Recorded {
    const { terms, blocks } = this.#original;
    const sort = { kind: 'bv', width: this.#pointers.width } as const;
    return {
      variable: cells.holder,
      init: terms.constArray(sort, terms.bv(terms.width(cells.cell), 0)),
      next: blocks.map((block) => this.#after(block, cells)),
    };
  }

  /** The record after a step: each live cell that it wrote is the holder of what it holds then. */
  #after(block: Block, cells: Cells): Term {
    const { terms } = this.#original;
    const now = (t: Term): Term => block.next[this.#place.get(t) ?? -1] ?? t;
    const array = now(cells.array);
    let record = cells.holder;
    for (const at of writtenIn(this.#original, array)) {
      const written = terms.store(record, terms.select(array, at), at);
      record = terms.ite(this.#isLive(cells, at, now), written, record);
    }
    return record;
  }

  #pointsOf({ array, owner }: Cells, states: readonly State[]): Point[] {
    const { terms } = this.#original;
    const { cell } = this.#all.find((one) => one.array === array)!;
    const pointAt = pointsOf(this.system, cell);
    return states.flatMap((state) => {
      const indices = new Set<bigint>();
      const value = state[this.#place.get(array) ?? -1];
      if (typeof value === 'object')
        for (const key of value.entries.keys()) if (indices.size < MOST_CELLS) indices.add(key);
      if (owner?.links.includes(array) === true) {
        const made = number(pointAt(state, 0n).value(owner.count));
        for (let i = 0n; i < made && i < BigInt(MOST_CELLS); i++) indices.add(i);
      }
      return [...indices].map((at) => pointAt(state, BigInt.asUintN(terms.width(cell), at)));
    });
  }
}

/** The indices at which an array was written. */
function writtenIn({ terms }: TransitionSystem, array: Term): readonly Term[] {
  const found = new Set<Term>();
  const seen = new Set<Term>();
  const stack = [array];
  for (let t = stack.pop(); t !== undefined && found.size < MOST_WRITES; t = stack.pop()) {
    if (seen.has(t)) continue;
    seen.add(t);
    if (terms.op(t) === Op.STORE) {
      found.add(terms.arg(t, 1));
      stack.push(terms.arg(t, 0));
    } else if (terms.op(t) === Op.ITE) stack.push(terms.arg(t, 1), terms.arg(t, 2));
  }
  return [...found];
}
