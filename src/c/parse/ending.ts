import type { SourceLocation } from '../../base/source.ts';
import type { FunctionDeclaration, Statement } from '../ast.ts';
import { ENDS_LIKE_EXIT } from '../builtins/library/table.ts';
import { INT, pointerTo, VOID } from '../types/type-basics.ts';
import type { CType, FunctionType } from '../types/types.ts';
import { exitHandlers } from './exit-handlers.ts';
import { callOf, evaluated, number, placeOf, read } from './hidden-code.ts';
import type { ProgramState } from './program.ts';

/** The name of {@link endingFunction}. */
export const ENDING = '$end';

/**
 * Makes the function that ends a program with destructors, or with calls of `atexit`. It runs the
 * handlers, calls the destructors in the given order, and does the work of `_exit`. It becomes the
 * body of `exit`, unless the program has its own. Null without destructors and handlers.
 */
export function endingFunction(
  program: ProgramState,
  destructors: readonly FunctionDeclaration[],
): FunctionDeclaration | null {
  const handled = exitHandlers(program);
  const at = destructors[0]?.at ?? handled?.at;
  if (at === undefined) return null;
  if (program.endsInLibrary) leaveOpen(program);
  const type = functionOf(VOID, INT);
  const ended = program.newVariable('$ended', INT, at, { storage: 'static', scope: null });
  const status = program.newVariable('$status', INT, at, { storage: 'automatic', scope: null });
  const handlers = library(program, '__cxa_finalize', functionOf(VOID, pointerTo(VOID)), at);
  const last = library(program, '_exit', type, at);
  const twice: Statement = { kind: 'unsupported', at, construct: 'exit within a destructor or a handler of atexit' };
  const body: Statement[] = [
    { kind: 'if', at, condition: read(ended, at), then: twice, otherwise: null },
    evaluated({ kind: 'assign', type: INT, at, target: placeOf(ended, at), value: number(1n, INT, at) }),
    ...(handled === null ? [] : [handled]),
    evaluated(callOf(handlers, [number(0n, pointerTo(VOID), at)], at)),
    ...destructors.map((destructor) => evaluated(callOf(destructor, [], at))),
    evaluated(callOf(last, [read(status, at)], at)),
  ];
  const ending = program.newFunction(ENDING, type, false, at);
  ending.definition = { parameters: [status], locals: [], body: { kind: 'block', at, body, end: at }, end: at };
  const exit = library(program, 'exit', type, at);
  if (exit.definition === null) {
    const given = program.newVariable('status', INT, at, { storage: 'automatic', scope: exit.id });
    const go = evaluated(callOf(ending, [read(given, at)], at));
    exit.definition = { parameters: [given], locals: [], body: { kind: 'block', at, body: [go], end: at }, end: at };
    exit.type = type;
    // Code behind the call of `_exit` is no place of the program.
    exit.noreturn = false;
  }
  return ending;
}

/** Ends proofs and runs at calls of library functions that may call the destructors themselves. */
function leaveOpen(program: ProgramState): void {
  for (const name of ENDS_LIKE_EXIT) {
    const known = program.externals.get(name);
    if (known?.kind !== 'function' || known.function.definition !== null) continue;
    const { id, at, type } = known.function;
    const options = { storage: 'automatic', scope: id } as const;
    const parameters = type.parameters.map((one, i) => program.newVariable(`given${i}`, one.type, at, options));
    const construct = `${name} in a program with destructors`;
    const body: Statement[] = [{ kind: 'unsupported', at, construct }];
    known.function.definition = { parameters, locals: [], body: { kind: 'block', at, body, end: at }, end: at };
  }
}

function functionOf(result: CType, parameter: CType): FunctionType {
  return { kind: 'function', result, parameters: [{ name: null, type: parameter }], variadic: false, prototyped: true };
}

function library(program: ProgramState, name: string, type: FunctionType, at: SourceLocation): FunctionDeclaration {
  const known = program.externals.get(name);
  if (known?.kind === 'function') return known.function;
  const declaration = program.newFunction(name, type, true, at);
  program.externals.set(name, {
    kind: 'function',
    function: declaration,
    definedAt: null,
    weak: false,
    implicit: true,
  });
  return declaration;
}
