import { describe, expect, test } from 'vitest';
import { bounded, type Finding, invariant, type Lemma, type Statement } from '../../../src/exchange/lemma.ts';
import { LIMITS, type Reception } from '../../../src/exchange/limits.ts';
import { LemmaRelay, type RelayListener } from '../../../src/exchange/relay.ts';
import type { Term } from '../../../src/smt/builder.ts';
import { TermStore } from '../../../src/smt/store.ts';

const ANYTHING: Reception = { invariants: true, bounded: true, nodes: Number.POSITIVE_INFINITY, reports: false };

/** A relay over Boolean variables, with members that collect what they are sent. */
function relayOf(options: { audited?: boolean; clock?: { now: number }; listener?: RelayListener } = {}) {
  const terms = new TermStore();
  const { audited = false, clock = { now: 0 }, listener } = options;
  const relay = new LemmaRelay(terms, { audited, now: () => clock.now, listener });
  const got: Record<string, string[]> = {};
  const withdrawn: Record<string, number[]> = {};
  const name = ({ from, bound, formula }: Lemma): string => `${from}: ${nameOf(formula)}${bound === null ? '' : `@${bound}`}`;
  const names = new Map<Term, string>();
  const nameOf = (t: Term): string => names.get(t) ?? `term ${t}`;
  const p = (label: string): Term => {
    const t = terms.variable(label, { kind: 'bool' });
    names.set(t, label);
    return t;
  };
  const join = (id: string, reception = ANYTHING): void => {
    got[id] = [];
    withdrawn[id] = [];
    relay.join({
      id,
      reception,
      deliver: (lemma) => void got[id].push(name(lemma)),
      withdraw: (ids) => void withdrawn[id].push(...ids),
    });
  };
  const settle = (lemmas: readonly Lemma[], finding: Finding): readonly Lemma[] =>
    lemmas.flatMap(({ id }) => relay.settle(id, finding));
  return { terms, relay, got, withdrawn, p, join, settle, outcomes: () => relay.log.map(({ outcome }) => outcome.kind) };
}

describe('a relay', () => {
  test('sends lemmas to all but their author, once, and to late comers', () => {
    const { relay, got, p, join, outcomes } = relayOf();
    join('a');
    join('b');
    relay.publish('a', [bounded(p('x'), 3)]);
    relay.publish('b', [bounded(p('x'), 2)]);
    relay.publish('b', [invariant(p('x'))]);
    join('c');
    expect(got).toEqual({ a: ['b: x'], b: ['a: x@3'], c: ['a: x@3', 'b: x'] });
    expect(outcomes()).toEqual(['told', 'subsumed', 'told']);
    relay.leave('a');
    relay.publish('b', [invariant(p('y'))]);
    expect(got.a).toHaveLength(1);
    expect(relay.current.map(({ id }) => id)).toEqual([1, 3, 4]);
  });

  test('sends each engine what it has use for', () => {
    const { relay, got, p, join, terms } = relayOf();
    join('searcher');
    join('prover', { ...ANYTHING, bounded: false, nodes: 3 });
    join('deaf', { ...ANYTHING, invariants: false, bounded: false });
    const both = terms.eq(terms.and(p('x'), p('y')), p('z'));
    relay.publish('a', [bounded(p('x'), 3), invariant(p('y')), invariant(both)]);
    expect(got).toEqual({ searcher: ['a: x@3', 'a: y', `a: term ${both}`], prover: ['a: y'], deaf: [] });
  });

  test('gives an engine that begins anew all that stands, its own lemmas too', () => {
    const { relay, got, p, join } = relayOf();
    join('a');
    join('b');
    relay.publish('a', [invariant(p('x'))]);
    relay.publish('b', [invariant(p('y')), bounded(p('z'), 2)]);
    expect(got.a).toEqual(['b: y', 'b: z@2']);
    relay.replay('a');
    expect(got.a.slice(2)).toEqual(['a: x', 'b: y', 'b: z@2']);
    expect(got.b).toEqual(['a: x']);
  });

  test('does not send what lemmas say together, nor what others say more of', () => {
    const { terms, relay, p, join, outcomes } = relayOf();
    join('listener');
    const x = terms.variable('x', { kind: 'bv', width: 8 });
    const upTo = (n: number): Statement => invariant(terms.or(p('elsewhere'), terms.ule(x, terms.bv(8, n))));
    relay.publish('a', [upTo(9), upTo(12), upTo(8), invariant(p('y'))]);
    relay.publish('b', [invariant(terms.and(p('y'), upTo(20).formula)), bounded(upTo(8).formula, 4), bounded(p('z'), 4)]);
    relay.publish('c', [bounded(terms.and(p('y'), p('z')), 4), bounded(terms.and(p('y'), p('z')), 5)]);
    const first = ['told', 'subsumed', 'told', 'told'];
    expect(outcomes()).toEqual([...first, 'subsumed', 'subsumed', 'told', 'subsumed', 'told']);
  });
});

test('what holds up to a bound is not kept where nobody has use for it', () => {
  const { relay, got, p, join, outcomes } = relayOf();
  join('prover', { ...ANYTHING, bounded: false });
  relay.publish('a', [bounded(p('x'), 3)]);
  join('searcher');
  relay.publish('a', [bounded(p('x'), 3)]);
  expect([outcomes(), got.searcher]).toEqual([['unwanted', 'told'], ['a: x@3']]);
});

describe('an audit', () => {
  test('comes before a lemma is told', () => {
    const { relay, got, p, join, settle, outcomes } = relayOf({ audited: true });
    join('b');
    const [x] = relay.publish('a', [invariant(p('x'))]);
    const rest = relay.publish('a', [invariant(p('y')), invariant(p('z')), invariant(p('w'))]);
    expect(got.b).toEqual([]);
    settle([x], { kind: 'confirmed', restsOn: [] });
    settle([rest[0]], { kind: 'confirmed', restsOn: [x.id] });
    settle([rest[1]], { kind: 'waiting' });
    settle([rest[2]], { kind: 'implied', by: [x.id] });
    expect(got.b).toEqual(['a: x', 'a: y']);
    settle([rest[1]], { kind: 'open' });
    expect(got.b).toEqual(['a: x', 'a: y', 'a: z']);
    expect(outcomes()).toEqual(['told', 'told', 'told', 'subsumed']);
    expect(relay.log.map(({ outcome }) => (outcome.kind === 'told' ? outcome.basis : ''))).toEqual([
      'inductive',
      'relative',
      'unchecked',
      '',
    ]);
  });

  test('silences the author of what does not hold, and takes back what was not confirmed', () => {
    const refused: string[] = [];
    const listener: RelayListener = {
      told: () => {},
      toldLate: () => {},
      refused: ({ from }, why) => refused.push(`${from}: ${why}`),
      withdrawn: () => {},
    };
    const { relay, got, withdrawn, p, join, settle, outcomes } = relayOf({ audited: true, listener });
    join('b');
    const [x, y, z] = relay.publish('a', [invariant(p('x')), invariant(p('y')), invariant(p('z'))]);
    settle([x], { kind: 'confirmed', restsOn: [] });
    settle([y], { kind: 'open' });
    // Held back, as the other one says as much; now it has to be looked at.
    expect(relay.publish('c', [bounded(p('y'), 7)])).toEqual([]);
    const revived = settle([z], { kind: 'false', why: 'no' });
    expect(revived).toMatchObject([{ from: 'c', bound: 7 }]);
    expect(refused).toEqual(['a: no']);
    expect(withdrawn.b).toEqual([y.id]);
    settle(revived, { kind: 'open' });
    expect(relay.publish('a', [invariant(p('w'))])).toEqual([]);
    expect(got.b).toEqual(['a: x', 'a: y', 'c: y@7']);
    expect(outcomes()).toEqual(['told', 'withdrawn', 'false', 'told', 'silenced']);
    join('late');
    expect(got.late).toEqual(['a: x', 'c: y@7']);
  });
});

test('a proof rests on what its lemmas rest on; what the engine was spared is missing', () => {
  const { terms, relay, p, join, settle } = relayOf({ audited: true });
  join('small', { ...ANYTHING, nodes: 1 });
  join('all');
  const large = terms.eq(p('x'), terms.and(p('y'), p('v')));
  const [a, b, c, d, e] = relay.publish('a', [
    invariant(large),
    invariant(p('b')),
    invariant(p('c')),
    invariant(p('d')),
    bounded(p('e'), 3),
  ]);
  settle([a], { kind: 'confirmed', restsOn: [] });
  settle([b], { kind: 'confirmed', restsOn: [a.id] });
  settle([c], { kind: 'confirmed', restsOn: [] });
  settle([e], { kind: 'open' });
  const ids = (lemmas: readonly Lemma[]): number[] => lemmas.map(({ id }) => id);
  expect(ids(relay.support('all', [b.id]).lemmas)).toEqual([a.id, b.id]);
  expect(ids(relay.support('all', [b.id]).missing)).toEqual([]);
  expect(ids(relay.support('small', [c.id, e.id]).lemmas)).toEqual([c.id]);
  // Its certificate may contain b, too, which is inductive with a only.
  expect(ids(relay.support('small', [c.id]).missing)).toEqual([a.id]);
  settle([d], { kind: 'open' });
  // What was not checked may rest on anything.
  expect(ids(relay.support('all', [d.id]).lemmas)).toEqual([a.id, b.id, c.id, d.id]);
  relay.leave('small');
  expect(ids(relay.support('small', []).missing)).toEqual([a.id]);
});

describe('limits', () => {
  test('large lemmas go to nobody', () => {
    const { terms, relay, got, join, outcomes } = relayOf();
    join('b');
    let large = terms.variable('v', { kind: 'bv', width: 32 });
    for (let i = 0; i < LIMITS.intake.nodes; i += 1) {
      const other = terms.variable(`v${i}`, { kind: 'bv', width: 32 });
      large = i % 2 === 0 ? terms.add(large, other) : terms.mul(large, other);
    }
    relay.publish('a', [invariant(terms.eq(large, terms.bv(32, 0)))]);
    expect([got.b, outcomes()]).toEqual([[], ['too-large']]);
  });

  test('the lemmas of an author are counted by the second, bounded ones and invariants apart', () => {
    const clock = { now: 0 };
    const { relay, p, join, outcomes } = relayOf({ clock });
    join('listener');
    const { boundedPerSecond } = LIMITS.intake;
    for (let i = 0; i <= boundedPerSecond; i += 1) relay.publish('a', [bounded(p(`p${i}`), 1)]);
    expect(outcomes().at(-2)).toBe('told');
    expect(outcomes().at(-1)).toBe('too-many');
    relay.publish('b', [bounded(p('x'), 1)]);
    relay.publish('a', [invariant(p('y'))]);
    expect(outcomes().slice(-2)).toEqual(['told', 'told']);
    clock.now = 1000;
    relay.publish('a', [bounded(p('z'), 1)]);
    expect(outcomes().at(-1)).toBe('told');
  });

  test('kinds of lemmas that were of no use are sent less, until one is', () => {
    const clock = { now: 0 };
    const { relay, got, p, join } = relayOf({ clock });
    join('b', { ...ANYTHING, reports: true });
    const { trial, perSecond } = LIMITS.usefulness;
    const more = 3;
    for (let i = 0; i < trial + perSecond + more; i += 1) relay.publish('a', [invariant(p(`p${i}`))]);
    relay.publish('c', [invariant(p('x'))]);
    expect(got.b).toHaveLength(trial + perSecond + 1);
    relay.used('b', [trial]);
    expect(got.b).toHaveLength(trial + perSecond + more + 1);
    for (let i = 0; i < perSecond + more; i += 1) relay.publish('a', [invariant(p(`q${i}`))]);
    expect(got.b).toHaveLength(trial + 2 * (perSecond + more) + 1);
  });
});
