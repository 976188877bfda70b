import type { Term } from '../../logic/terms/builder.ts';
import { Op } from '../../logic/terms/ops.ts';
import { Substitution, substitute } from '../../logic/terms/substitute.ts';
import { freeVariables, postorder } from '../../logic/terms/traverse.ts';
import type { TransitionSystem } from '../../system/transys/system.ts';
import { type FoldLoop, onTheWay } from './fold-loops.ts';
import { peeledIndex } from './index-terms.ts';

/** The part of a state at a block that recorded variables tell. */
export interface Told {
  /** The element of each array at the index {@link FoldValues.hole}. */
  readonly contents: ReadonlyMap<Term, Term>;
  /** The values of scalars. */
  readonly values: ReadonlyMap<Term, Term>;
}

export interface ToldFrom {
  readonly system: TransitionSystem;
  readonly pc: number;
  readonly loops: readonly FoldLoop[];
  /** See `readsInBounds`. */
  readonly reading: Substitution;
  /** Stands for any index of the arrays. */
  readonly hole: Term;
  readonly recorded: ReadonlySet<Term>;
  /** The accumulators of a loop behind its last turn. */
  ended(loop: FoldLoop): ReadonlyMap<Term, Term>;
}

/** Most blocks that are visited. */
const MOST_BLOCKS = 32;

/**
 * Contents of arrays and values of scalars as terms over recorded variables, block by block, beginning at the
 * head of a loop. Steps that swap elements and loops that move each of them change these terms. They are
 * candidates: where several ways lead to a block, they are those of the first one.
 */
export class FoldValues {
  readonly #told = new Map<number, Told>();

  constructor(
    private readonly from: ToldFrom,
    head: number,
    start: Told,
  ) {
    this.#told.set(head, start);
    for (const [id, told] of this.#told) {
      for (const to of from.system.blocks[id].successors) {
        if (!this.#told.has(to) && this.#told.size < MOST_BLOCKS)
          this.#told.set(to, this.#inLoop(to, this.#across(id, to, told)));
      }
    }
  }

  get blocks(): ReadonlyMap<number, Told> {
    return this.#told;
  }

  #across(id: number, to: number, told: Told): Told {
    const { system, pc, loops, reading, recorded } = this.from;
    const { terms, stateVars, blocks } = system;
    const loop = loops.find(({ head }) => head === id);
    const end = new Substitution(
      terms,
      loop === undefined || loop.limit === null ? [] : [[stateVars[loop.counter].term, loop.limit]],
    );
    const ended: Told = {
      contents: new Map([...told.contents].map(([array, content]) => [array, end.apply(content)])),
      values: new Map([...told.values, ...(loop === undefined ? [] : this.from.ended(loop))]),
    };
    const way = onTheWay(system, pc, blocks[id], to);
    const contents = new Map<Term, Term>();
    const values = new Map<Term, Term>();
    stateVars.forEach(({ term }, v) => {
      if (v === pc) return;
      const after = reading.apply(way.apply(blocks[id].next[v]));
      if (told.contents.has(term)) {
        const content = this.#content(term, end.apply(after), ended);
        if (content !== null) contents.set(term, content);
      } else if (terms.sort(term).kind === 'bv') {
        const value = this.#resolved(end.apply(after), ended);
        if (!terms.isConst(value) && freeVariables(terms, [value]).every((t) => recorded.has(t)))
          values.set(term, value);
      }
    });
    return { contents, values };
  }

  /** The element at the hole after writes; null if the term is not made of writes to the array. */
  #content(array: Term, after: Term, told: Told): Term | null {
    const { system, hole } = this.from;
    const { terms } = system;
    const writes: [Term, Term][] = [];
    let t = after;
    for (; terms.op(t) === Op.STORE; t = terms.arg(t, 0)) writes.push([terms.arg(t, 1), terms.arg(t, 2)]);
    const before = told.contents.get(array);
    if (t !== array || before === undefined) return null;
    return writes.reduceRight(
      (rest, [index, value]) =>
        terms.ite(terms.eq(hole, this.#resolved(index, told)), this.#resolved(value, told), rest),
      before,
    );
  }

  /** Returns what is told in all turns of a loop, given what is told where it begins. */
  #inLoop(id: number, told: Told): Told {
    const { system, pc, loops, reading } = this.from;
    const { stateVars, blocks } = system;
    if (!blocks[id].successors.includes(id)) return told;
    const loop = loops.find(({ head }) => head === id);
    const turn = onTheWay(system, pc, blocks[id], id);
    const contents = new Map<Term, Term>();
    const values = new Map<Term, Term>();
    stateVars.forEach(({ term }, v) => {
      const after = reading.apply(turn.apply(blocks[id].next[v]));
      const [content, value] = [told.contents.get(term), told.values.get(term)];
      if (value !== undefined && after === term) values.set(term, value);
      const moved = after === term ? content : loop === undefined ? undefined : this.#moved(loop, term, after, told);
      if (moved !== undefined) contents.set(term, moved);
    });
    return { contents, values };
  }

  /**
   * The element at the hole in a loop that writes one element in each turn, and reads none that it wrote. Undefined
   * where no recorded variable tells about it.
   */
  #moved(loop: FoldLoop, array: Term, after: Term, told: Told): Term | undefined {
    const { system, pc, hole, recorded } = this.from;
    const { terms, stateVars } = system;
    const [index, value] = [terms.arg(after, 1), terms.arg(after, 2)];
    const isWrite = terms.op(after) === Op.STORE && terms.arg(after, 0) === array;
    if (!isWrite || !loop.isRising || loop.first === null || terms.sortId(index) !== terms.sortId(hole))
      return undefined;
    const state = new Set(stateVars.flatMap(({ term }, v) => (v === pc ? [] : [term])));
    const peeled = peeledIndex(terms, state, index, hole);
    const counter = stateVars[loop.counter].term;
    if (peeled === null || peeled.variable !== counter) return undefined;
    const first = substitute(terms, index, new Map([[counter, loop.first]]));
    const isWritten = terms.and(terms.ule(first, hole), terms.ult(hole, index));
    const written = this.#resolved(peeled.over.apply(value), told);
    const before = told.contents.get(array) ?? terms.select(array, hole);
    const content = terms.ite(isWritten, written, before);
    return freeVariables(terms, [content]).some((t) => recorded.has(t)) ? content : undefined;
  }

  /** The term with what is told in place of elements and scalars. */
  #resolved(t: Term, told: Told): Term {
    const { system, hole } = this.from;
    const { terms } = system;
    const over = new Substitution(terms, told.values);
    for (const node of postorder(terms, [t])) {
      if (terms.op(node) !== Op.SELECT) continue;
      const content = told.contents.get(terms.arg(node, 0));
      if (content === undefined) continue;
      const index = over.apply(terms.arg(node, 1));
      if (terms.sortId(index) !== terms.sortId(hole)) continue;
      over.extend([[node, substitute(terms, content, new Map([[hole, index]]))]]);
    }
    return over.apply(t);
  }
}
