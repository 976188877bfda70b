import { Layout } from '../c/type/layout.ts';
import type { AutomatonFunction, Expr } from '../cfa/automaton.ts';
import { type Visitor, walkExpr, walkOperation } from '../cfa/interpreter/walk.ts';
import type { LinkedProgram } from '../cfa/linked.ts';
import { SUMMARY_OBJECT } from './objects.ts';
import type { PointerFormat } from './shape.ts';

/**
 * How many bits of a pointer number its object: enough for everything whose address the program can take (variables per context, functions,
 * string literals, heap objects) and one number above them. The others are the offset in bytes.
 */
export function pointerFormat(linked: LinkedProgram): PointerFormat {
  const { program } = linked;
  const width = 8 * new Layout(program.dataModel).pointerSize;
  const statics = new Set<number>();
  const functions = new Set<number>();
  const automatics = new Map<AutomatonFunction, number>();
  let count = SUMMARY_OBJECT + 2;
  for (const context of linked.contexts) {
    let taken = automatics.get(context.function);
    if (taken === undefined) {
      taken = takenIn(context.function, statics, functions);
      automatics.set(context.function, taken);
    }
    count += taken;
    // The hidden object of its surplus arguments.
    if (context.function.type.variadic) count++;
  }
  for (const values of program.initialValues.values()) {
    for (const { value } of values) if (value.kind !== 'bytes') walkExpr(value, visitor(statics, statics, functions));
  }
  for (const { op } of linked.edges) {
    if (op.kind === 'call') count++;
    else if (op.kind === 'assume-callee') functions.add(op.function);
    else if (op.kind === 'unknown-callee') for (const candidate of op.candidates) functions.add(candidate);
  }
  count += statics.size + functions.size;
  const objectWidth = Math.min(width - 8, Math.max(2, Math.ceil(Math.log2(count + 1))));
  return { objectWidth, offsetWidth: width - objectWidth };
}

function takenIn(fn: AutomatonFunction, statics: Set<number>, functions: Set<number>): number {
  const automatics = new Set<number>();
  for (const edge of fn.edges) walkOperation(edge.op, visitor(statics, automatics, functions), true);
  return automatics.size;
}

function visitor(statics: Set<number>, automatics: Set<number>, functions: Set<number>): Visitor {
  return {
    expr(e: Expr) {
      if (e.kind === 'function-address') functions.add(e.function);
    },
    place(place, addressed) {
      if (!addressed || place.kind !== 'variable') return;
      (place.variable.storage === 'static' ? statics : automatics).add(place.variable.id);
    },
  };
}
