import type { Variable } from '../../../c/ast.ts';
import type { Expr, Place } from '../../../program/cfa/automaton.ts';
import { errorFunctionIds } from '../../../program/cfa/error-functions.ts';
import { readingOf } from '../../../program/cfa/external-functions.ts';
import { isExternalObject } from '../../../program/cfa/external-objects.ts';
import { mayChange } from '../../../program/cfa/externals.ts';
import { EXTERNAL } from '../../../program/cfa/hidden-callbacks.ts';
import type { LinkedProgram } from '../../../program/cfa/linked.ts';
import { type Visitor, walkExpr, walkLinked } from '../../../program/cfa/walk.ts';

/** The globals and functions of the program that external functions know. */
export interface ExternalView {
  /**
   * Globals that external functions know by name and that matter. The program uses them, their initial
   * values lead to other objects, or the external functions bring them along.
   */
  readonly visible: readonly Variable[];
  /**
   * Ids of functions whose call matters: those with a body, and error functions. Left out are functions
   * that the linker foresaw as callbacks of external functions.
   */
  readonly unforeseen: ReadonlySet<number>;
}

/**
 * Finds the globals and functions that external functions know. Nothing is visible in a program that
 * calls no external function that may change something.
 */
export function externalView(linked: LinkedProgram): ExternalView {
  const { program, edges } = linked;
  const foreseen = new Set<number>();
  let calls = false;
  for (const { op } of edges) {
    if (op.kind === 'call' && op.callee.kind === 'direct') {
      const fn = program.functions[op.callee.function];
      const reading = fn === null || fn === undefined ? null : readingOf(program, fn);
      calls ||= reading !== null && mayChange(reading);
    } else if (op.kind === 'intrinsic' && op.name === EXTERNAL.choice) {
      for (const address of op.arguments) if (address.kind === 'function-address') foreseen.add(address.function);
    }
  }
  const errors = errorFunctionIds(program, linked.errorFunctions);
  const unforeseen = new Set(
    program.functions.flatMap((fn) =>
      fn !== null && (fn.defined || errors.has(fn.id)) && !foreseen.has(fn.id) ? [fn.id] : [],
    ),
  );
  if (!calls) return { visible: [], unforeseen };
  const used = new Set<number>();
  const visitor: Visitor = {
    place(place: Place) {
      if (place.kind === 'variable') used.add(place.variable.id);
    },
  };
  for (const { op } of edges) {
    walkLinked(op, visitor);
    if (op.kind === 'leave' && op.result !== null)
      walkExpr({ kind: 'load', type: op.result.type, place: op.result }, visitor);
  }
  const leading = new Set(
    [...program.initialValues].filter(([, values]) => values.some(({ value }) => leads(value))).map(([id]) => id),
  );
  const isVisible = (variable: Variable): boolean =>
    variable.external && (used.has(variable.id) || leading.has(variable.id) || isExternalObject(variable));
  return { visible: program.globals.filter(isVisible), unforeseen };
}

function leads(value: Expr | { readonly kind: 'bytes' }): boolean {
  if (value.kind === 'bytes') return false;
  let found = false;
  walkExpr(value, {
    expr({ kind }) {
      found ||= kind === 'address' || kind === 'function-address' || kind === 'label-address';
    },
  });
  return found;
}
