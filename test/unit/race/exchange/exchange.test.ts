import { describe, expect, test } from 'vitest';
import type { Term } from '../../../../src/logic/terms/builder.ts';
import { TermStore } from '../../../../src/logic/terms/store.ts';
import type { LemmaEvent } from '../../../../src/race/events.ts';
import type { Audited, LemmaAudit } from '../../../../src/race/exchange/audit.ts';
import { Exchange, type Receiver } from '../../../../src/race/exchange/exchange.ts';
import { LEMMA_LIMITS, type Lemma, type Subscription } from '../../../../src/system/transys/lemma.ts';

const ANYTHING: Subscription = { nodes: Number.POSITIVE_INFINITY, reports: false };

/** An exchange over Boolean variables, with an audit that answers as told, and receivers that collect lemmas. */
function smallExchange() {
  const terms = new TermStore();
  const events: LemmaEvent[] = [];
  let examine = confirm();
  const audit: Pick<LemmaAudit, 'examine'> = { examine: (lemmas) => examine(lemmas) };
  const exchange = new Exchange(terms, audit as LemmaAudit, {
    emit: (event) => void events.push(event),
    text: () => null,
  });
  const got: Record<string, number[]> = {};
  const join = (engine: string, subscription = ANYTHING): Receiver => {
    got[engine] = [];
    const receiver = { engine, subscription, deliver: ({ id }: Lemma) => void got[engine].push(id) };
    exchange.join(receiver);
    return receiver;
  };
  const publish = (from: string, ...formulas: readonly Term[]): void => {
    exchange.publish(from, formulas);
    while (exchange.work());
  };
  const p = (label: string): Term => terms.variable(label, { kind: 'bool' });
  const auditBy = (next: typeof examine): void => {
    examine = next;
  };
  return { terms, exchange, events, got, join, publish, p, auditBy };
}

/** Confirms all lemmas. `grounds`: what a lemma rests on, by id. */
function confirm(grounds: Readonly<Record<number, readonly number[]>> = {}) {
  return (lemmas: readonly Lemma[]): Audited => ({
    confirmed: lemmas.map((lemma) => ({ ...lemma, restsOn: grounds[lemma.id] ?? [] })),
    refuted: null,
  });
}

describe('an exchange', () => {
  test('delivers a lemma once to each engine but its author, also to engines that join late', () => {
    const { exchange, events, got, join, publish, p } = smallExchange();
    const a = join('a');
    join('b');
    publish('a', p('x'));
    publish('b', p('x'), p('y'));
    join('c');
    expect(got).toEqual({ a: [2], b: [1], c: [1, 2] });
    exchange.leave(a);
    publish('b', p('z'));
    expect(got).toEqual({ a: [2], b: [1], c: [1, 2, 3] });
    expect(events).toMatchObject([
      { kind: 'lemma', engine: 'a', id: 1, to: ['b'] },
      { kind: 'lemma', engine: 'b', id: 2, to: ['a'] },
      { kind: 'lemmas-sent', engine: 'c', ids: [1, 2] },
      { kind: 'lemma', engine: 'b', id: 3, to: ['c'] },
    ]);
  });

  test('delivers only what the audit confirms', () => {
    const { got, join, publish, p, auditBy } = smallExchange();
    join('b');
    auditBy((lemmas) => ({ confirmed: confirm()(lemmas).confirmed.filter(({ id }) => id !== 2), refuted: null }));
    publish('a', p('x'), p('y'), p('z'));
    expect(got.b).toEqual([1, 3]);
  });

  test('delivers no lemma of an author after a wrong one; earlier ones stand', () => {
    const { events, got, join, publish, p, auditBy } = smallExchange();
    join('b');
    publish('a', p('x'));
    auditBy(([lemma]) => ({ confirmed: [], refuted: { lemma, why: 'no' } }));
    publish('a', p('y'));
    auditBy(confirm());
    publish('a', p('z'));
    join('late');
    expect([got.b, got.late]).toEqual([[1], [1]]);
    expect(events).toContainEqual({ kind: 'lemma-refused', engine: 'a', id: 2, why: 'no' });
  });

  test('takes lemmas in that arrive while others are audited', () => {
    const { exchange, got, join, p } = smallExchange();
    join('c');
    exchange.publish('a', [p('x')]);
    exchange.publish('b', [p('y')]);
    exchange.publish('a', [p('z')]);
    expect(exchange.work()).toBe(true);
    expect(got.c).toEqual([1, 3]);
    exchange.publish('a', [p('v')]);
    expect([exchange.work(), exchange.work(), exchange.work()]).toEqual([true, true, false]);
    expect(got.c).toEqual([1, 3, 2, 4]);
  });
});

describe('an engine that has a lemma has all that it rests on', () => {
  test('lemmas that rest on each other go to it together', () => {
    const { events, got, join, publish, p, auditBy } = smallExchange();
    join('b');
    auditBy(confirm({ 1: [2], 2: [1] }));
    publish('a', p('x'), p('y'));
    expect(got.b).toEqual([1, 2]);
    expect(events.map((event) => [event.kind, 'to' in event ? event.to : []])).toEqual([
      ['lemma', ['b']],
      ['lemma', ['b']],
    ]);
  });

  test('a lemma that rests on a larger one than it takes does not go to it', () => {
    const { terms, got, join, publish, p, auditBy } = smallExchange();
    join('small', { ...ANYTHING, nodes: 3 });
    join('deaf', { ...ANYTHING, nodes: 0 });
    auditBy(confirm({ 2: [1] }));
    publish('a', terms.eq(terms.and(p('x'), p('y')), p('z')), p('y'), p('z'));
    expect(got).toEqual({ small: [3], deaf: [] });
  });

  test('a lemma of its own is among them', () => {
    const { got, join, publish, p, auditBy } = smallExchange();
    join('a');
    auditBy(confirm({ 2: [1] }));
    publish('a', p('x'));
    publish('b', p('y'));
    expect(got.a).toEqual([1, 2]);
  });
});

describe('limits', () => {
  test('a large lemma goes to no engine', () => {
    const { terms, got, join, publish } = smallExchange();
    join('b');
    let large = terms.variable('v', { kind: 'bv', width: 32 });
    for (let i = 0; i < LEMMA_LIMITS.nodes; i++) {
      const other = terms.variable(`v${i}`, { kind: 'bv', width: 32 });
      large = i % 2 === 0 ? terms.add(large, other) : terms.mul(large, other);
    }
    publish('a', terms.eq(large, terms.bv(32, 0)));
    expect(got.b).toEqual([]);
  });

  test('lemmas of one author, and of all, are counted', () => {
    const { got, join, publish, p } = smallExchange();
    join('listener');
    const { ofAuthor, total } = LEMMA_LIMITS;
    for (let author = 0; author <= total / ofAuthor; author++)
      publish(`a${author}`, ...Array.from({ length: ofAuthor + 1 }, (_, i) => p(`p${author} ${i}`)));
    expect(got.listener).toHaveLength(total);
  });

  test('an engine receives a few lemmas of an author, and more once it reports one as useful', () => {
    const { exchange, got, join, publish, p } = smallExchange();
    const b = join('b', { ...ANYTHING, reports: true });
    const { trial } = LEMMA_LIMITS;
    for (let i = 0; i < trial + 3; i++) publish('a', p(`p${i}`));
    publish('c', p('x'));
    expect(got.b).toHaveLength(trial + 1);
    exchange.used(b, [trial]);
    publish('a', p('y'), p('z'));
    expect(got.b).toHaveLength(trial + 3);
  });
});
