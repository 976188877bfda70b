import fc from 'fast-check';
import { expect, test } from 'vitest';
import { NO_TERM } from '../../../../src/logic/terms/builder.ts';
import { State } from '../../../../src/system/encode/objects/state.ts';

const changes = fc.array(fc.tuple(fc.nat(5000), fc.nat(50)), { maxLength: 60 });

function build(from: State, pairs: readonly (readonly [number, number])[]): State {
  return pairs.reduce((state, [cell, value]) => state.set(cell, value), from);
}

function content(state: State): Map<number, number> {
  const cells = new Map<number, number>();
  state.forEach((cell, value) => {
    cells.set(cell, value);
  });
  return cells;
}

test('a state holds what was set last', () => {
  fc.assert(
    fc.property(changes, (pairs) => {
      expect([...content(build(State.EMPTY, pairs))].sort()).toEqual([...new Map(pairs)].sort());
    }),
  );
});

test('differences and merges concern the cells that differ, and no others', () => {
  fc.assert(
    fc.property(changes, changes, changes, (common, left, right) => {
      const base = build(State.EMPTY, common);
      const [a, b] = [build(base, left), build(base, right)];
      const seen = new Set<number>();
      a.differences(b, (cell, mine, theirs) => {
        expect([mine, theirs]).toEqual([a.get(cell), b.get(cell)]);
        seen.add(cell);
      });
      for (const cell of new Set([...content(a).keys(), ...content(b).keys()]))
        expect(seen.has(cell)).toBe(a.get(cell) !== b.get(cell));
      const merged = a.merge(b, (_, mine, theirs) => 1000 + Math.max(mine, theirs));
      for (const cell of seen) expect(merged.get(cell)).toBe(1000 + Math.max(a.get(cell), b.get(cell)));
      expect(a.merge(a, () => NO_TERM)).toBe(a);
    }),
  );
});
