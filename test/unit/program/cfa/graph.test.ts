import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stronglyConnected } from '../../../../src/program/../base/graph.ts';
import {
  backEdgeTargets,
  depthFirstOrder,
  reachableFrom,
  reversed,
} from '../../../../src/program/cfa/analysis/graph.ts';

/** A random graph of up to 30 nodes. */
const graphs = fc
  .integer({ min: 1, max: 30 })
  .chain((size) =>
    fc.array(fc.array(fc.integer({ min: 0, max: size - 1 }), { maxLength: 4 }), { minLength: size, maxLength: size }),
  );

describe('graph algorithms', () => {
  it('cuts every cycle at the targets of back edges', () => {
    fc.assert(
      fc.property(graphs, (successors) => {
        const cut = new Set(backEdgeTargets(successors, 0));
        const reached = reachableFrom(successors, [0]);
        const without = successors.map((list, node) =>
          reached[node] === 1 ? list.filter((next) => !cut.has(next)) : [],
        );
        for (const [node, list] of without.entries()) expect(reachableFrom(without, list)[node]).toBe(0);
      }),
    );
  });

  it('puts nodes into one component that reach each other, and numbers callees before callers', () => {
    fc.assert(
      fc.property(graphs, (successors) => {
        const component = stronglyConnected(successors);
        const reach = successors.map((_, node) => reachableFrom(successors, [node]));
        for (const [a, list] of successors.entries()) {
          for (const b of successors.keys())
            expect(component[a] === component[b]).toBe(reach[a][b] === 1 && reach[b][a] === 1);
          for (const b of list) expect(component[a]).toBeGreaterThanOrEqual(component[b]);
        }
      }),
    );
  });

  it('finds no back edge in a graph whose edges all lead up', () => {
    fc.assert(
      fc.property(graphs, (successors) => {
        const acyclic = successors.map((list, node) => list.filter((next) => next > node));
        expect(backEdgeTargets(acyclic, 0)).toEqual([]);
      }),
    );
  });

  it('visits deep graphs without recursion', () => {
    const chain = Array.from({ length: 200_000 }, (_, i) => (i < 199_999 ? [i + 1] : []));
    expect(depthFirstOrder(chain, 0).postorder[0]).toBe(199_999);
  });

  it('reverses edges', () => {
    expect(reversed([[1, 2], [2], []])).toEqual([[], [0], [0, 1]]);
  });
});
