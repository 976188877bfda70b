import { Interpolation } from '../interpolation/service.ts';
import type { EngineContext } from './engine.ts';

/** The interpolation service over the state variables of the engine's system, with the engine's options. */
export function interpolationFor(context: EngineContext): Interpolation {
  const { system, solvers, options } = context;
  const { terms, stateVars, blocks } = system;
  return new Interpolation(
    {
      terms,
      state: stateVars.map((v) => v.term),
      roots: blocks.flatMap((block) => [block.feasible, block.bad, block.gap]),
      next: blocks.map((block) => block.next),
    },
    solvers,
    { derivation: options.backward === false ? 'forward' : 'backward', milliseconds: Number(options.queryMilliseconds ?? 5_000) },
    () => context.stopped(),
  );
}
