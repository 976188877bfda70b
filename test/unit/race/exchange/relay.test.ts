import { describe, expect, test } from 'vitest';
import type { Term } from '../../../../src/logic/terms/builder.ts';
import { TermStore } from '../../../../src/logic/terms/store.ts';
import { LemmaRelay, type RelayListener } from '../../../../src/race/exchange/relay.ts';
import type { AuditResult, Lemma } from '../../../../src/system/transys/lemma.ts';
import { LIMITS, type Subscription } from '../../../../src/system/transys/lemma-limits.ts';

const ANYTHING: Subscription = { nodes: Number.POSITIVE_INFINITY, reports: false };
const CONFIRMED: AuditResult = { kind: 'confirmed', restsOn: [] };

/** A relay over Boolean variables, with members that collect what they are sent. */
function relayOf(options: { clock?: { now: number }; listener?: RelayListener } = {}) {
  const terms = new TermStore();
  const { clock = { now: 0 }, listener } = options;
  const relay = new LemmaRelay(terms, { now: () => clock.now, listener });
  const got: Record<string, string[]> = {};
  const name = ({ from, formula }: Lemma): string => `${from}: ${names.get(formula) ?? `term ${formula}`}`;
  const names = new Map<Term, string>();
  const p = (label: string): Term => {
    const t = terms.variable(label, { kind: 'bool' });
    names.set(t, label);
    return t;
  };
  const join = (id: string, reception = ANYTHING): void => {
    got[id] = [];
    relay.join({ id, subscription: reception, deliver: (lemma) => void got[id].push(name(lemma)) });
  };
  const settle = (lemmas: readonly Lemma[], finding: AuditResult): void => {
    for (const { id } of lemmas) relay.settle(id, finding);
  };
  /** Says formulas that are confirmed at once. */
  const tell = (from: string, ...formulas: readonly Term[]): void => {
    for (const formula of formulas) settle(relay.publish(from, [formula]), CONFIRMED);
  };
  return { terms, relay, got, p, join, settle, tell, outcomes: () => relay.log.map(({ outcome }) => outcome.kind) };
}

describe('a relay', () => {
  test('sends lemmas to all but their author, once, and to late comers', () => {
    const { relay, got, p, join, tell, outcomes } = relayOf();
    join('a');
    join('b');
    tell('a', p('x'));
    tell('b', p('x'), p('y'));
    join('c');
    expect(got).toEqual({ a: ['b: y'], b: ['a: x'], c: ['a: x', 'b: y'] });
    expect(outcomes()).toEqual(['confirmed', 'subsumed', 'confirmed']);
    relay.leave('a');
    tell('b', p('z'));
    expect(got.a).toHaveLength(1);
    expect(got.c).toHaveLength(3);
  });

  test('sends each engine what it has use for', () => {
    const { got, p, join, terms, tell } = relayOf();
    join('prover');
    join('small', { ...ANYTHING, nodes: 3 });
    join('deaf', { ...ANYTHING, nodes: 0 });
    const both = terms.eq(terms.and(p('x'), p('y')), p('z'));
    tell('a', p('y'), both);
    expect(got).toEqual({ prover: ['a: y', `a: term ${both}`], small: ['a: y'], deaf: [] });
  });

  test('gives an engine that begins anew all that was told, its own lemmas too', () => {
    const { relay, got, p, join, tell } = relayOf();
    join('a');
    join('b');
    tell('a', p('x'));
    tell('b', p('y'));
    expect(got.a).toEqual(['b: y']);
    relay.replay('a');
    expect(got.a.slice(1)).toEqual(['a: x', 'b: y']);
    expect(got.b).toEqual(['a: x']);
  });

  test('does not send what lemmas say together, nor what others say more of', () => {
    const { terms, p, join, tell, outcomes } = relayOf();
    join('listener');
    const x = terms.variable('x', { kind: 'bv', width: 8 });
    const upTo = (n: number): Term => terms.or(p('elsewhere'), terms.ule(x, terms.bv(8, n)));
    tell('a', upTo(9), upTo(12), upTo(8), p('y'));
    tell('b', terms.and(p('y'), upTo(20)), terms.and(p('y'), p('z')), terms.and(p('y'), p('z')));
    expect(outcomes()).toEqual([
      'confirmed',
      'subsumed',
      'confirmed',
      'confirmed',
      'subsumed',
      'confirmed',
      'subsumed',
    ]);
  });
});

describe('an audit', () => {
  test('comes before a lemma is told, and only what it confirms is', () => {
    const bases: string[] = [];
    const listener: RelayListener = {
      confirmed: (_, basis) => bases.push(basis),
      sentLate: () => {},
      refused: () => {},
    };
    const { relay, got, p, join, settle, outcomes } = relayOf({ listener });
    join('b');
    const [x] = relay.publish('a', [p('x')]);
    const [y, z, v, w] = relay.publish('a', [p('y'), p('z'), p('v'), p('w')]);
    expect(got.b).toEqual([]);
    settle([x], CONFIRMED);
    settle([y], { kind: 'confirmed', restsOn: [x.id] });
    settle([z], { kind: 'waiting' });
    settle([v], { kind: 'implied', by: [x.id] });
    settle([w], { kind: 'undecided' });
    expect(got.b).toEqual(['a: x', 'a: y']);
    settle([z], CONFIRMED);
    settle([w], CONFIRMED);
    expect(got.b).toEqual(['a: x', 'a: y', 'a: z']);
    expect(outcomes()).toEqual(['confirmed', 'confirmed', 'confirmed', 'subsumed', 'undecided']);
    expect(bases).toEqual(['inductive', 'relative', 'inductive']);
  });

  test('silences the author of what does not hold; what it confirmed before stands', () => {
    const refused: string[] = [];
    const listener: RelayListener = {
      confirmed: () => {},
      sentLate: () => {},
      refused: ({ from }, why) => refused.push(`${from}: ${why}`),
    };
    const { relay, got, p, join, settle, outcomes } = relayOf({ listener });
    join('b');
    const [x, y, z] = relay.publish('a', [p('x'), p('y'), p('z')]);
    settle([x], CONFIRMED);
    settle([z], { kind: 'false', why: 'no' });
    settle([y], CONFIRMED);
    expect(refused).toEqual(['a: no']);
    expect(relay.publish('a', [p('w')])).toEqual([]);
    expect(got.b).toEqual(['a: x']);
    expect(outcomes()).toEqual(['confirmed', 'silenced', 'false', 'silenced']);
    join('late');
    expect(got.late).toEqual(['a: x']);
  });
});

test('a proof rests on what its lemmas rest on; what the engine was spared is missing', () => {
  const { terms, relay, p, join, settle } = relayOf();
  join('small', { ...ANYTHING, nodes: 1 });
  join('all');
  const large = terms.eq(p('x'), terms.and(p('y'), p('v')));
  const [a, b, c, d] = relay.publish('a', [large, p('b'), p('c'), p('d')]);
  settle([a], CONFIRMED);
  settle([b], { kind: 'confirmed', restsOn: [a.id] });
  settle([c], CONFIRMED);
  settle([d], { kind: 'waiting' });
  const ids = (lemmas: readonly Lemma[]): number[] => lemmas.map(({ id }) => id);
  expect(ids(relay.support('all', [b.id]).lemmas)).toEqual([a.id, b.id]);
  expect(ids(relay.support('all', [b.id]).missing)).toEqual([]);
  expect(ids(relay.support('small', [c.id, d.id]).lemmas)).toEqual([c.id]);
  // Its certificate may contain b, too, which is inductive with a only.
  expect(ids(relay.support('small', [c.id]).missing)).toEqual([a.id]);
  relay.leave('small');
  expect(ids(relay.support('small', []).missing)).toEqual([a.id]);
});

describe('limits', () => {
  test('large lemmas go to nobody', () => {
    const { terms, got, join, tell, outcomes } = relayOf();
    join('b');
    let large = terms.variable('v', { kind: 'bv', width: 32 });
    for (let i = 0; i < LIMITS.intake.nodes; i++) {
      const other = terms.variable(`v${i}`, { kind: 'bv', width: 32 });
      large = i % 2 === 0 ? terms.add(large, other) : terms.mul(large, other);
    }
    tell('a', terms.eq(large, terms.bv(32, 0)));
    expect([got.b, outcomes()]).toEqual([[], ['too-large']]);
  });

  test('the lemmas of an author are counted by the second', () => {
    const clock = { now: 0 };
    const { p, join, tell, outcomes } = relayOf({ clock });
    join('listener');
    const { perSecond } = LIMITS.intake;
    for (let i = 0; i <= perSecond; i++) tell('a', p(`p${i}`));
    expect(outcomes().slice(-2)).toEqual(['confirmed', 'too-many']);
    tell('b', p('x'));
    expect(outcomes().at(-1)).toBe('confirmed');
    clock.now = 1000;
    tell('a', p('z'));
    expect(outcomes().at(-1)).toBe('confirmed');
  });

  test('lemmas of an author who was of no use are sent less, until one is', () => {
    const clock = { now: 0 };
    const { relay, got, p, join, tell } = relayOf({ clock });
    join('b', { ...ANYTHING, reports: true });
    const { trial, perSecond } = LIMITS.usefulness;
    const more = 3;
    for (let i = 0; i < trial + perSecond + more; i++) tell('a', p(`p${i}`));
    tell('c', p('x'));
    expect(got.b).toHaveLength(trial + perSecond + 1);
    relay.used('b', [trial]);
    expect(got.b).toHaveLength(trial + perSecond + more + 1);
    for (let i = 0; i < perSecond + more; i++) tell('a', p(`q${i}`));
    expect(got.b).toHaveLength(trial + 2 * (perSecond + more) + 1);
  });
});
