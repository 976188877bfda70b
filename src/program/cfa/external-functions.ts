import { isChoice } from '../../c/builtins/verifier-names.ts';
import { isTruth } from '../../c/types/type-basics.ts';
import type { FunctionType, RecordDefinition } from '../../c/types/types.ts';
import { isCheck } from './assertion-names.ts';
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
  // An assertion that the property is not about goes on, whether or not it holds.
  if (isCheck(fn.name)) return 'pure';
  // The attribute `pure` or `const` promises that the function changes nothing.
  if (fn.pure && mayChange(externals.reading)) return 'pure';
  return externals.reading === 'agree' && isChoice(fn.name) ? 'pure' : externals.reading;
}

/** Lists the external functions that calls on the way to the error may enter, sorted by name. */
export function externalFunctions({ program, source, edges }: LinkedProgram): readonly ExternalFunction[] {
  const found = new Map<string, ExternalFunction>();
  const see = (fn: AutomatonFunction | null | undefined): void => {
    const reading = fn === null || fn === undefined ? null : readingOf(program, fn);
    if (reading === null || reading === 'stop') return;
    const { name, type } = fn!;
    found.set(name, { name, reading, ...(mayChange(reading) && leadsToTruth(type) ? { truths: true } : {}) });
  };
  for (const { op, edge } of edges) {
    if (op.kind === 'call' && op.callee.kind === 'direct' && edge.op.kind === 'call')
      see(program.functions[op.callee.function]);
  }
  const names = [...found.keys()].sort();
  return names.filter((name) => source.functions.some((fn) => fn?.name === name)).map((name) => found.get(name)!);
}

/** Whether a function gives or gets a `_Bool`, or an object from which members and pointers lead to one. */
function leadsToTruth({ result, parameters }: FunctionType): boolean {
  const types = [result, ...parameters.map((parameter) => parameter.type)];
  const seen = new Set<RecordDefinition>();
  for (let type = types.pop(); type !== undefined; type = types.pop()) {
    if (isTruth(type)) return true;
    if (type.kind === 'pointer') types.push(type.target);
    else if (type.kind === 'array') types.push(type.element);
    else if ((type.kind === 'struct' || type.kind === 'union') && !seen.has(type.definition)) {
      seen.add(type.definition);
      types.push(...(type.definition.fields ?? []).map((field) => field.type));
    }
  }
  return false;
}
