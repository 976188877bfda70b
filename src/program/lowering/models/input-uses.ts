import type { Variable } from '../../../c/ast.ts';
import type { Expr, Operation, Place, Program } from '../../cfa/automaton.ts';
import { walkOperation } from '../../cfa/walk.ts';
import { STANDARD_READERS, STREAM_READERS } from './input-texts.ts';
import { scanFunction } from './scanning.ts';

/** The program's uses of the standard input and the environment. */
export interface InputUses {
  /** The variable `stdin` of stdio.h; null if the program does not declare it. */
  readonly stream: Variable | null;
  /**
   * Whether `stdin` occurs elsewhere than as an argument of library functions, so that other streams may
   * be the same.
   */
  readonly streamEscapes: boolean;
  /** Whether all code that reads the standard input or changes its state has a model. */
  readonly stateKnown: boolean;
  /** Whether the program may change the environment, or read it otherwise than by `getenv`. */
  readonly changesEnvironment: boolean;
  /** Names of the library functions that are called. */
  readonly called: ReadonlySet<string>;
}

type Call = Operation & { readonly kind: 'call' };

const ENVIRONMENT_CHANGES: ReadonlySet<string> = new Set(['setenv', 'unsetenv', 'putenv', 'clearenv']);

/**
 * Finds the uses in one pass over the program. `hasModel` says whether a library function's call has a
 * model.
 */
export function inputUses(program: Program, hasModel: (name: string, op: Call) => boolean): InputUses {
  const { functions, globals } = program;
  const stream = globals.find((variable) => variable.name === 'stdin' && variable.undefined) ?? null;
  const called = new Set<string>();
  const unmodelled: { readonly name: string; readonly standard: boolean }[] = [];
  const libraryName = (id: number): string | null => {
    const fn = functions[id];
    return fn == null || fn.defined || fn.origin !== 'library' ? null : fn.name;
  };
  let [uses, direct] = [0, 0];
  let stateKnown = true;
  let changesEnvironment = false;
  const note = (name: string): void => {
    changesEnvironment ||= ENVIRONMENT_CHANGES.has(name);
  };
  const visitor = {
    expr(e: Expr): void {
      const name = e.kind === 'function-address' ? libraryName(e.function) : null;
      if (name === null) return;
      note(name);
      if (reads(name)) stateKnown = false;
    },
    place(place: Place): void {
      if (place.kind === 'variable' && place.variable === stream) uses++;
    },
  };
  for (const values of program.initialValues.values()) {
    for (const { value } of values) if (value.kind !== 'bytes') visitInitial(value, visitor);
  }
  for (const fn of functions) {
    for (const { op } of fn?.edges ?? []) {
      walkOperation(op, visitor, true);
      const name = op.kind === 'call' && op.callee.kind === 'direct' ? libraryName(op.callee.function) : null;
      if (name === null || op.kind !== 'call') continue;
      called.add(name);
      note(name);
      const standard = op.arguments.filter(isStandardInput).length;
      direct += standard;
      if (reads(name) && !hasModel(name, op)) unmodelled.push({ name, standard: standard > 0 });
    }
  }
  const streamEscapes = uses > direct;
  for (const { name, standard } of unmodelled) {
    if (standard || streamEscapes || STANDARD_READERS.has(scanFunction(name))) stateKnown = false;
  }
  return { stream, streamEscapes, stateKnown, changesEnvironment, called };
}

function reads(name: string): boolean {
  const plain = scanFunction(name);
  return STANDARD_READERS.has(plain) || STREAM_READERS.has(plain);
}

function visitInitial(value: Expr, visitor: { expr(e: Expr): void; place(place: Place): void }): void {
  walkOperation({ kind: 'assume', condition: value, truth: true }, visitor, false);
}

/** Whether the argument is `stdin` of stdio.h. */
export function isStandardInput(argument: Expr | undefined): boolean {
  let inner = argument;
  while (inner?.kind === 'convert' && inner.operand.type.kind === 'pointer') inner = inner.operand;
  if (inner?.kind !== 'load' || inner.place.kind !== 'variable') return false;
  const { variable } = inner.place;
  return variable.name === 'stdin' && variable.undefined;
}
