import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Slices, slicesOnMachine } from '../../../src/race/schedule/slices.ts';

const NAMES = ['sim', 'kind', 'houdini', 'bmc', 'ic3'] as const;

function slicesOf(order: readonly (readonly [(typeof NAMES)[number], number])[]): Slices {
  const ids = [...new Set(order.map(([id]) => id))];
  return {
    engines: ids.map((id) => ({ id, engine: id, options: {} })),
    slices: order.map(([engine, milliseconds]) => ({ engine, milliseconds })),
    nearlyAll: [],
    fewLeft: [],
  };
}

const all = slicesOf([
  ['sim', 100],
  ['kind', 200],
  ['houdini', 300],
  ['sim', 500],
  ['bmc', 400],
  ['kind', 1000],
]);

it('leaves the schedule of one machine as it is', () => {
  expect(slicesOnMachine(all, { index: 0, of: 1 })).toEqual(all);
});

it('gives each machine engines of its own to begin with, the most promising ones to different machines', () => {
  const orders = [0, 1].map((index) =>
    slicesOnMachine(all, { index, of: 2 }).slices.map(({ engine, milliseconds }) => [engine, milliseconds]),
  );
  expect(orders[0].slice(0, 3)).toEqual([
    ['sim', 100],
    ['houdini', 300],
    ['sim', 500],
  ]);
  expect(orders[1].slice(0, 3)).toEqual([
    ['kind', 200],
    ['bmc', 400],
    ['kind', 1000],
  ]);
});

it('has every slice on every machine, those of one engine in their order', () => {
  const order = fc.array(fc.tuple(fc.constantFrom(...NAMES), fc.integer({ min: 1, max: 1000 })), { maxLength: 12 });
  fc.assert(
    fc.property(order, fc.integer({ min: 1, max: 16 }), (slices, of) => {
      const whole = slicesOf(slices);
      const machines = Array.from({ length: of }, (_, index) => slicesOnMachine(whole, { index, of }));
      for (const part of machines) {
        for (const { id } of whole.engines)
          expect(part.slices.filter(({ engine }) => engine === id)).toEqual(
            whole.slices.filter(({ engine }) => engine === id),
          );
        expect(part.slices).toHaveLength(whole.slices.length);
        // Engines are in the order of their first slices.
        expect(part.engines.map(({ id }) => id)).toEqual([...new Set(part.slices.map(({ engine }) => engine))]);
      }
      // The engines that machines begin with are all engines, or different ones.
      const first = machines.map(({ engines }) => engines[0]?.id);
      expect(new Set(first).size).toBe(Math.min(of, Math.max(1, whole.engines.length)));
    }),
  );
});
