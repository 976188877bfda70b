import { backEdgeTargets, successorsOf } from './analysis/graph.ts';
import type { Expr, Place } from './automaton.ts';
import type { LinkedOperation, LinkedProgram } from './linked.ts';
import { walkExpr, walkOperation } from './walk.ts';

/** Facts about a linked program that determine the portfolio. */
export interface ProgramFacts {
  /** Targets of back edges. */
  readonly loops: number;
  readonly edges: number;
  readonly contexts: number;
  readonly recursion: boolean;
  /**
   * Whether the program reads values that it does not determine: `__VERIFIER_nondet_*`, an unknown
   * function, an uninitialised object.
   */
  readonly inputs: boolean;
  readonly floats: boolean;
  /** Whether an object is accessed through a pointer. */
  readonly pointers: boolean;
  /** Whether an array is accessed with an index that is not constant. */
  readonly arrays: boolean;
  /** Constructs without a meaning that a run may meet, by name. */
  readonly unsupported: readonly string[];
}

/** Collects the facts in one pass over the linked program. */
export function programFacts(linked: LinkedProgram): ProgramFacts {
  let inputs = linked.program.globals.some((global) => global.undefined);
  let floats = false;
  let pointers = false;
  let arrays = false;
  const unsupported = new Set<string>();
  const visitor = {
    expr(e: Expr) {
      if (e.type.kind === 'float' || e.type.kind === 'complex') floats = true;
    },
    place(place: Place, addressed: boolean) {
      if (place.kind === 'dereference' && !addressed) pointers = true;
      if (place.kind === 'element' && place.index.kind !== 'integer') arrays = true;
    },
  };
  for (const { op } of linked.edges) {
    if (op.kind === 'call' || op.kind === 'intrinsic' || op.kind === 'declare') inputs = true;
    if (op.kind === 'unsupported') unsupported.add(op.construct);
    if (op.kind === 'unknown-callee') unsupported.add('call of an unknown function');
    walkLinked(op, visitor);
  }
  return {
    loops: backEdgeTargets(successorsOf(linked), linked.entry).length,
    edges: linked.edges.length,
    contexts: linked.contexts.length,
    recursion: linked.contexts.some((context) => context.recursion !== null),
    inputs,
    floats,
    pointers,
    arrays,
    unsupported: [...unsupported],
  };
}

/** Visits the expressions and places of an operation. */
export function walkLinked(op: LinkedOperation, visitor: Parameters<typeof walkExpr>[1]): void {
  switch (op.kind) {
    case 'enter':
      for (const argument of op.arguments) walkExpr(argument, visitor);
      return;
    case 'return':
      if (op.value !== null) walkExpr(op.value, visitor);
      return;
    case 'leave':
      return;
    case 'assume-callee':
    case 'unknown-callee':
      walkExpr(op.pointer, visitor);
      return;
    default:
      walkOperation(op, visitor, true);
  }
}
