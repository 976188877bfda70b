import { listInputs, type RunResult, runProgram } from '../../../../src/interpreter/index.ts';
import type { Program } from '../../../../src/program/cfa/automaton.ts';
import { type RunEnd, simulateTrace } from '../../../../src/system/transys/simulate.ts';
import type { SystemTrace } from '../../../../src/system/transys/system.ts';
import type { Compiled } from './compile.ts';

/** Runs of a program with given inputs, by the interpreter and in its encoded system. */

/** Sites of the inputs, in the order in which `main` reads them. */
export function inputSites({ program, linked }: Pick<Compiled, 'program' | 'linked'>): string[] {
  const main = linked.contexts[0].function;
  return main.edges
    .filter(
      ({ op }) =>
        op.kind === 'call' &&
        op.callee.kind === 'direct' &&
        program.functions[op.callee.function]?.name.includes('nondet'),
    )
    .map(({ id }) => `:${id}`);
}

/** Runs the program, and returns what it prints and how it ends. */
export function interpreted(
  program: Program,
  sites: readonly string[],
  values: readonly bigint[],
  errorFunctions: readonly string[] = ['reach_error'],
): { readonly text: string; readonly result: RunResult } {
  let text = '';
  const inputs = values.map((value, i) => ({ kind: 'nondet' as const, site: sites[i], path: [], value }));
  const result = runProgram(program, {
    inputs: listInputs(inputs),
    errorFunctions,
    maxSteps: 200_000,
    stdout: (bytes) => {
      text += String.fromCharCode(...bytes);
    },
  });
  return { text, result };
}

/** End of a run of the encoded system, and whether the run rests on an approximation. */
export type SimulatedEnd = RunEnd & { readonly isDoubtful: boolean };

/** Runs the encoded system; inputs that are not named are zero. */
export function simulated({ system, ...rest }: Compiled, values: readonly bigint[]): SimulatedEnd {
  const sites = inputSites(rest);
  const taken = new Map<number, bigint>();
  system.inputs.forEach(({ origin }, index) => {
    const at = sites.indexOf(origin?.site ?? '');
    if (at >= 0) taken.set(index, values[at]);
  });
  // Each site is executed once.
  const steps: SystemTrace['steps'] = Array.from({ length: 10_000 }, () => taken);
  let isDoubtful = false;
  const doubt = (): void => {
    isDoubtful = true;
  };
  return { ...simulateTrace(system, { init: new Map(), steps }, { doubt }), isDoubtful };
}
