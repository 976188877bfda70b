import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ALWAYS, type BitCube, isPart, signatureOf } from '../../../../src/engines/frames/ic3/clause.ts';
import { KnownCores } from '../../../../src/engines/frames/ic3/frames.ts';
import { KnownSteps } from '../../../../src/engines/frames/ic3/known-steps.ts';
import { isTrue } from '../../../../src/engines/methods/frames/bit-system.ts';

const BITS = 5;
const HERE = 1;
const state = fc.array(fc.nat(1), { minLength: BITS, maxLength: BITS }).map((bits) => Uint8Array.from(bits));
const cube = fc
  .uniqueArray(fc.nat(2 * BITS - 1), { minLength: 1, maxLength: 3, selector: (literal) => literal >> 1 })
  .map((literals) => literals.sort((a, b) => a - b));
const level = fc.oneof(fc.nat(4), fc.constant(ALWAYS));
const event = fc.oneof(
  fc.record({
    kind: fc.constant('step' as const),
    from: fc.constantFrom(0, HERE),
    level: fc.nat(4),
    before: state,
    after: state,
  }),
  fc.record({ kind: fc.constant('clause' as const), at: fc.constantFrom(0, HERE), level, cube }),
  fc.record({ kind: fc.constant('question' as const), level, cube }),
);

const inside = (s: Uint8Array, c: BitCube): boolean => c.every((literal) => isTrue(s, literal));

test('steps that are known answer as if each were looked at', () => {
  fc.assert(
    fc.property(fc.array(event, { maxLength: 60 }), (events) => {
      const known = new KnownSteps(BITS);
      let steps: { from: number; level: number; before: Uint8Array; after: Uint8Array }[] = [];
      for (const next of events) {
        switch (next.kind) {
          case 'step':
            known.add(next.from, next.level, next.before, next.after);
            steps.push({ ...next });
            break;
          case 'clause':
            known.exclude(next.at, next.cube, next.level);
            // A frame that has lost the state is not the step's any more, but later ones are.
            for (const step of steps)
              if (step.from === next.at && inside(step.before, next.cube))
                step.level = Math.max(step.level, next.level + 1);
            steps = steps.filter((step) => step.level < ALWAYS);
            break;
          case 'question':
            expect(known.lead(HERE, next.cube, next.level)).toBe(
              steps.some(
                (step) =>
                  step.level <= next.level &&
                  inside(step.after, next.cube) &&
                  !(step.from === HERE && inside(step.before, next.cube)),
              ),
            );
            break;
        }
      }
    }),
    { numRuns: 300 },
  );
});

test('of many steps the last ones are known', () => {
  const known = new KnownSteps(BITS);
  for (let i = 0; i < 2000; i++)
    known.add(
      0,
      1,
      new Uint8Array(BITS),
      Uint8Array.from({ length: BITS }, (_, bit) => (i >> bit) & 1),
    );
  expect(known.lead(HERE, [0, 2, 4, 6, 8], 1)).toBe(true);
  for (let i = 0; i < 2000; i++) known.add(0, 1, new Uint8Array(BITS), new Uint8Array(BITS));
  expect(known.lead(HERE, [0], 1)).toBe(false);
  expect(known.lead(HERE, [1], 1)).toBe(true);
  expect(known.lead(HERE, [1], 0)).toBe(false);
});

test('cores that are known are parts, for no earlier frame than is asked about', () => {
  fc.assert(
    fc.property(fc.array(fc.record({ cube, level }), { maxLength: 20 }), cube, level, (cores, asked, from) => {
      const known = new KnownCores();
      for (const core of cores) known.add(core.cube, core.level);
      const found = known.of(asked, signatureOf(asked), from);
      const fitting = cores.filter((core) => core.level >= from && isPart(core.cube, asked));
      if (found === null) expect(fitting).toEqual([]);
      else expect(fitting.map((core) => core.cube)).toContainEqual(found);
    }),
  );
});
