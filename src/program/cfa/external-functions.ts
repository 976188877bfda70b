import { isChoice } from '../../c/builtins/verifier-names.ts';
import type { AutomatonFunction, Program } from './automaton.ts';
import { type ExternalFunction, type ExternalReading, mayChange } from './externals.ts';
import type { LinkedProgram } from './linked.ts';

/** Returns the reading of a function of the program; null if the function is not external. */
export function readingOf(
  { externals }: Pick<Program, 'externals'>,
  fn: Pick<AutomatonFunction, 'name' | 'origin' | 'pure'>,
): ExternalReading | null {
  if (fn.origin !== 'external') return null;
  if (Object.hasOwn(externals.functions, fn.name)) return externals.functions[fn.name];
  // The attribute `pure` or `const` promises that the function changes nothing.
  if (fn.pure && mayChange(externals.reading)) return 'pure';
  return externals.reading === 'agree' && isChoice(fn.name) ? 'pure' : externals.reading;
}

/** Lists the external functions that calls on the way to the error may enter, sorted by name. */
export function externalFunctions({ program, source, edges }: LinkedProgram): readonly ExternalFunction[] {
  const found = new Map<string, ExternalReading>();
  const see = (fn: AutomatonFunction | null | undefined): void => {
    const reading = fn === null || fn === undefined ? null : readingOf(program, fn);
    if (reading !== null && reading !== 'stop') found.set(fn!.name, reading);
  };
  for (const { op, edge } of edges) {
    if (op.kind === 'call' && op.callee.kind === 'direct' && edge.op.kind === 'call')
      see(program.functions[op.callee.function]);
  }
  const names = [...found.keys()].sort();
  return names
    .filter((name) => source.functions.some((fn) => fn?.name === name))
    .map((name) => ({ name, reading: found.get(name)! }));
}
