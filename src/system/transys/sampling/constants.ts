import type { Term } from '../../../logic/terms/builder.ts';
import type { TermStore } from '../../../logic/terms/store.ts';
import { postorder } from '../../../logic/terms/traverse.ts';

/** Values of the bit-vector constants below these terms, by width in bits. */
export function constantsOf(terms: TermStore, roots: readonly Term[]): ReadonlyMap<number, readonly bigint[]> {
  const found = new Map<number, bigint[]>();
  for (const t of postorder(terms, roots)) {
    if (!terms.isBv(t)) continue;
    const known = found.get(terms.width(t));
    if (known === undefined) found.set(terms.width(t), [terms.constValue(t)]);
    else known.push(terms.constValue(t));
  }
  return found;
}
