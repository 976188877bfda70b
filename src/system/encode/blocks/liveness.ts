import type { Term } from '../../../logic/terms/builder.ts';
import { Op } from '../../../logic/terms/ops.ts';
import type { TermStore } from '../../../logic/terms/store.ts';
import { freeVariables } from '../../../logic/terms/traverse.ts';
import type { Encoding } from '../machine/encoding.ts';
import type { BlockResult } from './block.ts';
import { StringEnds } from './string-ends.ts';

/** The parts of the encoding that can influence whether the error is reached. */
export interface Relevance {
  /** Cells that matter at the start of each block, by cut point. */
  readonly live: ReadonlyMap<number, ReadonlySet<number>>;
  /** Inputs that occur in relevant terms, by cut point. */
  readonly inputs: ReadonlyMap<number, ReadonlySet<Term>>;
}

/** The terms that decide where a block's step ends; variables in them matter always. */
export interface BlockEnds {
  readonly result: BlockResult;
  readonly roots: readonly Term[];
}

/**
 * Determines which cells are live at cut points, from the terms. A cell is live where its variable
 * occurs in a term that ends a step, or in the next value of a successor's live cell. This is
 * slicing as well: a value that no test on the way to the error depends on occurs nowhere. The count of
 * an allocation's blocks is live together with their content, as invariants are about blocks that exist.
 * Variables that tell where a string ends are live together with the string, as proofs need them.
 */
export function findRelevant(encoding: Encoding, blocks: ReadonlyMap<number, BlockEnds>): Relevance {
  const walkers = new Map<number, Walker>();
  const live = new Map<number, Set<number>>();
  const predecessors = new Map<number, number[]>();
  const todo: { block: number; cell: number }[] = [];
  /** Makes a cell live in a block. */
  const markers = new Map<number, (cell: number) => void>();
  const strings = new StringEnds(encoding);
  for (const [id, { result }] of blocks) {
    live.set(id, new Set());
    for (const target of result.exits.keys()) predecessors.set(target, [...(predecessors.get(target) ?? []), id]);
    const found = (cell: number): void => {
      const cells = live.get(id)!;
      if (cells.has(cell)) return;
      cells.add(cell);
      todo.push({ block: id, cell });
      const { kind, family } = encoding.objects.ownerOf(cell);
      if (kind === 'heap' && family !== null) found(family.counter.base);
      for (const end of strings.endsOf(cell)) found(end);
    };
    walkers.set(id, new Walker(encoding, result, found));
    markers.set(id, found);
  }
  for (const [id, { roots }] of blocks) for (const root of roots) walkers.get(id)!.visit(root);
  do {
    for (let next = todo.pop(); next !== undefined; next = todo.pop()) {
      for (const id of predecessors.get(next.block) ?? []) {
        const { result } = blocks.get(id)!;
        const exit = result.exits.get(next.block)!;
        result.machine.state = exit.item;
        const content = result.machine.read(next.cell);
        walkers.get(id)!.visit(content);
        const ends = strings.newEnds(next.cell, content, result);
        if (ends.length === 0) continue;
        const owners = strings.ownersOf(next.cell);
        for (const [block, cells] of live)
          if (owners.some((cell) => cells.has(cell))) for (const end of ends) markers.get(block)!(end);
      }
    }
  } while (completeSites(walkers) || todo.length > 0);
  const inputs = new Map<number, ReadonlySet<Term>>();
  for (const [id, walker] of walkers) inputs.set(id, walker.inputs);
  return { live, inputs };
}

/**
 * Keeps a site in all blocks if it matters in one. A replay gives each site its values in order, so
 * none may be missing between them. Returns whether that added anything.
 */
function completeSites(walkers: ReadonlyMap<number, Walker>): boolean {
  const sites = new Set<string>();
  for (const walker of walkers.values()) for (const term of walker.inputs) sites.add(walker.siteOf(term));
  let added = false;
  for (const walker of walkers.values()) {
    for (const term of walker.candidates()) {
      if (walker.inputs.has(term) || !(sites.has(walker.siteOf(term)) || walker.isValueUsed(term))) continue;
      walker.visit(term);
      added = true;
    }
  }
  return added;
}

/** Visits each term of a block once. */
class Walker {
  readonly inputs = new Set<Term>();
  readonly #seen = new Set<Term>();
  readonly #terms: TermStore;

  constructor(
    private readonly encoding: Encoding,
    private readonly result: BlockResult,
    private readonly found: (cell: number) => void,
  ) {
    this.#terms = encoding.terms;
  }

  /** Inputs of the block that a replay knows by their sites. */
  candidates(): Term[] {
    return [...this.result.record.inputs.values()]
      .filter(({ origin }) => origin.kind !== 'approximation')
      .map(({ term }) => term);
  }

  siteOf(input: Term): string {
    const origin = (this.result.record.inputs.get(input) ?? this.encoding.globalInputs.get(input))?.origin;
    return origin === undefined || origin.kind === 'approximation'
      ? ''
      : `${origin.kind} ${origin.site} ${origin.path.join('.')}`;
  }

  /** Whether the input stands for content that matters, be it in part. */
  isValueUsed(input: Term): boolean {
    const value = this.result.record.inputs.get(input)?.origin.value;
    if (value === undefined) return false;
    const terms = this.#terms;
    return freeVariables(terms, [value]).some((t) => terms.sort(t).kind === 'array' && this.#seen.has(t));
  }

  visit(root: Term): void {
    const terms = this.#terms;
    const seen = this.#seen;
    const stack = [root];
    for (let t = stack.pop(); t !== undefined; t = stack.pop()) {
      if (seen.has(t)) continue;
      seen.add(t);
      if (terms.op(t) === Op.VARIABLE) this.#variable(t, stack);
      for (let i = 0; i < terms.arity(t); i++) stack.push(terms.arg(t, i));
    }
  }

  #variable(t: Term, stack: Term[]): void {
    const cell = this.encoding.cellOf(t);
    if (cell !== null) {
      this.found(cell);
      return;
    }
    const input = this.result.record.inputs.get(t) ?? this.encoding.globalInputs.get(t);
    if (input === undefined) return;
    this.inputs.add(t);
    stack.push(input.origin.guard, ...(input.origin.value === undefined ? [] : [input.origin.value]));
  }
}
