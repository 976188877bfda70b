import type { AutomatonFunction, Edge, Expr, Operation } from '../../cfa/automaton.ts';
import type { CompiledFunction } from '../code.ts';
import type { CompileContext } from '../context.ts';

/** A part of a program that has no text here: its closure runs instead, or it is left to the interpreter. */
export class Unfit extends Error {
  override readonly name = 'Unfit';
}

/** An activation whose steps are part of the text: the running one, or one of a call within. */
export interface Scope {
  /** Of the running activation 0. */
  readonly number: number;
  readonly fn: AutomatonFunction;
  readonly code: CompiledFunction;
  readonly context: CompileContext;
  /** The frame as text, for closures. */
  readonly frame: string;
  readonly caller: Caller | null;
}

export interface Caller {
  readonly scope: Scope;
  readonly edge: Edge;
  readonly op: Operation & { readonly kind: 'call' };
}

export type ExprWriter = (script: Script, scope: Scope, expr: Expr) => string;

/** The text of a function while it is written: names of values that it refers to, of variables and of places where it may throw. */
export class Script {
  /** Values named `k0`, `k1`, ... */
  readonly constants: unknown[] = [];
  /** Slots of which the text speaks, as `scope slot`. */
  readonly used = new Set<string>();
  /** Those of them that it changes. */
  readonly changed = new Set<string>();
  temporaries = 0;
  /** Whether what was written since this was set to false may throw. */
  mayThrow = false;
  readonly #names = new Map<unknown, string>();

  constructor(private readonly writer: ExprWriter) {}

  /** An expression as JavaScript. @throws {Unfit} */
  expr(scope: Scope, expr: Expr): string {
    return this.writer(this, scope, expr);
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

/** A number as text that reads back as the same number. */
export function numeral(value: number | bigint): string {
  if (typeof value === 'bigint') return `(${value}n)`;
  if (Object.is(value, -0)) return '(-0)';
  return value < 0 ? `(${value})` : String(value);
}
