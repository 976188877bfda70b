import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  backEdgeTargets,
  depthFirstOrder,
  reachableFrom,
  reversed,
  solveFlow,
  stronglyConnected,
  topologicalOrder,
} from '../../../../src/program/index.ts';

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
        const order = topologicalOrder(successors, 0, cut);
        const position = new Map(order.map((node, i) => [node, i]));
        for (const node of order) {
          for (const next of successors[node])
            if (!cut.has(next)) expect(position.get(next)!).toBeGreaterThan(position.get(node)!);
        }
        const reached = reachableFrom(successors, [0]);
        expect(new Set(order)).toEqual(new Set([...successors.keys()].filter((node) => reached[node] === 1)));
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

  it('refuses an order of a cycle without cut point', () => {
    expect(() => topologicalOrder([[1], [0]], 0, new Set())).toThrow(RangeError);
  });

  it('visits deep graphs without recursion', () => {
    const chain = Array.from({ length: 200_000 }, (_, i) => (i < 199_999 ? [i + 1] : []));
    expect(depthFirstOrder(chain, [0]).postorder[0]).toBe(199_999);
  });

  it('solves reachability as a flow problem', () => {
    fc.assert(
      fc.property(graphs, (successors) => {
        const facts = solveFlow(successors, {
          start: new Map([[0, true]]),
          transfer: (_from, _to, fact) => fact,
          join: (old) => old,
        });
        const reached = reachableFrom(successors, [0]);
        expect(facts.map((fact) => (fact ? 1 : 0))).toEqual([...reached]);
      }),
    );
  });

  it('reverses edges', () => {
    expect(reversed([[1, 2], [2], []])).toEqual([[], [0], [0, 1]]);
  });
});
