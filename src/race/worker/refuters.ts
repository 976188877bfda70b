import { algebraicRefuters } from '../../certify/proof/refuters/algebra/refuter.ts';
import { alternatingRefuters } from '../../certify/proof/refuters/alternating.ts';
import { boundsRefuters } from '../../certify/proof/refuters/bounds/refuter.ts';
import { casesRefuters } from '../../certify/proof/refuters/cases/refuter.ts';
import { partwiseRefuters } from '../../certify/proof/refuters/partwise.ts';
import { withoutProducts } from '../../certify/proof/refuters/without-products.ts';
import type { RefuterFactory } from '../../logic/terms/refuter.ts';
import type { TermStore } from '../../logic/terms/store.ts';

/**
 * Combines our own refuters of certificates. Algebra is for products; bounds are for floats and large
 * tables. Each gives up on other queries at once, as plain clauses do on floats. Algebra has a second turn after
 * plain clauses, for equations between sums that take these long. Case splitting soon finds out when
 * there are too many cases. It comes last because it starts from the beginning in each turn. `plain`
 * makes the refuters by clauses; `more` adds refuters that come after all others.
 */
export function ownRefuters(
  terms: TermStore,
  plain: RefuterFactory,
  ...more: readonly RefuterFactory[]
): RefuterFactory {
  const all = [
    boundsRefuters(terms, 'tables'),
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
