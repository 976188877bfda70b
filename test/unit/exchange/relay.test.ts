import { describe, expect, test } from 'vitest';
import type { Lemma } from '../../../src/exchange/lemma.ts';
import { LemmaRelay, subsumed } from '../../../src/exchange/relay.ts';

const invariant = (from: string, formula: number): Lemma => ({ from, kind: 'invariant', bound: null, formula });
const bounded = (from: string, formula: number, bound: number): Lemma => ({ from, kind: 'bounded', bound, formula });

test('a lemma is subsumed by the same formula that holds at least as long', () => {
  expect(subsumed(invariant('a', 1), bounded('b', 1, 5))).toBe(true);
  expect(subsumed(invariant('a', 1), invariant('b', 1))).toBe(true);
  expect(subsumed(bounded('a', 1, 5), bounded('b', 1, 5))).toBe(true);
  expect(subsumed(bounded('a', 1, 5), bounded('b', 1, 6))).toBe(false);
  expect(subsumed(bounded('a', 1, 5), invariant('b', 1))).toBe(false);
  expect(subsumed(invariant('a', 1), invariant('b', 2))).toBe(false);
});

test('lemmas go to all but their author, once, and to late comers', () => {
  const relay = new LemmaRelay();
  const got: Record<string, Lemma[]> = { a: [], b: [], c: [] };
  relay.join('a', true, (lemma) => got.a.push(lemma));
  relay.join('b', true, (lemma) => got.b.push(lemma));
  expect(relay.publish(bounded('a', 1, 3))).toBe(true);
  expect(relay.publish(bounded('b', 1, 2))).toBe(false);
  expect(relay.publish(invariant('b', 1))).toBe(true);
  relay.join('c', true, (lemma) => got.c.push(lemma));
  expect(got).toEqual({ a: [invariant('b', 1)], b: [bounded('a', 1, 3)], c: [invariant('b', 1)] });
  expect(relay.log.map((entry) => entry.outcome)).toEqual(['forwarded', 'subsumed', 'forwarded']);
  relay.leave('a');
  relay.publish(invariant('b', 2));
  expect(got.a).toHaveLength(1);
});

test('what holds up to a bound only goes to those who have use for it', () => {
  const relay = new LemmaRelay();
  const got: Record<string, Lemma[]> = { searcher: [], prover: [], late: [] };
  relay.join('searcher', true, (lemma) => got.searcher.push(lemma));
  relay.join('prover', false, (lemma) => got.prover.push(lemma));
  relay.publish(bounded('a', 1, 3));
  relay.publish(invariant('a', 2));
  relay.join('late', false, (lemma) => got.late.push(lemma));
  expect(got).toEqual({
    searcher: [bounded('a', 1, 3), invariant('a', 2)],
    prover: [invariant('a', 2)],
    late: [invariant('a', 2)],
  });
  relay.publish(invariant('a', 1));
  expect(got.prover).toEqual([invariant('a', 2), invariant('a', 1)]);
});

test('what an engine said whose claim was refused is not passed on any more', () => {
  const relay = new LemmaRelay();
  relay.publish(invariant('a', 1));
  relay.publish(invariant('b', 2));
  relay.retract('a');
  expect(relay.current).toEqual([invariant('b', 2)]);
});

describe('limits of a relay', () => {
  /** Formulas are sets of bits; a bit is a conjunct, and the number its size. */
  const relayAt = (clock: { now: number }): LemmaRelay =>
    new LemmaRelay({
      conjuncts: (formula) => [1, 2, 4, 8, 16].filter((bit) => (formula & bit) !== 0),
      size: (formula) => formula,
      now: () => clock.now,
      nodes: 15,
      perSecond: 2,
    });

  test('a conjunction of what is known is not forwarded', () => {
    const relay = relayAt({ now: 0 });
    expect([relay.publish(invariant('a', 1)), relay.publish(bounded('b', 2, 5))]).toEqual([true, true]);
    expect(relay.publish(bounded('c', 3, 5))).toBe(false);
    expect(relay.publish(bounded('c', 3, 6))).toBe(true);
    expect(relay.publish(invariant('c', 3))).toBe(true);
    expect(relay.publish(bounded('c', 5, 1))).toBe(true);
  });

  test('after an invariant that is too large its author tells no more of them, since they may rest on it', () => {
    const relay = relayAt({ now: 0 });
    expect(relay.publish(bounded('a', 16, 3))).toBe(false);
    expect(relay.publish(invariant('a', 1))).toBe(true);
    expect(relay.publish(invariant('a', 16))).toBe(false);
    expect(relay.publish(invariant('a', 2))).toBe(false);
    expect(relay.publish(bounded('a', 4, 3))).toBe(true);
    expect(relay.publish(invariant('b', 2))).toBe(true);
    const outcomes = relay.log.map(({ outcome }) => outcome);
    expect(outcomes).toEqual(['too-large', 'forwarded', 'too-large', 'muted', 'forwarded', 'forwarded']);
  });

  test('bounded lemmas are limited in number by the second and by author, invariants are not', () => {
    const clock = { now: 0 };
    const relay = relayAt(clock);
    expect([1, 2, 3].map((bound) => relay.publish(bounded('a', 1, bound)))).toEqual([true, true, false]);
    expect(relay.publish(bounded('b', 2, 1))).toBe(true);
    expect(relay.publish(invariant('a', 4))).toBe(true);
    clock.now = 1000;
    expect(relay.publish(bounded('a', 1, 4))).toBe(true);
  });
});
