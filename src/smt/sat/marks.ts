import { IntVector, longerInt8 } from './vectors.ts';

/** What the analysis of one conflict has found out about a variable. */
export const OPEN = 0;
/** It is or was in the clause being derived. */
export const MET = 1;
/** It follows from literals of the clause. */
export const IMPLIED = 2;
/** It does not follow from them. */
export const FREE = 3;
/** It stays in the clause. */
export const KEPT = 4;
/** It is among those to be resolved away. */
export const RESOLVED = 5;

/** Marks on variables that are wiped in time linear in their number. */
export class Marks {
  of = new Int8Array(64);
  readonly marked = new IntVector();

  ensureVariables(count: number): void {
    this.of = longerInt8(this.of, count);
  }

  set(variable: number, mark: number): void {
    if (this.of[variable] === OPEN) this.marked.push(variable);
    this.of[variable] = mark;
  }

  wipe(): void {
    const { items, length } = this.marked;
    for (let i = 0; i < length; i++) this.of[items[i]] = OPEN;
    this.marked.clear();
  }
}
