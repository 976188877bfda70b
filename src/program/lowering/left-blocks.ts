import type { SourceLocation } from '../../base/source.ts';
import type { Variable } from '../../c/ast.ts';
import { isVariablyModified } from '../../c/types/type-basics.ts';
import type { Location } from '../cfa/automaton.ts';
import type { FunctionDraft } from './draft.ts';

/** A scope of the function being built. */
export interface Block {
  readonly parent: Block | null;
  readonly variables: Variable[];
  /** Whether a call of `setjmp` is within the block. */
  marked: boolean;
  /** The target of calls in the block that a jump has left; null before the first one. */
  arrival: Location | null;
}

/** Limit of the operations in one function that begin lifetimes again. */
const MOST_OPERATIONS = 10_000;

/**
 * Determines which blocks with a `setjmp` control has left where a jump arrives. Their variables have
 * no values any more. The jump back enters the block as a `goto` does, behind the declarations (C11
 * 6.2.4p6).
 */
export class LeftBlocks {
  #here: Block | null = null;
  /** Blocks from which jumps arrive. */
  readonly #arrivals: Block[] = [];
  readonly #marked: Block[] = [];

  /** Runs `build` within a scope of its own. */
  within(build: () => void): void {
    const outer = this.#here;
    this.#here = { parent: outer, variables: [], marked: false, arrival: null };
    build();
    this.#here = outer;
  }

  declare(variable: Variable): void {
    this.#here?.variables.push(variable);
  }

  /** Records a `setjmp` in the current block. */
  mark(): void {
    for (let block = this.#here; block !== null && !block.marked; block = block.parent) {
      block.marked = true;
      this.#marked.push(block);
    }
  }

  /** Returns the location where jumps out of calls in the current block arrive; null outside of all blocks. */
  arrival(b: FunctionDraft): Location | null {
    const here = this.#here;
    if (here === null) return null;
    if (here.arrival === null) {
      here.arrival = b.newLocation();
      this.#arrivals.push(here);
    }
    return here.arrival;
  }

  /**
   * Joins all arrivals at `dispatch`. Before it, the lifetimes of variables in left blocks with a mark
   * begin again.
   */
  finish(b: FunctionDraft, dispatch: Location, at: SourceLocation): void {
    const kept = new Map<Block | null, Location>();
    for (const block of this.#arrivals) {
      let inner: Block | null = block;
      while (inner !== null && !inner.marked) inner = inner.parent;
      let begun = kept.get(inner);
      if (begun === undefined) kept.set(inner, (begun = this.#begin(b, inner, dispatch, at)));
      b.here = block.arrival!;
      b.jump(begun, at);
    }
  }

  #begin(b: FunctionDraft, inner: Block | null, dispatch: Location, at: SourceLocation): Location {
    const around = new Set<Block>();
    for (let block = inner; block !== null; block = block.parent) around.add(block);
    const left = this.#marked.filter((block) => !around.has(block)).flatMap(({ variables }) => variables);
    if (left.length === 0) return dispatch;
    const start = b.newLocation();
    b.here = start;
    if (left.length * this.#marked.length > MOST_OPERATIONS || left.some(({ type }) => isVariablyModified(type)))
      b.unsupported('longjmp into a block that control has left', at);
    else for (const variable of left) b.emit({ kind: 'declare', variable }, at);
    b.jump(dispatch, at);
    return start;
  }
}
