import type { Variable } from '../../c/ast.ts';
import type { Extent } from '../automaton.ts';

/** Where names are in scope: moments count declarations and ends of blocks. */
export class NameExtents {
  readonly extents = new Map<number, Extent>();
  private readonly open: { readonly id: number; readonly from: number }[] = [];
  private now = 0;

  get moment(): number {
    return this.now;
  }

  /** The name of a variable comes into scope. */
  declare({ id }: Variable): void {
    this.open.push({ id, from: ++this.now });
  }

  /** Builds what has a scope of its own. */
  within(build: () => void): void {
    const outer = this.open.length;
    build();
    this.now++;
    for (const { id, from } of this.open.splice(outer)) this.extents.set(id, { from, to: this.now });
  }
}
