import { LemmataError, messageOf } from '../../base/errors.ts';
import type { Pointer, Z3Exports } from './exports.ts';

/**
 * One instance of Z3: its functions, its memory, and whether it can still be trusted. After a trap its
 * memory may hold anything, so that every later use throws at once.
 */
export class Z3Api {
  #broken: string | null = null;
  #allocated = 0;

  constructor(
    readonly z3: Z3Exports,
    private readonly memory: Uint8Array,
  ) {}

  /** Runs `work`, which calls Z3; any error other than a LemmataError is a trap. */
  guard<T>(work: () => T): T {
    if (this.#broken !== null) throw new LemmataError('E-SOLVER', `Z3 is unusable: ${this.#broken}`);
    try {
      return work();
    } catch (cause) {
      if (cause instanceof LemmataError) throw cause;
      this.#broken = messageOf(cause);
      throw new LemmataError('E-SOLVER', `Z3 trapped: ${this.#broken}`, null, { cause });
    }
  }

  /** True once the instance can no longer be used. */
  get poisoned(): boolean {
    return this.#broken !== null;
  }

  /** Declares the instance unusable. */
  poison(why: string): void {
    this.#broken ??= why;
  }

  /** Memory that Z3 has allocated, in bytes; for a poisoned instance, the last known value. */
  bytes(): number {
    if (this.#broken === null) this.#allocated = this.guard(() => Number(this.z3.Z3_get_estimated_alloc_size()));
    return this.#allocated;
  }

  /** Bytes that Z3 holds at present. */
  allocatedBytes(): number {
    return Number(this.z3.Z3_get_estimated_alloc_size());
  }

  /** Throws Z3's own error, if the last call on the context had one. */
  checkError(context: Pointer): void {
    const code = this.z3.Z3_get_error_code(context);
    if (code === 0) return;
    throw new LemmataError('E-SOLVER', `Z3 error ${code}: ${this.text(this.z3.Z3_get_error_msg(context, code))}`);
  }

  /** Calls `use` with a zero-terminated copy of an ASCII text in Z3's memory. */
  withText<T>(text: string, use: (p: Pointer) => T): T {
    const p = this.z3.malloc(text.length + 1);
    for (let i = 0; i < text.length; i++) this.memory[p + i] = text.charCodeAt(i) & 0x7f;
    this.memory[p + text.length] = 0;
    const result = use(p);
    this.z3.free(p);
    return result;
  }

  /** The zero-terminated text at `p`. */
  text(p: Pointer): string {
    if (p === 0) return '';
    let end = p;
    while (this.memory[end] !== 0) end++;
    return Buffer.from(this.memory.slice(p, end)).toString('latin1');
  }

  readWord(p: Pointer): number {
    const { memory } = this;
    return (memory[p] | (memory[p + 1] << 8) | (memory[p + 2] << 16) | (memory[p + 3] << 24)) >>> 0;
  }

  writeWord(p: Pointer, value: number): void {
    const { memory } = this;
    memory[p] = value & 0xff;
    memory[p + 1] = (value >>> 8) & 0xff;
    memory[p + 2] = (value >>> 16) & 0xff;
    memory[p + 3] = value >>> 24;
  }
}
