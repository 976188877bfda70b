import { backEdgeTargets, successorsOf } from '../../../../src/program/cfa/analysis/graph.ts';
import type { Expr, Place } from '../../../../src/program/cfa/automaton.ts';
import type { LinkedProgram } from '../../../../src/program/cfa/linked.ts';
import { walkLinked } from '../../../../src/program/cfa/walk.ts';

/** Facts about a linked program. */
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
