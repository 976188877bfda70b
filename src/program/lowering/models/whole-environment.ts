import type { Variable } from '../../../c/ast.ts';
import { OTHER_OBJECTS } from '../../../c/builtins/library/system.ts';
import type { AutomatonFunction, Edge, Expr, Operation, Place, Program } from '../../cfa/automaton.ts';
import { targetOf, walkOperation } from '../../cfa/walk.ts';

/**
 * Ends runs as unsupported where the program reads its whole environment: by the third parameter of
 * `main`, or by `environ`. Single variables of the environment have models. Other objects of the library
 * without a known value end runs, too.
 */
export function withoutWholeEnvironment(program: Program): Program {
  const construct = new Map<Variable, string>();
  for (const variable of program.globals) {
    const { name } = variable;
    if (variable.undefined && OTHER_OBJECTS.has(name))
      construct.set(variable, name.endsWith('environ') ? `the environment in ${name}` : `the library's object ${name}`);
  }
  const third = program.main === null ? undefined : program.functions[program.main]?.parameters[2];
  if (third !== undefined) construct.set(third, 'the environment in the third parameter of main');
  if (construct.size === 0) return program;
  const used = (op: Operation): string | null => usedConstruct(op, construct);
  return { ...program, functions: program.functions.map((fn) => (fn === null ? null : ended(fn, used))) };
}

/**
 * Puts an unsupported operation before each location where `unsupported` names a construct in an
 * operation.
 */
function ended(fn: AutomatonFunction, unsupported: (op: Operation) => string | null): AutomatonFunction {
  const before = new Map<number, Omit<Edge, 'id'>>();
  for (const { from, op, at } of fn.edges) {
    const used = unsupported(op);
    if (used !== null && !before.has(from))
      before.set(from, { from, to: fn.locationCount + before.size, op: { kind: 'unsupported', construct: used }, at });
  }
  if (before.size === 0) return fn;
  const outgoing = fn.outgoing.map((ids) => [...ids]);
  const edges = fn.edges.map((edge): Edge => ({ ...edge, from: before.get(edge.from)?.to ?? edge.from }));
  for (const edge of before.values()) {
    outgoing.push(outgoing[edge.from]);
    outgoing[edge.from] = [edges.length];
    edges.push({ id: edges.length, ...edge });
  }
  return { ...fn, edges, outgoing, locationCount: outgoing.length };
}

function usedConstruct(op: Operation, construct: ReadonlyMap<Variable, string>): string | null {
  let found: string | null = null;
  const place = (p: Place): void => {
    if (p.kind === 'variable') found ??= construct.get(p.variable) ?? null;
  };
  walkOperation(op, { place }, true);
  return found;
}

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
