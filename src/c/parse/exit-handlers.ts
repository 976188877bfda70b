import type { SourceLocation } from '../../base/source.ts';
import type { Expression, Statement, Variable } from '../ast.ts';
import { arrayOf, INT, pointerTo, VOID } from '../types/type-basics.ts';
import type { FunctionType, PointerType } from '../types/types.ts';
import { evaluated, number, placeOf, read } from './hidden-code.ts';
import type { ProgramState } from './program.ts';

/** Number of handlers that `atexit` accepts at least (C11 7.22.4.2). */
const MOST_HANDLERS = 32n;

const HANDLER: FunctionType = { kind: 'function', result: VOID, parameters: [], variadic: false, prototyped: true };
const POINTER = pointerTo(HANDLER) as PointerType;

/**
 * Gives `atexit` a body, which keeps handlers in a hidden array, and returns the statement that calls
 * them, the last one first. Handlers may register further ones. Null if no call of `atexit` is in the
 * program, or the program has its own. Null as well if the library may run the handlers: proofs then
 * end at the call of `atexit`.
 */
export function exitHandlers(program: ProgramState): Statement | null {
  const known = program.externals.get('atexit');
  if (program.endsInLibrary) return null;
  if (!program.registersHandlers || known?.kind !== 'function' || known.function.definition !== null) return null;
  const atexit = known.function;
  const [first] = atexit.type.parameters;
  if (atexit.type.parameters.length !== 1 || first.type.kind !== 'pointer' || atexit.type.result.kind !== 'integer')
    return null;
  const { at } = atexit;
  const options = { storage: 'static', scope: null } as const;
  const handlers = program.newVariable('$handlers', arrayOf(POINTER, MOST_HANDLERS), at, options);
  const count = program.newVariable('$registered', INT, at, options);
  const handler = program.newVariable('handler', first.type, at, { storage: 'automatic', scope: atexit.id });
  const isFull: Expression = {
    kind: 'compare',
    type: INT,
    at,
    operator: '==',
    left: read(count, at),
    right: number(MOST_HANDLERS, INT, at),
  };
  const value: Expression = { kind: 'convert', type: POINTER, at, operand: read(handler, at), explicit: true };
  const keep = evaluated({ kind: 'assign', type: POINTER, at, target: elementOf(handlers, count, at), value });
  const body: Statement[] = [
    {
      kind: 'if',
      at,
      condition: isFull,
      then: { kind: 'unsupported', at, construct: `more than ${MOST_HANDLERS} calls of atexit` },
      otherwise: null,
    },
    keep,
    step(count, '+', at),
    { kind: 'return', at, value: number(0n, INT, at) },
  ];
  atexit.definition = { parameters: [handler], locals: [], body: { kind: 'block', at, body, end: at }, end: at };
  return callsOf(handlers, count, at);
}

/** Calls the kept handlers, the last one first. */
function callsOf(handlers: Variable, count: Variable, at: SourceLocation): Statement {
  const callee: Expression = { kind: 'load', type: POINTER, at, operand: elementOf(handlers, count, at) };
  const call = evaluated({ kind: 'call', type: VOID, at, callee, arguments: [] });
  const condition: Expression = {
    kind: 'compare',
    type: INT,
    at,
    operator: '!=',
    left: read(count, at),
    right: number(0n, INT, at),
  };
  return { kind: 'while', at, condition, body: { kind: 'block', at, body: [step(count, '-', at), call], end: at } };
}

function elementOf(handlers: Variable, count: Variable, at: SourceLocation): Expression {
  const operand = placeOf(handlers, at);
  const start: Expression = { kind: 'array-decay', type: pointerTo(POINTER), at, operand };
  const pointer: Expression = {
    kind: 'pointer-add',
    type: pointerTo(POINTER),
    at,
    pointer: start,
    index: read(count, at),
    negative: false,
  };
  return { kind: 'dereference', type: POINTER, at, operand: pointer };
}

function step(count: Variable, operator: '+' | '-', at: SourceLocation): Statement {
  const value: Expression = {
    kind: 'binary',
    type: INT,
    at,
    operator,
    left: read(count, at),
    right: number(1n, INT, at),
  };
  return evaluated({ kind: 'assign', type: INT, at, target: placeOf(count, at), value });
}
