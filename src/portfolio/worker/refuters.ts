import { algebraicRefuters } from '../../certify/algebra/refuter.ts';
import { withoutProducts } from '../../certify/algebra/without-products.ts';
import { alternatingRefuters } from '../../certify/alternating.ts';
import { boundsRefuters } from '../../certify/bounds/refuter.ts';
import { casesRefuters } from '../../certify/cases/refuter.ts';
import { partwiseRefuters } from '../../certify/partwise.ts';
import type { RefuterFactory } from '../../terms/refuter.ts';
import type { TermStore } from '../../terms/store.ts';

/**
 * Combines our own refuters of certificates. Algebra is for products and bounds are for floats; each gives up on other
 * queries at once, as plain clauses do on floats. Algebra has a second turn behind plain clauses, for equations between
 * sums that take these long. Cases soon find out where they are too many. They come last because
 * they begin anew in each turn. `plain` makes the refuters by clauses; `more` adds refuters that are asked after all
 * others.
 */
export function ownRefuters(terms: TermStore, plain: RefuterFactory, ...more: readonly RefuterFactory[]): RefuterFactory {
  const all = [
    algebraicRefuters(terms),
    withoutProducts(terms, plain),
    plain,
    algebraicRefuters(terms, 'sums'),
    boundsRefuters(terms),
    casesRefuters(terms),
    ...more,
  ];
  return partwiseRefuters(terms, alternatingRefuters(...all));
}
