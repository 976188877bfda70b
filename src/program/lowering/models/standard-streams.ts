import type { Variable } from '../../../c/ast.ts';
import type { Expr, Operation, Place, Program } from '../../cfa/automaton.ts';
import { targetOf, walkOperation } from '../../cfa/walk.ts';
import { ended } from './whole-environment.ts';

const CHANGED = 'a change of the variable stdin';

/**
 * Ends runs as unsupported where the program assigns to `stdin` of stdio.h or takes the variable's
 * address. Functions such as `getchar` read another stream from then on.
 */
export function withFixedStandardInput(program: Program): Program {
  const stream = program.globals.find((variable) => variable.name === 'stdin' && variable.undefined);
  if (stream === undefined) return program;
  const initial = [...program.initialValues.values()]
    .flat()
    .some(({ value }) => value.kind !== 'bytes' && takesAddress(value, stream));
  const main = program.main === null ? null : program.functions[program.main];
  const changed = (op: Operation): string | null => (changes(op, stream) ? CHANGED : null);
  const functions = program.functions.map((fn) => {
    if (fn === null) return null;
    if (!initial || fn !== main) return ended(fn, changed);
    const first = new Set(fn.outgoing[fn.entry].map((edge) => fn.edges[edge].op));
    return ended(fn, (op) => (first.has(op) ? CHANGED : changed(op)));
  });
  return { ...program, functions };
}

function takesAddress(value: Expr, stream: Variable): boolean {
  return changes({ kind: 'assume', condition: value, truth: true }, stream);
}

function changes(op: Operation, stream: Variable): boolean {
  let found = false;
  const place = (p: Place, taken: boolean): void => {
    if (taken && p.kind === 'variable' && p.variable === stream) found = true;
  };
  walkOperation(op, { place }, true);
  const target = targetOf(op);
  return found || (target?.kind === 'variable' && target.variable === stream);
}
