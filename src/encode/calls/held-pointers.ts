import type { Targets } from '../memory/facts.ts';

/**
 * The cells that may ever have held a pointer to an object. Code that looks for pointers that outlive
 * the object need not search elsewhere.
 */
export class HeldPointers {
  private readonly cells = new Map<number, Set<number>>();
  /** Cells that may hold a pointer to any object. */
  private readonly open = new Set<number>();
  /** The targets noted last, by cell. */
  private readonly noted = new Map<number, Targets>();

  /** Records that the cell got a pointer with these targets. */
  note(cell: number, targets: Targets): void {
    if (this.noted.get(cell) === targets) return;
    this.noted.set(cell, targets);
    if (targets === null) {
      this.open.add(cell);
      return;
    }
    for (const number of targets) {
      const known = this.cells.get(number);
      if (known === undefined) this.cells.set(number, new Set([cell]));
      else known.add(cell);
    }
  }

  /** Returns the cells that may hold a pointer to the object of that number. */
  *of(number: number): Iterable<number> {
    yield* this.open;
    yield* this.cells.get(number) ?? [];
  }
}
