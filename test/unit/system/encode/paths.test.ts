import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Evaluator } from '../../../../src/logic/terms/evaluate.ts';
import { TermStore } from '../../../../src/logic/terms/store.ts';
import { type PathNode, Paths } from '../../../../src/system/encode/blocks/paths.ts';

const BITS = 6;

function setting() {
  const terms = new TermStore();
  const paths = new Paths(terms);
  const conditions = Array.from({ length: BITS }, (_, i) => terms.variable(`c${i}`, { kind: 'bool' }));
  return { terms, paths, conditions };
}

test('a diamond that closes leaves the guard as it was', () => {
  const { terms, paths, conditions } = setting();
  const outer = paths.side(paths.decide(paths.root, conditions[0]), true);
  const inner = paths.decide(outer, conditions[1]);
  const chain = paths.decide(paths.side(inner, false), conditions[2]);
  const arrivals = [paths.side(inner, true), paths.side(chain, true), paths.side(chain, false)].map((node, item) => ({
    node,
    item,
  }));
  expect(paths.join(arrivals, (_, a) => a).node).toBe(outer);
  expect(terms.size).toBeLessThan(20);
});

test('an early return that joins later closes the diamond too', () => {
  const { paths, conditions } = setting();
  const first = paths.decide(paths.root, conditions[0]);
  const second = paths.decide(paths.side(first, false), conditions[1]);
  const early = paths.side(second, false);
  const merge = (_: number, a: number): number => a;
  const middle = paths.join(
    [paths.side(first, true), paths.side(second, true)].map((node) => ({ node, item: 0 })),
    merge,
  );
  const third = paths.decide(middle.node, conditions[2]);
  const later = paths.join(
    [paths.side(third, true), paths.side(third, false)].map((node) => ({ node, item: 0 })),
    merge,
  );
  expect(later.node).toBe(middle.node);
  expect(paths.join([later, { node: early, item: 0 }], merge).node).toBe(paths.root);
});

test('joins choose the path that was taken, whatever is missing and in whatever groups they happen', () => {
  fc.assert(
    fc.property(
      fc.array(fc.nat(1000), { minLength: 40, maxLength: 40 }),
      fc.array(fc.boolean(), { minLength: BITS, maxLength: BITS }),
      (choices, values) => {
        const { terms, paths, conditions } = setting();
        let next = 0;
        const choice = (below: number): number => choices[next++ % choices.length] % below;
        // A random decision tree; some leaves are dropped, the others carry their number.
        let leaves: PathNode[] = [paths.root];
        for (let i = 0; i < 8; i++) {
          const [node] = leaves.splice(choice(leaves.length), 1);
          const decision = paths.decide(node, conditions[choice(BITS)]);
          leaves.push(
            ...[paths.side(decision, true), paths.side(decision, false)].filter((side) => paths.exists(side)),
          );
        }
        leaves = [...new Set(leaves)].filter((_, i) => i === 0 || choice(5) > 0);
        let arrivals = leaves.map((node, i) => ({ node, item: terms.bv(8, i) }));
        const merge = (c: number, a: number, b: number): number => terms.ite(c, a, b);
        while (arrivals.length > 1) {
          const size = Math.min(arrivals.length, 2 + choice(3));
          arrivals = [...arrivals.slice(size), paths.join(arrivals.slice(0, size), merge)];
        }
        const [{ node, item }] = arrivals;
        const evaluator = new Evaluator(terms, (t) => values[conditions.indexOf(t)]);
        const taken = leaves.findIndex((leaf) => evaluator.value(leaf.guard) === true);
        expect(evaluator.value(node.guard)).toBe(taken >= 0);
        if (taken >= 0) expect(evaluator.value(item)).toBe(BigInt(taken));
      },
    ),
    { numRuns: 300 },
  );
});
