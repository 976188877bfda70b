import type { Execution } from '../execution.ts';
import { load, shapeOf, store } from '../memory/access.ts';
import { joinTargets } from '../memory/facts.ts';
import { NULL_OBJECT } from '../memory/objects.ts';
import type { Reference } from '../memory/places.ts';

/**
 * Assigns any value, where the C library, or the named construct, leaves the value open. Pointers keep
 * their targets, or lead nowhere.
 */
export function unspecified(x: Execution, reference: Reference, construct = 'what the C library leaves open'): void {
  const old = load(x, reference);
  const cells = shapeOf(x, reference).cells.map(({ sort, role }, c) => {
    const targets = role === 'object' ? joinTargets(x.facts.targets(old[c]), new Set([NULL_OBJECT])) : new Set<number>();
    return x.unknown(sort, construct, role === 'object' ? { targets } : {});
  });
  store(x, reference, cells);
}
