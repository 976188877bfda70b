import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Drawing, draw, LABEL, type Point } from '../../../../../src/apps/server/web/state/drawing.ts';

const at = { file: 'a.c', line: 1, column: 1 };

/** Automata of which each block has up to two successors, with labels of any length. */
const automaton = fc.integer({ min: 2, max: 14 }).chain((count) =>
  fc.array(
    fc.array(fc.record({ to: fc.nat(count - 1), label: fc.string({ minLength: 0, maxLength: 24 }) }), {
      maxLength: 2,
    }),
    { minLength: count, maxLength: count },
  ),
);

function drawn(graph: readonly (readonly { readonly to: number; readonly label: string }[])[]): Drawing {
  const blocks = graph.map((next) => ({
    operations: [],
    more: 0,
    loops: [],
    error: false,
    exit: false,
    next: next.map(({ to, label }) => ({ to, condition: label === '' ? null : { text: label, at } })),
  }));
  return draw(
    { blocks },
    graph.map((_, index) => Array.from({ length: 1 + (index % 3) }, () => `x = ${index}`)),
    (text) => text,
  );
}

/** Points along an edge, as `pathOf` draws it. */
function sampled(points: readonly Point[]): readonly Point[] {
  return points.slice(1).flatMap((end, index) => {
    const start = points[index];
    const middle = (start.y + end.y) / 2;
    return Array.from({ length: 33 }, (_, step) => {
      const t = step / 32;
      const [a, b, c, d] = [(1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t ** 2 * (1 - t), t ** 3];
      if (start.x === end.x) return { x: start.x, y: start.y + t * (end.y - start.y) };
      return { x: (a + b) * start.x + (c + d) * end.x, y: a * start.y + (b + c) * middle + d * end.y };
    });
  });
}

it('no edge of an automaton crosses a label', () => {
  fc.assert(
    fc.property(automaton, (graph) => {
      const { edges } = drawn(graph);
      for (const edge of edges) {
        const [from, to] = edge.key.split(' ');
        if (from === to) continue;
        const path = sampled(edge.points);
        for (const { label } of edges) {
          if (label === null) continue;
          const crossing = path.find(
            ({ x, y }) => x > label.x + 1 && x < label.x + label.width - 1 && Math.abs(y - label.y) < LABEL / 2 - 1,
          );
          expect(crossing).toBeUndefined();
        }
      }
    }),
  );
});

it('edges begin and end at their blocks', () => {
  fc.assert(
    fc.property(automaton, (graph) => {
      const { boxes, edges } = drawn(graph);
      for (const { key, points } of edges) {
        const [from, to] = key.split(' ').map((index) => boxes[Number(index)]);
        if (from === to) continue;
        for (const [box, point] of [
          [from, points[0]],
          [to, points[points.length - 1]],
        ] as const) {
          expect(point.x).toBeGreaterThanOrEqual(box.x - 0.01);
          expect(point.x).toBeLessThanOrEqual(box.x + box.width + 0.01);
          expect(Math.min(Math.abs(point.y - box.y), Math.abs(point.y - box.y - box.height))).toBeLessThan(0.01);
        }
      }
    }),
  );
});
