import { descriptionOf } from '../../engines/register.ts';
import type { SystemFacts } from '../facts.ts';
import type { Entrant } from './plan.ts';

/** Whether an engine should have Z3 from the start; see `EngineDescription.z3`. */
export function needsZ3({ engine, options }: Pick<Entrant, 'engine' | 'options'>, facts: SystemFacts): boolean {
  return options.solver === 'z3' || descriptionOf(engine).z3.some((feature) => facts[feature]);
}
