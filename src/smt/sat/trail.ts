import { type ClauseRef, moved, NO_CLAUSE } from './arena.ts';
import type { Literal } from './types.ts';
import { IntVector, longerInt8, longerInt32 } from './vectors.ts';

/** The partial assignment: what holds, since which decision, and why. */
export class Trail {
  /** By literal: 1 true, -1 false, 0 open. */
  values = new Int8Array(128);
  /** By variable, for those assigned: the number of decisions before it, and the clause that forced it, `NO_CLAUSE` for decisions and at level 0. */
  levels = new Int32Array(64);
  reasons = new Int32Array(64);
  /** Literals in the order in which they became true; `size` of them, of which those before `head` were propagated. */
  literals = new Int32Array(64);
  size = 0;
  head = 0;
  variableCount = 0;
  /** Where on the trail each level from 1 begins. */
  private readonly begins = new IntVector();

  newVariable(): number {
    const variable = this.variableCount++;
    this.values = longerInt8(this.values, 2 * this.variableCount);
    this.levels = longerInt32(this.levels, this.variableCount);
    this.reasons = longerInt32(this.reasons, this.variableCount);
    this.literals = longerInt32(this.literals, this.variableCount);
    return variable;
  }

  get level(): number {
    return this.begins.length;
  }

  /** Where on the trail a level begins; level 0 at 0, the level to come at `size`. */
  begin(level: number): number {
    if (level === 0) return 0;
    return level <= this.begins.length ? this.begins.items[level - 1] : this.size;
  }

  openLevel(): void {
    this.begins.push(this.size);
  }

  assign(literal: Literal, reason: ClauseRef): void {
    const variable = literal >> 1;
    this.values[literal] = 1;
    this.values[literal ^ 1] = -1;
    this.levels[variable] = this.begins.length;
    this.reasons[variable] = reason;
    this.literals[this.size++] = literal;
  }

  /** Forgets the last level's literals from the last on; `forgotten` is told of each. */
  backtrack(level: number, forgotten: (literal: Literal) => void): void {
    if (level >= this.begins.length) return;
    const begin = this.begins.items[level];
    for (let at = this.size - 1; at >= begin; at--) {
      const literal = this.literals[at];
      this.values[literal] = 0;
      this.values[literal ^ 1] = 0;
      forgotten(literal);
    }
    this.size = begin;
    this.head = begin;
    this.begins.length = level;
  }

  /** After the arena was collected, which answered `old`: the reasons at their new places. */
  follow(old: Int32Array): void {
    for (let at = 0; at < this.size; at++) {
      const variable = this.literals[at] >> 1;
      if (this.reasons[variable] !== NO_CLAUSE) this.reasons[variable] = moved(old, this.reasons[variable]);
    }
  }
}
