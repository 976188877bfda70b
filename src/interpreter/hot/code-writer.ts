import type { AutomatonFunction, Edge, Expr, Operation } from '../../program/cfa/automaton.ts';
import type { CompiledFunction } from '../code.ts';
import type { CompileContext } from '../context.ts';

/**
 * Thrown for a part of a program that has no generated code. Its closure runs instead, or the
 * interpreter continues there.
 */
export class NotCompilable extends Error {
  override readonly name = 'NotCompilable';
}

/** An activation whose steps are part of the code: the running one, or one of an inlined call. */
export interface Scope {
  /** Number of the scope; 0 is the running activation. */
  readonly number: number;
  readonly fn: AutomatonFunction;
  readonly code: CompiledFunction;
  readonly context: CompileContext;
  /** The frame as code, for closures. */
  readonly frame: string;
  readonly caller: Caller | null;
}

/** The call that enters an inlined scope. */
export interface Caller {
  readonly scope: Scope;
  readonly edge: Edge;
  readonly op: Operation & { readonly kind: 'call' };
}

export type ExprWriter = (writer: CodeWriter, scope: Scope, expr: Expr) => string;

/**
 * Writes the code of a function. It keeps the names of values and variables that the code refers to,
 * and records whether the code may throw.
 */
export class CodeWriter {
  /** Values named `k0`, `k1`, ... */
  readonly constants: unknown[] = [];
  /** Slots that the code uses, as `scope slot`. */
  readonly used = new Set<string>();
  /** Slots that the code changes. */
  readonly changed = new Set<string>();
  temporaries = 0;
  /** Whether the code written since the last reset to false may throw. */
  mayThrow = false;
  readonly #names = new Map<unknown, string>();

  constructor(private readonly write: ExprWriter) {}

  /** Writes an expression as JavaScript. @throws {NotCompilable} */
  expr(scope: Scope, expr: Expr): string {
    return this.write(this, scope, expr);
  }

  constant(value: unknown): string {
    let name = this.#names.get(value);
    if (name === undefined) {
      name = `k${this.constants.length}`;
      this.constants.push(value);
      this.#names.set(value, name);
    }
    return name;
  }

  temporary(): string {
    return `t${this.temporaries++}`;
  }

  slot({ number }: Scope, slot: number, changes = false): string {
    const name = `s${number}_${slot}`;
    this.used.add(name);
    if (changes) this.changed.add(name);
    return name;
  }
}

/** Formats a number so that it reads back as the same number. */
export function numeral(value: number | bigint): string {
  if (typeof value === 'bigint') return `(${value}n)`;
  if (Object.is(value, -0)) return '(-0)';
  return value < 0 ? `(${value})` : String(value);
}
