import { setsErrnoExactly } from '../c/builtins/library/table.ts';
import type { Program } from '../program/cfa/automaton.ts';
import { ERRNO_VARIABLE } from '../program/cfa/errno.ts';
import type { Memory } from './memory.ts';

/**
 * The knowledge of a run about `errno` beyond the content of its variables. A run that reads an unknown
 * value is approximate.
 */
export class ErrnoState {
  /** The number that the last call of a library function stored; null: none that the interpreter knows. */
  left: number | null = null;
  /** Functions after whose calls the value is unknown, by the id of the thread's variable. */
  readonly #unknown = new Map<number, string>();
  readonly #variable: number | null;

  /**
   * `approximate`: reasons why the run is approximate. `globals`: addresses of the objects of static
   * storage.
   */
  constructor(
    program: Program,
    private readonly memory: Memory,
    private readonly globals: ReadonlyMap<number, number>,
    private readonly approximate: Set<string>,
  ) {
    this.#variable = program.globals.find(({ name }) => name === ERRNO_VARIABLE)?.id ?? null;
  }

  reset(): void {
    this.left = null;
    this.#unknown.clear();
  }

  /**
   * Returns the value after a call of the library function; undefined if it stays or is unknown. `kept`:
   * the program may read it by a pointer that it kept.
   */
  behind(variable: number, name: string, kept: boolean): number | undefined {
    const { left } = this;
    this.left = null;
    if (left !== null) {
      this.#unknown.delete(variable);
      return left;
    }
    if (setsErrnoExactly(name)) return undefined;
    this.#unknown.set(variable, name);
    if (kept) this.read(variable);
    return undefined;
  }

  /** Notes that the program reads the variable. */
  read(variable: number): void {
    const name = this.#unknown.get(variable);
    if (name !== undefined) this.approximate.add(`errno after a call of ${name}`);
  }

  /** Notes that the program has written to the variable. */
  write(variable: number): void {
    this.left = null;
    this.#unknown.delete(variable);
  }

  /** The value in the main thread, for messages. `matters`: the program may read the message. */
  current(matters: boolean): number {
    const address = this.#variable === null ? undefined : this.globals.get(this.#variable);
    if (address === undefined) {
      if (matters) this.approximate.add('errno in a message');
      return 0;
    }
    if (matters && this.#variable !== null) this.read(this.#variable);
    return this.memory.view.getInt32(address, this.memory.isLittle);
  }

  /** The variables with unknown values, as text. */
  unknownText(): string {
    return [...this.#unknown].join();
  }
}
