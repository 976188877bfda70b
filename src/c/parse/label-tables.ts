import type { SourceLocation } from '../../base/source.ts';
import type { Expression, Initializer, Label, Variable } from '../ast.ts';
import { foldedConvert } from '../semantics/fold.ts';
import { labelDifference, withoutConversions } from '../semantics/label-differences.ts';
import { integerNode } from '../semantics/nodes.ts';
import { isInteger, LLONG } from '../types/type-basics.ts';
import type { Context } from './context.ts';
import { failure } from './failures.ts';

/**
 * Tables of label differences (GNU C), such as `static const int t[] = { &&a - &&a, &&b - &&a };`. The
 * distance of two labels is unknown, so such a table has a meaning only in `goto *(&&a + t[i])`.
 * There, differences of the labels' numbers have the same effect.
 */

const DIFFERENCES = 'label differences in such an initialiser';

/**
 * Makes the static variable a table if its initialiser has label differences. Returns the initialiser
 * to use.
 */
export function labelTable(c: Context, variable: Variable, initializer: Initializer, at: SourceLocation): Initializer {
  const differences = initializer.entries.map(({ value }) => labelDifference(value));
  const base = differences.find((each) => each !== null)?.base;
  if (base === undefined) return initializer;
  const plain = variable.type.kind === 'array' && isInteger(variable.type.element);
  const fits = initializer.entries.every(({ value }, i) => {
    const difference = differences[i]!;
    return difference === null ? value.kind === 'integer' && value.value === 0n : difference.base === base;
  });
  if (!plain || !fits) throw failure('C1336', [DIFFERENCES], at);
  c.function!.nest.labelTables.set(variable, base);
  const entries = initializer.entries.map((entry, i) => {
    const difference = differences[i]!;
    if (difference === null) return entry;
    const { type, at: place } = entry.value;
    // Difference of the labels' numbers, which stands for their distance.
    const number = BigInt(difference.label.id - base.id);
    const value = foldedConvert(c.layout, integerNode(number, LLONG, place), type, true);
    if (value?.kind !== 'integer' || value.value !== number) throw failure('C1336', [DIFFERENCES], at);
    return { ...entry, value };
  });
  return { ...initializer, entries };
}

/** Refuses a table where its content could be seen. Within a computed goto, counts its uses. */
export function noteTable(c: Context, variable: Variable, at: SourceLocation): void {
  const fn = c.function;
  if (fn === null || !fn.nest.labelTables.has(variable)) return;
  if (fn.tablesInGoto === null)
    throw failure('C1336', [`'${variable.name}', a table of label differences, outside of a goto`], at);
  fn.tablesInGoto += 1;
}

/**
 * Reads the target of a computed goto by `parse`. Returns the base if the target is a label moved by
 * an element of its table.
 */
export function parseGotoTarget(
  c: Context,
  parse: () => Expression,
): { readonly target: Expression; readonly base: Label | null } {
  const fn = c.function!;
  const before = fn.tablesInGoto;
  fn.tablesInGoto = 0;
  try {
    const target = parse();
    if (fn.tablesInGoto === 0) return { target, base: null };
    const found = fn.tablesInGoto === 1 ? movedLabel(target) : null;
    if (found === null || fn.nest.labelTables.get(found.table) !== found.base) {
      throw failure('C1336', ['a goto by a table of label differences that is not a label plus an element'], target.at);
    }
    return {
      target: { kind: 'convert', type: LLONG, at: target.at, operand: found.index, explicit: false },
      base: found.base,
    };
  } finally {
    fn.tablesInGoto = before;
  }
}

function movedLabel(
  target: Expression,
): { readonly base: Label; readonly index: Expression; readonly table: Variable } | null {
  const sum = withoutConversions(target);
  if (sum.kind !== 'pointer-add' || sum.negative) return null;
  const pointer = withoutConversions(sum.pointer);
  const element = withoutConversions(sum.index);
  if (pointer.kind !== 'label-address' || element.kind !== 'load' || element.operand.kind !== 'dereference')
    return null;
  const place = element.operand.operand;
  if (place.kind !== 'pointer-add' || place.negative || place.pointer.kind !== 'array-decay') return null;
  const { operand } = place.pointer;
  return operand.kind === 'variable' ? { base: pointer.label, index: element, table: operand.variable } : null;
}
