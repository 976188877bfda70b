import type { Term } from '../../../logic/terms/builder.ts';
import { Substitution, substitute } from '../../../logic/terms/substitute.ts';
import { freeVariables } from '../../../logic/terms/traverse.ts';
import type { InputInstance } from '../../../system/transys/certificate.ts';
import { possibleCutPoints } from '../../../system/transys/pcs.ts';
import { biggerThan } from '../../../system/transys/size.ts';
import type { Block, TransitionSystem } from '../../../system/transys/system.ts';

/** Next values of more nodes than this get a name. */
const NAME_ABOVE = 48;

export interface CheckerStep {
  /** Equations for the names that the state before the step uses. */
  readonly definitions: readonly Term[];
  readonly feasible: Term;
  /** bad or gap. */
  readonly bad: Term;
  /** bad or gap, for the step's own inputs or for those of an instance. */
  readonly couldBeBad: Term;
}

/**
 * The checker's own unrolling: plain substitution, step after step, with a fresh copy of the inputs in
 * each. A constant program counter selects one block; otherwise all possible blocks are merged by
 * their number. It is written to be obvious; the engines have a faster one.
 */
export class CheckerRuns {
  readonly #system: TransitionSystem;
  readonly #instances: ReadonlyMap<number, readonly InputInstance[]>;
  readonly #mark: string;
  #state: readonly Term[];
  /** Blocks at which the next step may start. */
  #blocks: readonly number[];
  readonly #everywhere: readonly number[];
  #definitions: readonly Term[] = [];
  #step = 0;

  constructor(system: TransitionSystem, start: 'init' | 'any', instances: readonly InputInstance[] = []) {
    this.#system = system;
    const byBlock = new Map<number, InputInstance[]>();
    for (const instance of instances) byBlock.set(instance.block, [...(byBlock.get(instance.block) ?? []), instance]);
    this.#instances = byBlock;
    this.#state = start === 'init' ? system.init : system.stateVars.map((v) => v.term);
    this.#everywhere = system.blocks.map((b) => b.id);
    this.#blocks = this.#everywhere;
    const names = [...system.stateVars, ...system.inputs].map((v) => v.name);
    let mark = `@check-${start}-`;
    while (names.some((name) => name.includes(mark))) mark += '-';
    this.#mark = mark;
  }

  /** The state before the next step. */
  get state(): readonly Term[] {
    return this.#state;
  }

  /** Makes a step. The result holds for runs in which all earlier steps were feasible. */
  advance(): CheckerStep {
    const { terms, pc, blocks, stateVars } = this.#system;
    const definitions = this.#definitions;
    const pcNow = pc === null ? null : this.#state[pc];
    const possible = pcNow !== null && terms.isConst(pcNow) ? [Number(terms.constValue(pcNow))] : this.#blocks;
    let feasible = terms.false;
    let bad = terms.false;
    let couldBeBad = terms.false;
    let next: Term[] | null = null;
    const after = new Set<number>();
    for (const id of possible) {
      const block = blocks[id];
      if (block === undefined) continue; // a program counter without a block: nothing happens there
      const here = pcNow === null ? terms.true : terms.eq(pcNow, terms.bv(terms.width(pcNow), id));
      if (here === terms.false) continue;
      const image = this.#run(block, here);
      feasible = terms.or(feasible, terms.and(here, image.feasible));
      bad = terms.or(bad, terms.and(here, image.bad));
      couldBeBad = terms.or(couldBeBad, terms.and(here, terms.or(image.bad, image.otherwiseBad)));
      if (image.feasible === terms.false) continue;
      next = next === null ? image.next : next.map((t, v) => terms.ite(here, image.next[v], t));
      // The targets of the step come from its terms, not from the block's list of successors, which no check
      // has proved complete.
      if (pc !== null) for (const to of possibleCutPoints(terms, image.next[pc], this.#everywhere)) after.add(to);
    }
    this.#step += 1;
    this.#blocks = pc === null ? this.#everywhere : [...after];
    this.#name(next ?? stateVars.map((v) => v.term));
    return { definitions, feasible, bad, couldBeBad };
  }

  /** A block's terms over the state and fresh inputs. */
  #run(block: Block, here: Term): { feasible: Term; bad: Term; otherwiseBad: Term; next: Term[] } {
    const { terms, stateVars, inputs, pc } = this.#system;
    const map = new Map(stateVars.map((v, i) => [v.term, this.#state[i]]));
    if (pc !== null && here !== terms.true)
      map.set(stateVars[pc].term, terms.bv(terms.width(stateVars[pc].term), block.id));
    const badOrGap = terms.or(block.bad, block.gap);
    const over = new Substitution(terms, map);
    const images = [block.feasible, badOrGap, ...block.next].map((t) => over.apply(t));
    for (const instance of this.#instances.get(block.id) ?? []) {
      const values = new Map(map);
      for (const [input, value] of instance.values) {
        const { term } = inputs[input];
        values.set(
          term,
          terms.sort(term).kind === 'bool' ? terms.bool(value !== 0n) : terms.bv(terms.width(term), value),
        );
      }
      images.push(substitute(terms, badOrGap, values));
    }
    const [feasible, bad, ...rest] = this.#withCopies(block, images);
    const width = stateVars.length;
    return { feasible, bad, next: rest.slice(0, width), otherwiseBad: terms.orAll(rest.slice(width)) };
  }

  /**
   * Inputs that are still present get a copy for this step. The state contains copies of earlier steps
   * only, never the originals.
   */
  #withCopies(block: Block, images: readonly Term[]): readonly Term[] {
    const { terms, inputs } = this.#system;
    const mine = new Map(block.inputs.map((i) => [inputs[i].term, i]));
    const copies = new Map<Term, Term>();
    if (mine.size === 0 || images.every((t) => terms.isConst(t))) return images;
    for (const t of freeVariables(terms, images)) {
      const input = mine.get(t);
      if (input !== undefined)
        copies.set(t, terms.variable(`${inputs[input].name}${this.#mark}${this.#step}`, terms.sort(t)));
    }
    if (copies.size === 0) return images;
    const over = new Substitution(terms, copies);
    return images.map((t) => over.apply(t));
  }

  /** Takes over the next state, with names for large terms, so that the solver sees each step once. */
  #name(next: readonly Term[]): void {
    const { terms, stateVars } = this.#system;
    const definitions: Term[] = [];
    this.#state = next.map((t, v) => {
      if (terms.sort(t).kind === 'array' || !biggerThan(terms, t, NAME_ABOVE)) return t;
      const name = terms.variable(`${stateVars[v].name}${this.#mark}${this.#step}`, terms.sort(t));
      definitions.push(terms.eq(name, t));
      return name;
    });
    this.#definitions = definitions;
  }
}
