import { algebraicRefuters } from '../../certify/algebra/refuter.ts';
import { withoutProducts } from '../../certify/algebra/without-products.ts';
import { alternatingRefuters } from '../../certify/alternating.ts';
import { boundsRefuters } from '../../certify/bounds/refuter.ts';
import { casesRefuters } from '../../certify/cases/refuter.ts';
import { partwiseRefuters } from '../../certify/partwise.ts';
import type { RefuterFactory } from '../../smt/refuter.ts';
import type { TermStore } from '../../smt/store.ts';

/**
 * All refuters of certificates that are our own: algebra is for products and bounds are for floats, and each leaves other queries at once, as plain
 * clauses leave floats; cases soon see where they are too many. `plain` makes those by clauses; `more`: further ones, that are asked last.
 */
export function ownRefuters(terms: TermStore, plain: RefuterFactory, ...more: readonly RefuterFactory[]): RefuterFactory {
  const all = [
    algebraicRefuters(terms),
    withoutProducts(terms, plain),
    boundsRefuters(terms),
    casesRefuters(terms),
    plain,
    ...more,
  ];
  return partwiseRefuters(terms, alternatingRefuters(...all));
}
