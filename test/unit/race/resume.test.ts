import { expect, test } from 'vitest';
import type { Term } from '../../../src/logic/terms/builder.ts';
import { storedProof } from '../../../src/race/cache/stored-verdict.ts';
import type { LocalModel } from '../../../src/race/worker/model.ts';
import { resume } from '../../../src/race/worker/resume.ts';
import { freezeSystem } from '../../../src/system/transys/share.ts';
import type { TransitionSystem } from '../../../src/system/transys/system.ts';
import { ALL } from '../../../src/system/transys/target.ts';
import { bits, build } from '../system/transys/examples.ts';

/** Two counters from 1 and 0 in steps of `step` and 4. The checks are that x is odd, and that y is even. */
function counters(step: number): TransitionSystem {
  const system = build({
    state: { x: bits(8), y: bits(8) },
    blocks: [
      (t) => ({ next: { x: t.bv(8, 1), y: t.bv(8, 0) }, successors: [1] }),
      (t, v) => ({
        next: { x: t.add(v('x'), t.bv(8, step)), y: t.add(v('y'), t.bv(8, 4)) },
        successors: [1],
      }),
    ],
  });
  const { terms, blocks } = system;
  const bads = [
    { name: 'x', term: terms.not(low(system, 'x', 1)) },
    { name: 'y', term: terms.not(low(system, 'y', 0)) },
  ];
  const bad = terms.orAll(bads.map(({ term }) => term));
  return { ...system, blocks: [blocks[0], { ...blocks[1], bads, bad, feasible: terms.not(bad) }] };
}

/** The last bit of a counter. */
function low({ terms }: TransitionSystem, name: string, bit: number): Term {
  return terms.eq(terms.extract(terms.find(name)!, 0, 0), terms.bv(1, bit));
}

/** The labels that the proof of both checks still excludes in another version. */
function resumed(labels: readonly string[], step: number, k = 0): readonly string[] | null {
  const before = counters(2);
  const invariant = before.terms.andAll([low(before, 'x', 1), low(before, 'y', 0)].map((t) => atLoop(before, t)));
  const certificate = { kind: 'inductive', invariant, k, instances: [] } as const;
  const kept = storedProof('ai', { certificate, system: freezeSystem(before), target: ALL, evidence: {} as never });
  if (kept?.answer !== 'safe') throw new Error('the proof is not stored');
  const model = { system: counters(step) } as unknown as LocalModel;
  const job = resume(model, { kept, target: { kind: 'labels', labels }, milliseconds: 2000 });
  return job?.target.kind === 'labels' ? job.target.labels : null;
}

function atLoop({ terms, stateVars }: TransitionSystem, t: Term): Term {
  return terms.or(terms.not(terms.eq(stateVars[0].term, terms.bv(4, 1))), t);
}

test('a proof is claimed for the checks that its facts still exclude', () => {
  expect(resumed(['x', 'y'], 6)).toEqual(['x', 'y']);
  expect(resumed(['x', 'y'], 3)).toEqual(['y']);
  expect(resumed(['x'], 3)).toBe(null);
  expect(resumed(['y'], 3)).toEqual(['y']);
});

test('a proof by several steps is one of its own checks, which the checker decides', () => {
  expect(resumed(['x'], 3, 2)).toEqual(['x']);
});
