import type { Targets } from '../memory/facts.ts';

/** Which cells may ever have held a pointer to an object, so that what outlives the object need not be looked for everywhere. */
export class HeldPointers {
  private readonly cells = new Map<number, Set<number>>();
  /** Cells that may hold a pointer to anything. */
  private readonly open = new Set<number>();
  /** What was noted last, by cell. */
  private readonly noted = new Map<number, Targets>();

  /** The cell was given a pointer with these targets. */
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

  /** Cells that may hold a pointer to the object of that number. */
  *of(number: number): Iterable<number> {
    yield* this.open;
    yield* this.cells.get(number) ?? [];
  }
}
