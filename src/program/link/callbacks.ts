import type { Treatment } from '../../c/builtins/library/row.ts';
import { libraryEntry } from '../../c/builtins/library/table.ts';
import type { CType, RecordType } from '../../c/types/types.ts';
import type { Expr, Operation } from '../cfa/automaton.ts';
import { walkExpr } from '../cfa/walk.ts';
import type { PointerFlow } from './pointer-flow.ts';

/** Treatments of library functions that call no function but those among their own arguments. */
const KNOWN: ReadonlySet<Treatment> = new Set<Treatment>(['formula', 'model', 'interpreter', 'ends', 'control']);

/**
 * Returns whether a function of the C library or of SV-COMP calls only functions that it is given as
 * arguments.
 */
function isKnown(name: string): boolean {
  const entry = libraryEntry(name);
  return name.startsWith('__') || (entry !== null && KNOWN.has(entry.treatment));
}

/**
 * Determines the functions of the program that a function without a body may call because it gets
 * objects that hold pointers to them. Drivers register in that way, and callbacks passed as `void *`.
 * Integers among the arguments count as data.
 */
export class Callbacks {
  /** Functions of each record, by id of the record's definition. */
  readonly #records = new Map<number, readonly number[]>();

  constructor(private readonly flow: PointerFlow) {}

  /** Returns ids of the functions that the call of the function of that name may lead to. */
  of(name: string, op: Operation & { kind: 'call' }): readonly number[] {
    if (isKnown(name)) return [];
    return [...new Set([...this.flow.givenTo(op), ...this.#behindRecords(op.arguments)])];
  }

  /** Collects the functions among the arguments and in records that the arguments lead to. */
  inArguments(args: readonly Expr[]): ReadonlySet<number> {
    const found = new Set(this.#behindRecords(args));
    for (const argument of args) {
      walkExpr(argument, {
        expr(e) {
          if (e.kind === 'function-address') found.add(e.function);
        },
      });
    }
    return found;
  }

  /** Collects the functions that a global of the type leads to. */
  behind(type: CType, variable: number): readonly number[] {
    const record = recordIn(type);
    return record !== null ? this.#within(record) : [...this.flow.inVariable(variable)];
  }

  *#behindRecords(args: readonly Expr[]): Iterable<number> {
    for (const argument of args) {
      const record = recordIn(withoutConversions(argument).type);
      if (record !== null) yield* this.#within(record);
    }
  }

  /**
   * Returns the functions that pointers in the record may lead to, and those in other records that are
   * reachable from there.
   */
  #within(root: RecordType): readonly number[] {
    const known = this.#records.get(root.definition.id);
    if (known !== undefined) return known;
    const found = new Set<number>();
    const seen = new Set([root.definition.id]);
    const pending = [root];
    for (let record = pending.pop(); record !== undefined; record = pending.pop()) {
      for (const [index, field] of (record.definition.fields ?? []).entries()) {
        for (const fn of this.flow.inField(record, index)) found.add(fn);
        const inner = recordIn(field.type);
        if (inner === null || seen.has(inner.definition.id)) continue;
        seen.add(inner.definition.id);
        pending.push(inner);
      }
    }
    const list = [...found];
    this.#records.set(root.definition.id, list);
    return list;
  }
}

function withoutConversions(expr: Expr): Expr {
  let inner = expr;
  while (inner.kind === 'convert' && inner.type.kind === 'pointer') inner = inner.operand;
  return inner;
}

/** Returns the record inside the type, behind pointers and arrays. */
function recordIn(type: CType): RecordType | null {
  let inner = type;
  while (inner.kind === 'pointer' || inner.kind === 'array')
    inner = inner.kind === 'pointer' ? inner.target : inner.element;
  return inner.kind === 'struct' || inner.kind === 'union' ? inner : null;
}
