import type { SourceLocation } from '../../base/source.ts';
import type { Layout } from '../../c/types/layout.ts';
import type { BinaryOperator } from '../../c/types/operators.ts';
import { CHAR, pointerTo, sizeType } from '../../c/types/type-basics.ts';
import type { IntegerType } from '../../c/types/types.ts';
import type { AutomatonFunction, Expr, Location, Operation, Place, Program } from '../cfa/automaton.ts';
import { bodylessFunction } from '../cfa/bodyless-function.ts';
import * as make from '../cfa/make.ts';
import type { Access } from './accesses.ts';
import type { WovenGraph } from './graph.ts';
import { type LibraryAccess, rangesOf } from './ranges.ts';
import type { Visibility } from './visible.ts';

/** Accesses of library functions to memory that threads share, in the search for data races. */
export class LibraryAccesses {
  /** Functions that measure texts, which the program does not have. */
  readonly functions: AutomatonFunction[] = [];
  readonly #size: IntegerType;

  constructor(
    private readonly graph: WovenGraph,
    private readonly layout: Layout,
    private readonly visibility: Visibility,
    private readonly program: Program,
    /** The first id that no function has. */
    private readonly firstFunction: number,
  ) {
    this.#size = sizeType(layout.model);
  }

  /** The accesses of an operation; null: it calls a function whose accesses are not known. */
  of(op: Operation): readonly LibraryAccess[] | null {
    if (op.kind !== 'call' || !this.visibility.isMemoryVisible()) return [];
    const isShared = (argument: Expr): boolean => this.visibility.mayLeadToMemory(argument);
    if (!op.arguments.some(isShared)) return [];
    const name = op.callee.kind === 'direct' ? this.program.functions[op.callee.function]?.name : undefined;
    return name === undefined ? null : rangesOf(this.program, name, op.arguments, isShared);
  }

  /** The place at which an access begins, without regard to texts in front. */
  placeOf({ pointer }: LibraryAccess): Place {
    return make.dereference(this.layout, make.convert(this.layout, pointerTo(CHAR), pointer), CHAR);
  }

  /** Measures the accesses. Returns them, and the location behind. */
  measured(
    ranges: readonly LibraryAccess[],
    from: Location,
    at: SourceLocation,
  ): { readonly at: Location; readonly accesses: readonly Access[] } {
    let here = from;
    // A call reads no text in two ways.
    const lengths = new Map<Expr, Expr>();
    const length = (text: Expr, limit: Expr | null): Expr => {
      const known = lengths.get(text);
      if (known !== undefined) return known;
      const result = this.graph.temporary(this.#size, at);
      const args = limit === null ? [text] : [text, limit];
      const callee = { kind: 'direct', function: this.#measure(limit !== null, text) } as const;
      here = this.graph.emit(here, { kind: 'call', callee, arguments: args, result }, at);
      lengths.set(text, make.load(result));
      return make.load(result);
    };
    // Certain accesses find races before open ones end the run.
    const ordered = [...ranges].sort((a, b) => Number(a.open) - Number(b.open));
    return { accesses: ordered.map((range) => this.#access(range, length)), at: here };
  }

  #access(range: LibraryAccess, length: (text: Expr, limit: Expr | null) => Expr): Access {
    const { layout } = this;
    const type = pointerTo(CHAR);
    const bytes = this.#bytesOf(range, length);
    const start = make.convert(layout, type, range.pointer);
    const pointer = range.behind ? make.pointerAdd(start, length(range.pointer, null), false, type) : start;
    const place = make.dereference(layout, pointer, CHAR);
    return { place, write: range.write, guards: [], bytes, open: range.open };
  }

  #bytesOf({ extent }: LibraryAccess, length: (text: Expr, limit: Expr | null) => Expr): Expr {
    switch (extent.kind) {
      case 'bytes':
        return extent.counts
          .map((e) => this.#sized(e))
          .reduce((all, e) => this.#combined('*', all, e), this.#number(1n));
      case 'first':
        return extent.count === null ? this.#number(1n) : this.#isSome(this.#sized(extent.count));
      case 'text': {
        const limit = extent.limit === null ? null : this.#sized(extent.limit);
        const measured = length(extent.of, limit);
        if (limit === null || extent.ended) return this.#combined('+', measured, this.#number(1n));
        return this.#combined('+', measured, this.#truth(make.compare('<', measured, limit)));
      }
      case 'object':
        return this.#number((1n << BigInt(8 * Number(this.layout.sizeOf(this.#size)))) - 1n);
    }
  }

  #isSome(count: Expr): Expr {
    return this.#truth(make.compare('!=', count, this.#number(0n)));
  }

  #truth(condition: Expr): Expr {
    return make.conditional(this.#size, condition, this.#number(1n), this.#number(0n));
  }

  #sized(e: Expr): Expr {
    return make.convert(this.layout, this.#size, e);
  }

  #number(value: bigint): Expr {
    return make.integer(this.#size, value);
  }

  #combined(operator: BinaryOperator, left: Expr, right: Expr): Expr {
    if (left.kind === 'integer' && operator === '*' && left.value === 1n) return right;
    return make.binary(this.layout, this.#size, operator, left, right);
  }

  /** The id of `strlen`, or of `strnlen`. */
  #measure(limited: boolean, { type }: Expr): number {
    const name = limited ? 'strnlen' : 'strlen';
    const isMeasure = (fn: AutomatonFunction | null): boolean => fn !== null && fn.name === name && !fn.defined;
    const known = [...this.program.functions, ...this.functions].find(isMeasure);
    if (known !== null && known !== undefined) return known.id;
    const id = this.firstFunction + this.functions.length;
    const parameters = (limited ? [type, this.#size] : [type]).map((each) => ({ name: null, type: each }));
    const own = { kind: 'function', result: this.#size, parameters, variadic: false, prototyped: true } as const;
    this.functions.push(bodylessFunction({ id, name, type: own, origin: 'library', at: make.NOWHERE }));
    return id;
  }
}
