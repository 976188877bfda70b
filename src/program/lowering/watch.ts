import type { Expression } from '../../c/ast.ts';
import type { Layout } from '../../c/types/layout.ts';
import { isInteger } from '../../c/types/type-basics.ts';
import type { CType } from '../../c/types/types.ts';
import type { AutomatonFunction } from '../cfa/automaton.ts';
import type { ContestedReadings } from '../cfa/checks/contested.ts';
import { mayLeaveRange, mayTruncate } from '../cfa/checks/conversion.ts';
import { hiddenFunction } from '../cfa/checks/hidden.ts';
import { type CheckKind, checkFunction, OPERATION_KINDS } from '../cfa/checks/kinds.ts';

/** The checks of a program: ids of the hidden functions that fail them, by kind. */
export class Watch extends Map<CheckKind, number> {
  /**
   * `contested`: how contested cases are read. `gaps`: kinds without a check, whose violation neither a proof
   * nor a run passes. `anyTruth`: whether a `_Bool` without a value may hold another byte than 0 and 1.
   */
  constructor(
    ids: Iterable<readonly [CheckKind, number]> = [],
    readonly contested: ContestedReadings = {},
    private readonly gaps: readonly CheckKind[] = [],
    readonly anyTruth = true,
  ) {
    super(ids);
  }

  /** Whether a violation of the kind ends runs, at a check or without a meaning. */
  ends(kind: CheckKind): boolean {
    return this.has(kind) || this.gaps.includes(kind);
  }
}

/** The hidden functions of a watch. */
export function hiddenFunctions(watch: Watch): AutomatonFunction[] {
  return [...watch].map(([kind, id]) => hiddenFunction(id, checkFunction(kind)));
}

/** Whether the operation of an expression itself may need a check. */
export function mayFail(watch: Watch, layout: Layout, e: Expression): boolean {
  if (e.kind === 'binary' && (e.operator === '<<' || e.operator === '>>') && watch.ends('shift')) return true;
  if (!OPERATION_KINDS.some((kind) => watch.has(kind))) return false;
  switch (e.kind) {
    case 'integer':
      return e.unfolded !== undefined;
    case 'negate':
      return hasIntegers(e.type);
    case 'binary':
      return hasIntegers(e.type) && !['&', '|', '^'].includes(e.operator);
    case 'convert':
      return (
        (watch.has('conversion') && mayLeaveRange(e.type, e.operand.type)) ||
        (watch.has('truncation') && !e.explicit && mayTruncate(layout, e.type, e.operand.type))
      );
    default:
      return false;
  }
}

function hasIntegers(type: CType): boolean {
  return isInteger(type) || type.kind === 'vector' || type.kind === 'complex';
}
