import type { Execution } from '../execution.ts';
import { load, shapeOf, store } from '../memory/access.ts';
import { joinTargets } from '../memory/facts.ts';
import { NULL_OBJECT } from '../memory/objects.ts';
import type { Reference } from '../memory/places.ts';

/** Assigns any value, where the C library may do one thing or another; pointers lead where they led, or nowhere. */
export function unspecified(x: Execution, reference: Reference): void {
  const old = load(x, reference);
  const cells = shapeOf(x, reference).cells.map(({ sort, role }, c) => {
    const targets = role === 'object' ? joinTargets(x.facts.targets(old[c]), new Set([NULL_OBJECT])) : new Set<number>();
    return x.unknown(sort, 'what the C library leaves open', role === 'object' ? { targets } : {});
  });
  store(x, reference, cells);
}
