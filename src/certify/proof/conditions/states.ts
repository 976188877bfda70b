import type { Term } from '../../../logic/terms/builder.ts';
import type { States } from '../../../system/transys/certificate.ts';
import type { Block, TransitionSystem } from '../../../system/transys/system.ts';
import { RangedTerms } from '../../values/ranged-terms.ts';
import type { Bounds } from '../../values/word-ranges.ts';
import { type Group, ListedStates } from '../states/state-list.ts';
import { type Prover, Refused } from './prover.ts';

// Conditions of listed states. All functions throw `Refused` for a condition that is not proved.

/** Steps between two looks at the clock. */
const SLICE = 256;
/** Most divisions of values, in one step, that no comparison asks for. */
const MOST_HALVINGS = 256;

/** Lists of a certificate by block; null: no state there is listed. */
export type Lists = readonly (ListedStates | null)[];

/** Checks the form of listed states, and returns them by block. */
export function checkStatesForm(system: TransitionSystem, { blocks }: States): Lists {
  const { terms, pc, init } = system;
  const begins = pc === null ? null : init[pc];
  if (begins === null || !terms.isBv(begins) || terms.constValue(begins) !== 0n)
    throw new Refused('form', 'runs do not begin at an entry');
  const lists: (ListedStates | null)[] = system.blocks.map(() => null);
  for (const list of blocks) {
    if (lists[list.block] !== null) throw new Refused('form', `no block ${list.block}, or two lists of it`);
    lists[list.block] = new ListedStates(system, list);
  }
  return lists;
}

/**
 * Proves that no step from the listed states of a block ends in bad or a gap, and that all others lead to listed
 * states. At the entry, which reads no state, any state is listed.
 */
export function showStepsListed(prover: Prover, lists: Lists, id: number): void {
  const { system } = prover;
  const list = lists[id];
  if (id !== 0 && (list === null || list.size === 0)) return;
  new ListedSteps(prover, lists, system.blocks[id], id === 0 ? null : list).show();
  prover.credit('runs');
}

class ListedSteps {
  readonly #values: RangedTerms;
  readonly #next: readonly Term[];
  readonly #counter: Term;
  /** The next values of the listed variables of each block. */
  readonly #listed: ReadonlyMap<number, readonly Term[]>;
  /** The value of the program counter at a block. */
  readonly #number: (id: number) => number;
  #count = 0;
  #halvings = 0;

  constructor(
    private readonly prover: Prover,
    private readonly lists: Lists,
    private readonly block: Block,
    /** Null: any state. */
    private readonly list: ListedStates | null,
  ) {
    const { terms, stateVars, pc } = prover.system;
    const index = new Map(stateVars.map(({ term }, i) => [term, i]));
    this.#counter = block.next[pc ?? 0];
    this.#listed = new Map(
      block.successors.map((to) => [to, (lists[to]?.variables ?? []).map((v) => block.next[index.get(v) ?? 0])]),
    );
    this.#next = [...new Set([...this.#listed.values()].flat())];
    this.#values = new RangedTerms(terms, [block.bad, block.gap, block.feasible, this.#counter, ...this.#next]);
    const width = pc === null ? 0 : terms.width(stateVars[pc].term);
    this.#number = (id) => Number(BigInt.asIntN(width, BigInt(id)));
    const at = this.#number(block.id);
    if (pc !== null) this.#values.assign(stateVars[pc].term, { low: at, high: at });
  }

  show(): void {
    if (this.list === null) this.#steps();
    else this.#walk(this.list, this.list.whole, 0);
  }

  /** Shows the steps from a group of entries that agree on the variables before `variable`. */
  #walk(list: ListedStates, group: Group, variable: number): void {
    if (this.#endsHere()) return;
    if (variable === list.variables.length) {
      this.#halvings = 0;
      this.#steps();
      return;
    }
    const term = list.variables[variable];
    for (const part of list.groups(group, variable)) {
      const before = this.#values.assign(term, list.at(part.from, variable));
      this.#walk(list, part, variable + 1);
      this.#values.release(term, before);
    }
  }

  /** Whether no step goes on or fails. */
  #endsHere(): boolean {
    const { bad, gap, feasible } = this.block;
    return [bad, gap, feasible].every((t) => this.#values.boundsOf(t).high === 0);
  }

  /** Shows the steps within the bounds at hand, part by part where a comparison is open, or they are not shown together. */
  #steps(): void {
    if (++this.#count % SLICE === 0) this.prover.timeLeft('consecution');
    if (this.#endsHere()) return;
    const division = this.#values.division();
    if (division?.isCompared !== true) {
      const open = this.#open();
      if (open === null) return;
      if (division === null || ++this.#halvings > MOST_HALVINGS) throw open;
    }
    const { variable, cut } = division;
    const { low, high } = this.#values.boundsOf(variable);
    for (const part of [
      { low, high: cut - 1 },
      { low: cut, high },
    ]) {
      const before = this.#values.assign(variable, part);
      this.#steps();
      this.#values.release(variable, before);
    }
  }

  /** Why the steps within the bounds at hand are not shown; null if they are. */
  #open(): Refused | null {
    const values = this.#values;
    const { bad, gap, feasible, name, successors } = this.block;
    for (const t of [bad, gap]) {
      const { low, high } = values.boundsOf(t);
      if (high === 1) return new Refused('safety', `a step into bad or a gap from ${name}`, low === 1);
    }
    if (values.boundsOf(feasible).high === 0) return null;
    const counter = values.boundsOf(this.#counter);
    for (const to of successors) {
      const at = this.#number(to);
      if (at < counter.low || at > counter.high) continue;
      const bounds: Bounds[] = (this.#listed.get(to) ?? []).map((t) => values.boundsOf(t));
      if (!(to === 0 || this.lists[to]?.covers(bounds) === true))
        return new Refused('consecution', `a step from ${name} to a state that is not listed`, false);
    }
    return null;
  }
}
