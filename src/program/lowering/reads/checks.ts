import type { SourceLocation } from '../../../base/source.ts';
import { INT, integerType, isTruth, sizeType } from '../../../c/types/type-basics.ts';
import type { Expr, Location, Operation, Place } from '../../cfa/automaton.ts';
import type { Requirement } from '../../cfa/checks/arithmetic.ts';
import type { CheckKind } from '../../cfa/checks/kinds.ts';
import * as make from '../../cfa/make.ts';
import { rootOf, targetOf, type Visitor, walkExpr, walkOperation } from '../../cfa/walk.ts';
import type { FunctionBuilder } from '../builder.ts';
import { require } from '../checks.ts';
import { Unassigned } from './unassigned.ts';

/**
 * Emits the checks of what the operations of one function access. They stand before the operations. A check
 * reads what its operation reads, and pointers on the way to it twice.
 */
export function checkAccesses(b: FunctionBuilder): void {
  const { truthBytes } = b.context;
  const { watch } = b;
  const asks = watch.ends('uninitialised') || watch.ends('alignment') || truthBytes !== null;
  if (!asks) return;
  const unassigned = new Unassigned(
    b,
    ({ type }) => watch.ends('uninitialised') || (truthBytes !== null && watch.anyTruth && isTruth(type)),
  );
  const judged = new Map<Location, Requirement[]>();
  const seen = new Set<Expr>();
  for (const { from, op } of b.edges) {
    const decided = decidedBy(op);
    // All edges of a branch decide one value, where they leave.
    if (decided !== null && seen.has(decided) && judged.has(from)) continue;
    if (decided !== null) seen.add(decided);
    const found: Requirement[] = [];
    const add = (kind: CheckKind, guard: Expr | null, condition: Expr, what?: string): void => {
      found.push({ kind, violated: under(guard, condition), ...(what === undefined ? {} : { what }) });
    };
    for (const { load, guard } of readsOf(op)) {
      const lacking = unassigned.lacks(load.place, from);
      if (lacking !== null && watch.ends('uninitialised')) add('uninitialised', guard, lacking);
      if (truthBytes !== null && isTruth(load.type)) {
        if (lacking !== null && watch.anyTruth) add('representation', guard, lacking, NO_TRUTH);
        else if (truthBytes.mayDiffer(load.place, load.type))
          add('representation', guard, isNoTruth(b, load.place), NO_TRUTH);
      }
      const misaligned = isMisaligned(b, load.place);
      if (misaligned !== null) add('alignment', guard, misaligned);
    }
    const target = targetOf(op);
    const misaligned = target === null ? null : isMisaligned(b, target);
    if (misaligned !== null) add('alignment', null, misaligned);
    if (found.length > 0) judged.set(from, [...(judged.get(from) ?? []), ...found]);
  }
  if (judged.size > 0) insertBefore(b, judged);
  unassigned.finish();
}

const NO_TRUTH = 'read of a _Bool whose byte is neither 0 nor 1';

/** Whether the pointer that leads to the place is not aligned; null: no check asks, or no pointer leads there. */
function isMisaligned({ watch, layout }: FunctionBuilder, place: Place): Expr | null {
  if (!watch.ends('alignment')) return null;
  const root = rootOf(place);
  if (root.kind !== 'dereference') return null;
  const alignment = layout.minAlignOf(root.type);
  if (alignment <= 1) return null;
  const type = sizeType(layout.model);
  const address = make.convert(layout, type, root.pointer);
  const rest = make.binary(layout, type, '&', address, make.integer(type, BigInt(alignment - 1)));
  return make.compare('!=', rest, make.zeroOf(type));
}

/** Gives the operations that leave these locations requirements, which come before them. */
function insertBefore(b: FunctionBuilder, judged: ReadonlyMap<Location, readonly Requirement[]>): void {
  const behind = new Map<Location, Location>();
  const places = new Map<Location, SourceLocation>();
  for (const location of judged.keys()) behind.set(location, b.newLocation());
  for (const edge of b.edges) {
    const moved = behind.get(edge.from);
    if (moved === undefined) continue;
    if (!places.has(edge.from)) places.set(edge.from, edge.at);
    edge.from = moved;
  }
  for (const [location, requirements] of judged) {
    const at = places.get(location)!;
    b.here = location;
    for (const requirement of requirements) require(b, requirement, at);
    b.jump(behind.get(location)!, at);
  }
}

/** Whether the byte of a `_Bool` is neither 0 nor 1. It is read as a number, which any byte is. */
function isNoTruth({ layout }: FunctionBuilder, place: Place): Expr {
  const byte: Expr = { kind: 'load', type: integerType('uchar'), place };
  return make.compare('>', make.convert(layout, INT, byte), make.ONE);
}

/** A read of an object, and when its operation reads it; null: always. */
interface Read {
  readonly load: Expr & { readonly kind: 'load' };
  readonly guard: Expr | null;
}

/** Returns the reads of an operation. The condition of a choice decides which side is read. */
function readsOf(op: Operation): readonly Read[] {
  const found: Read[] = [];
  const visitor = (guard: Expr | null): Visitor => ({
    expr(e) {
      if (e.kind === 'load') found.push({ load: e, guard });
      if (e.kind !== 'conditional') return;
      walkExpr(e.condition, visitor(guard));
      walkExpr(e.then, visitor(under(guard, make.truth(e.condition))));
      walkExpr(e.otherwise, visitor(under(guard, make.not(e.condition))));
    },
    enters: (e) => e.kind !== 'conditional',
  });
  walkOperation(op, visitor(null), true);
  return found;
}

function under(guard: Expr | null, condition: Expr): Expr {
  return guard === null ? condition : make.conditional(INT, guard, condition, make.ZERO);
}

/** The value that a branch decides; null for other operations. */
function decidedBy(op: Operation): Expr | null {
  switch (op.kind) {
    case 'assume':
      return op.condition;
    case 'case':
    case 'default':
      return op.value;
    default:
      return null;
  }
}
