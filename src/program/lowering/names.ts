import type { Variable } from '../../c/ast.ts';
import type { Extent } from '../cfa/automaton.ts';

/** The moments in which names are in scope. Moments count declarations and ends of blocks. */
export class NameExtents {
  readonly extents = new Map<number, Extent>();
  readonly #open: { readonly id: number; readonly from: number }[] = [];
  #now = 0;

  get moment(): number {
    return this.#now;
  }

  /** Brings the name of a variable into scope. */
  declare({ id }: Variable): void {
    this.#open.push({ id, from: ++this.#now });
  }

  /** Runs `build` within a scope of its own. */
  within(build: () => void): void {
    const outer = this.#open.length;
    build();
    this.#now++;
    for (const { id, from } of this.#open.splice(outer)) this.extents.set(id, { from, to: this.#now });
  }
}
