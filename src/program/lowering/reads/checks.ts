import type { SourceLocation } from '../../../base/source.ts';
import { INT, integerType } from '../../../c/types/type-basics.ts';
import type { Expr, Location, Operation, Place } from '../../cfa/automaton.ts';
import type { Requirement } from '../../cfa/checks/arithmetic.ts';
import * as make from '../../cfa/make.ts';
import { type Visitor, walkExpr, walkOperation } from '../../cfa/walk.ts';
import type { FunctionBuilder } from '../builder.ts';
import { require } from '../checks.ts';

/** Emits the checks of what the operations of one function read. They stand before the operations. */
export function checkReads(b: FunctionBuilder): void {
  const { truthBytes } = b.context;
  if (truthBytes === null) return;
  const judged = new Map<Location, Requirement[]>();
  const seen = new Set<Expr>();
  for (const { from, op } of b.edges) {
    const decided = decidedBy(op);
    // All edges of a branch decide one value, where they leave.
    if (decided !== null && judged.has(from) && seen.has(decided)) continue;
    if (decided !== null) seen.add(decided);
    for (const { load, guard } of readsOf(op)) {
      if (!truthBytes.mayDiffer(load.place, load.type)) continue;
      const violated = under(guard, isNoTruth(b, load.place));
      const requirement = { kind: 'representation', what: NO_TRUTH, violated } as const;
      const before = judged.get(from);
      if (before === undefined) judged.set(from, [requirement]);
      else before.push(requirement);
    }
  }
  if (judged.size > 0) insertBefore(b, judged);
}

const NO_TRUTH = 'read of a _Bool whose byte is neither 0 nor 1';

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
