import { expect, test } from 'vitest';
import { stopsOf } from '../../../../src/logic/domains/range.ts';
import { TermStore } from '../../../../src/logic/terms/store.ts';
import { postorder } from '../../../../src/logic/terms/traverse.ts';

test('limits of terms lead to thresholds for their sums and products', () => {
  const terms = new TermStore();
  const [n, k, free] = ['n', 'k', 'free'].map((name) => terms.variable(name, { kind: 'bv', width: 16 }));
  const limits = [terms.ult(terms.bv(16, 100), n), terms.ult(terms.bv(16, 8), k)];
  const bounds = (t: number): bigint[] => [
    ...(stopsOf(terms, [postorder(terms, [...limits, t])]).get(16)?.bounds ?? []),
  ];
  expect(bounds(terms.add(n, k))).toContain(108n);
  expect(bounds(terms.add(terms.add(n, k), terms.bv(16, 5)))).toContain(113n);
  expect(bounds(terms.mul(n, terms.bv(16, 2)))).toContain(200n);
  expect(bounds(terms.add(n, free))).not.toContain(108n);
});
