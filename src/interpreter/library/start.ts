import { INT, pointerTo, VOID } from '../../c/types/type-basics.ts';
import type { CType } from '../../c/types/types.ts';
import type { AutomatonFunction } from '../../program/cfa/automaton.ts';
import type { NativeProcess } from '../activation.ts';
import { Halt } from '../outcome.ts';
import type { Runtime } from '../runtime.ts';
import type { Value } from '../values.ts';
import { writePointer } from './string-functions.ts';
import { bytesOf, newString } from './text.ts';

/** Calls `main` and exits with its result. */
export function* startProgram(runtime: Runtime, main: AutomatonFunction, types: readonly CType[]): NativeProcess {
  const given = runtime.options.argv ?? ['program'];
  const values: Value[] = [given.length];
  if (main.parameters.length > 1) values.push(vector(runtime, given));
  if (main.parameters.length > 2) values.push(vector(runtime, environmentTexts(runtime)));
  const status = yield {
    address: runtime.functionAddress(main.id),
    arguments: values.slice(0, Math.max(types.length, 1)),
    types: types.length > 0 ? types : [INT],
  };
  const number =
    typeof status === 'number' ? status : typeof status === 'bigint' ? Number(BigInt.asIntN(32, status)) : 0;
  return yield* exitProgram(runtime, number);
}

function environmentTexts({ options }: Runtime): readonly string[] {
  return [...(options.environment ?? [])].map(([name, text]) => `${name}=${text}`);
}

/** Stores the addresses of the texts, and a null pointer behind them. */
function vector(runtime: Runtime, texts: readonly string[]): number {
  const size = runtime.pointerSize;
  const address = runtime.heap.allocateHidden((texts.length + 1) * size);
  for (const [index, text] of texts.entries())
    writePointer(runtime, address + index * size, newString(runtime, bytesOf(text)));
  return address;
}

/** Runs the handlers that `atexit` registered, and ends the run. */
export function* exitProgram(runtime: Runtime, status: number): NativeProcess {
  yield* runExitHandlers(runtime);
  throw new Halt({ kind: 'exit', status: status & 255 });
}

/** Runs the handlers that `atexit` registered, the last one first. */
export function* runExitHandlers(runtime: Runtime): NativeProcess {
  for (let handler = runtime.exitHandlers.pop(); handler !== undefined; handler = runtime.exitHandlers.pop()) {
    // Handlers of on_exit and __cxa_atexit take arguments that an ordinary handler ignores.
    yield { address: handler, arguments: [0, 0], types: [pointerTo(VOID), pointerTo(VOID)] };
  }
  return undefined;
}
