import { unreachable } from '../../base/errors.ts';
import type { SystemFacts } from '../facts.ts';
import type { Entrant } from './plan.ts';

/**
 * Whether an engine should have Z3 from the start, which takes a tenth of a second and 50 MB. Z3
 * translates floats into gates; where words are multiplied, it checks interpolants in turn with our
 * own refuters. Any other engine can load it later.
 */
export function needsZ3({ engine, options }: Pick<Entrant, 'engine' | 'options'>, { floats, products }: SystemFacts): boolean {
  if (options.solver === 'z3') return true;
  switch (engine) {
    case 'imc':
    case 'ismc':
    case 'dar':
      return floats || products;
    case 'bmc':
    case 'kind':
    case 'houdini':
    case 'ic3':
    case 'pdr':
    case 'explore':
    case 'poly':
      return floats;
    case 'ai':
    case 'boxes':
    case 'exhaust':
    case 'sim':
      return false;
    default:
      return unreachable(engine);
  }
}
