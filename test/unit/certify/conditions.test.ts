import { describe, expect, test } from 'vitest';
import { checkCertificate } from '../../../src/certify/proof/certificate.ts';
import { plainRefuters } from '../../../src/certify/proof/refuters/plain/refuter.ts';
import { checkClosedSet } from '../../../src/certify/replay/recurrent/closed.ts';
import { createSatSolver } from '../../../src/logic/sat/solver.ts';
import type { Term } from '../../../src/logic/terms/builder.ts';
import type { RefuterFactory } from '../../../src/logic/terms/refuter.ts';
import type { TermStore } from '../../../src/logic/terms/store.ts';
import type {
  CertifiedPart,
  Inductive,
  ValueRange,
  WholeCertificate,
} from '../../../src/system/transys/certificate.ts';
import type { Recurrent } from '../../../src/system/transys/recurrent.ts';
import type { InputOrigin, Question, TransitionSystem } from '../../../src/system/transys/system.ts';
import { bits, build } from '../system/transys/examples.ts';

// Each row is a wrong certificate that a single condition of its kind refuses: without this condition it
// would be accepted. The systems have a loop, block 1, behind an entry that sets x to 1.

/** Words of four bits: the state variables x, y, pc, and the input in. */
interface Words {
  readonly t: TermStore;
  readonly x: Term;
  readonly y: Term;
  readonly pc: Term;
  readonly in: Term;
  n(value: number): Term;
  is(word: Term, value: number): Term;
}

const wordsOf = (t: TermStore, v: (name: string) => Term): Words => {
  const n = (value: number): Term => t.bv(4, value);
  return { t, x: v('x'), y: v('y'), pc: v('pc'), in: v('in'), n, is: (word, value) => t.eq(word, n(value)) };
};

type Turn = Partial<Record<'feasible' | 'bad' | 'gap' | 'doubtful' | 'x' | 'y' | 'pc', Term>>;

/** A loop that keeps x and y where the turn says nothing else. `entry`: the step into it may have an error, too. */
function loop(
  turn: (w: Words) => Turn,
  question: Question = 'bad',
  entry: (w: Words) => Turn = () => ({}),
): TransitionSystem {
  const block = (made: Turn, next: Turn, successors: readonly number[]) => {
    const { feasible, bad, gap, doubtful } = made;
    const parts = Object.entries({ feasible, bad, gap, doubtful }).filter(([, t]) => t !== undefined);
    const changed = Object.entries(next).filter(([, t]) => t !== undefined) as [string, Term][];
    return { ...Object.fromEntries(parts), next: Object.fromEntries(changed), inputs: ['in'], successors };
  };
  const system = build({
    state: { x: bits(4), y: bits(4) },
    inputs: { in: bits(4) },
    blocks: [
      (t, v) => block(entry(wordsOf(t, v)), { x: t.bv(4, 1) }, [1]),
      (t, v) => {
        const made = turn(wordsOf(t, v));
        return block(made, { x: made.x, y: made.y, pc: made.pc }, made.pc === undefined ? [1] : [1, 2]);
      },
      (t) => ({ feasible: t.false, successors: [] }),
    ],
  });
  return { ...system, question };
}

const words = ({ terms }: TransitionSystem): Words => wordsOf(terms, (name) => terms.find(name) ?? -1);

/** The formula holds wherever the control is in the loop. */
const inLoop = ({ t, pc, is }: Words, formula: Term): Term => t.or(t.not(is(pc, 1)), formula);

/** x counts up from 1 and wraps around; the error is at 9, which it reaches. */
const counting = (): TransitionSystem => loop(({ t, x, n, is }) => ({ x: t.add(x, n(1)), bad: is(x, 9) }));
/** x doubles, and is 8 at the fourth step and 0 from then on; the error is at 5, which it never is. */
const doubling = (): TransitionSystem => loop(({ t, x, is }) => ({ x: t.add(x, x), bad: is(x, 5) }));
/** x counts up to 7, where the run ends, unless an input of 15 ends it before. `bad` and `gap`: where x is that. */
const ending = (bad: number | null, gap: number | null = null): TransitionSystem =>
  loop(({ t, x, n, is, in: input }) => ({
    feasible: t.and(t.ult(x, n(7)), t.not(is(input, 15))),
    x: t.add(x, n(1)),
    ...(bad === null ? {} : { bad: is(x, bad) }),
    ...(gap === null ? {} : { gap: is(x, gap) }),
  }));
/** The error is at input 7, which every step but the last one avoids. */
const avoiding = (): TransitionSystem =>
  loop(
    ({ t, is, in: input }) => ({ feasible: t.not(is(input, 7)), bad: is(input, 7) }),
    'bad',
    ({ t, is, in: input }) => ({
      feasible: t.not(is(input, 7)),
    }),
  );
/** x counts down from 1 to 0, where the run ends; at 15, which it never is, there is a gap. */
const falling = (): TransitionSystem =>
  loop(({ t, x, n, is }) => ({ feasible: t.not(is(x, 0)), x: t.sub(x, n(1)), gap: is(x, 15) }), 'termination');

type Claim = (w: Words) => WholeCertificate;
interface Wrong {
  readonly condition: string;
  readonly system: TransitionSystem;
  readonly claim: Claim;
}

const inductive =
  (invariant: (w: Words) => Term, more: Partial<Inductive> = {}): Claim =>
  (w) => ({ kind: 'inductive', k: 0, instances: [], ...more, invariant: invariant(w) });
const universal =
  (invariant: (w: Words, c: Term) => Term, bound: (w: Words) => Term, value?: (w: Words) => Term): Claim =>
  (w) => ({
    kind: 'universal',
    invariant: invariant(w, bound(w)),
    bound: [bound(w)],
    instances: value === undefined ? [] : [{ block: 1, values: [[0, value(w)]] }],
  });
const exhaustive =
  (bound: number): Claim =>
  () => ({ kind: 'runs', bound });
const enumerated =
  (bound: number, ...ranges: readonly (readonly [number, number])[]): Claim =>
  () => ({
    kind: 'runs',
    bound,
    inputs: [
      {
        input: 0,
        ranges: ranges.map(([low, high]): ValueRange => ({ low: BigInt(low), high: BigInt(high), each: true })),
      },
    ],
  });
const ranking =
  (invariant: (w: Words) => Term, ...measures: readonly ((w: Words) => readonly Term[])[]): Claim =>
  (w) => ({ kind: 'ranking', invariant: invariant(w), measures: measures.map((tuple) => tuple(w)) });
/** Parts with the invariant `true`; each with the blocks that it is about. */
const parts =
  (...blocks: readonly number[][]): Claim =>
  (w) => ({
    kind: 'parts',
    parts: blocks.map((ids) => ({ blocks: ids, certificate: inductive(all)(w) }) as CertifiedPart),
  });

const all = ({ t }: Words): Term => t.true;
const none = ({ t }: Words): Term => t.false;
const free = ({ t }: Words): Term => t.variable('c', bits(4));
/** x is 1 in the loop: it is so at first. */
const first = (w: Words): Term => inLoop(w, w.is(w.x, 1));
/** Tuples that count the entry, then the loop, then the end. */
const measured = (of: (w: Words) => readonly Term[]): ((w: Words) => readonly Term[])[] => [
  (w) => [w.n(2), ...of(w).map(() => w.n(0))],
  (w) => [w.n(1), ...of(w)],
  (w) => [w.n(0), ...of(w).map(() => w.n(0))],
];

const WRONG: Readonly<Record<string, Wrong>> = {
  'an invariant that no initial state is in': { condition: 'initiation', system: counting(), claim: inductive(none) },
  'an invariant that a step leaves': { condition: 'consecution', system: counting(), claim: inductive(first) },
  'an invariant with an error in it': { condition: 'safety', system: counting(), claim: inductive(all) },
  'an invariant with a gap in it': {
    condition: 'safety',
    system: loop(({ x, is }) => ({ gap: is(x, 1) })),
    claim: inductive(all),
  },
  'an invariant of an input': {
    condition: 'form',
    system: avoiding(),
    claim: inductive((w) => inLoop(w, w.t.not(w.is(w.in, 7)))),
  },
  'an invariant as an answer to whether runs end': {
    condition: 'form',
    system: loop(() => ({}), 'termination'),
    claim: inductive(all),
  },
  'k-induction with an error in the last of the first k steps': {
    condition: 'base',
    system: loop(({ x, is }) => ({ bad: is(x, 1) })),
    claim: inductive(all, { k: 2 }),
  },
  'k-induction with a gap in the first k steps': {
    condition: 'base',
    system: loop(({ x, is }) => ({ gap: is(x, 1) })),
    claim: inductive(all, { k: 2 }),
  },
  'k-induction with an error behind k steps without one': {
    condition: 'safety',
    system: counting(),
    claim: inductive(all, { k: 3 }),
  },
  'k-induction with a gap behind k steps without one': {
    condition: 'safety',
    system: loop(({ t, x, n, is }) => ({ x: t.add(x, n(1)), gap: is(x, 9) })),
    claim: inductive(all, { k: 3 }),
  },
  'k-induction relative to no initial state': {
    condition: 'initiation',
    system: counting(),
    claim: inductive(none, { k: 1 }),
  },
  'k-induction relative to what a step leaves': {
    condition: 'consecution',
    system: counting(),
    claim: inductive(first, { k: 1 }),
  },
  'a universal invariant that no initial state is in': {
    condition: 'initiation',
    system: counting(),
    claim: universal(none, free),
  },
  'a universal invariant that a step leaves': {
    condition: 'consecution',
    system: counting(),
    claim: universal((w, c) => inLoop(w, w.t.or(w.is(w.x, 1), w.t.ult(c, w.n(0)))), free),
  },
  'a universal invariant with an error in it': {
    condition: 'safety',
    system: counting(),
    claim: universal(all, free),
  },
  'a universal invariant with a gap in it': {
    condition: 'safety',
    system: loop(({ x, is }) => ({ gap: is(x, 1) })),
    claim: universal(all, free),
  },
  'a universal invariant that binds a state variable, of which an instance is assumed': {
    condition: 'form',
    system: counting(),
    claim: universal(
      first,
      ({ x }) => x,
      ({ t, x, n }) => t.add(x, n(1)),
    ),
  },
  'a universal invariant that binds an input of the step': {
    condition: 'form',
    system: avoiding(),
    claim: universal(
      (w, c) => inLoop(w, w.t.not(w.is(c, 7))),
      (w) => w.in,
    ),
  },
  'a universal invariant of a variable that it does not bind': {
    condition: 'form',
    system: avoiding(),
    claim: universal((w) => inLoop(w, w.t.not(w.is(w.in, 7))), free),
  },
  'runs that are longer': { condition: 'exhaustion', system: ending(9), claim: exhaustive(6) },
  'runs that meet an error': { condition: 'base', system: ending(5), claim: exhaustive(9) },
  'runs that meet an error in their last step': { condition: 'base', system: ending(7), claim: exhaustive(7) },
  'runs that meet a gap': { condition: 'base', system: ending(null, 5), claim: exhaustive(9) },
  'listed runs that are longer': { condition: 'exhaustion', system: ending(9), claim: enumerated(6, [0, 15]) },
  'listed runs that meet an error': { condition: 'exhaustion', system: ending(5), claim: enumerated(9, [0, 15]) },
  'listed runs that meet a gap': { condition: 'exhaustion', system: ending(null, 5), claim: enumerated(9, [0, 15]) },
  'listed runs that meet an error at one value': {
    condition: 'exhaustion',
    system: loop(({ t, is, in: input }) => ({ feasible: t.false, bad: is(input, 7) })),
    claim: enumerated(9, [0, 15]),
  },
  'listed runs that meet a gap at one value': {
    condition: 'exhaustion',
    system: loop(({ t, is, in: input }) => ({ feasible: t.false, gap: is(input, 7) })),
    claim: enumerated(9, [0, 15]),
  },
  'listed runs without the values below': {
    condition: 'form',
    system: ending(5),
    claim: enumerated(9, [15, 15]),
  },
  'listed runs without the values between': {
    condition: 'form',
    system: loop(({ t, is, in: input }) => ({ feasible: t.false, bad: is(input, 7) })),
    claim: enumerated(9, [0, 6], [8, 15]),
  },
  'listed runs without the values above': {
    condition: 'form',
    system: loop(({ t, is, in: input }) => ({ feasible: t.false, bad: is(input, 7) })),
    claim: enumerated(9, [0, 6]),
  },
  'a measure within what no initial state is in': {
    condition: 'initiation',
    system: loop(() => ({}), 'termination'),
    claim: ranking(none, ...measured(() => [])),
  },
  'a measure within what a step leaves': {
    condition: 'consecution',
    system: loop(({ t, x, n }) => ({ x: t.sub(x, n(1)) }), 'termination'),
    claim: ranking(first, ...measured((w) => [w.x])),
  },
  'a measure with a gap in its invariant': {
    condition: 'safety',
    system: falling(),
    claim: ranking(all, ...measured((w) => [w.x])),
  },
  'a measure that a step keeps': {
    condition: 'decrease',
    system: loop(() => ({}), 'termination'),
    claim: ranking(all, ...measured((w) => [w.x])),
  },
  'a measure without a bound: it falls below zero': {
    condition: 'decrease',
    system: loop(({ t, x, n }) => ({ x: t.sub(x, n(1)) }), 'termination'),
    claim: ranking(all, ...measured((w) => [w.x])),
  },
  'a measure of which the second word falls while the first one grows': {
    condition: 'decrease',
    system: loop(
      ({ t, x, y, n, is }) => ({ feasible: t.not(is(y, 0)), y: t.sub(y, n(1)), x: t.add(x, n(1)) }),
      'termination',
    ),
    claim: ranking(all, ...measured((w) => [w.x, w.y])),
  },
  'a measure that is shorter at one block': {
    condition: 'form',
    system: loop(() => ({}), 'termination'),
    claim: ranking(
      all,
      (w) => [w.n(1)],
      (w) => [w.n(0), w.n(0)],
      (w) => [w.n(0), w.n(0)],
    ),
  },
  'a measure of an input': {
    condition: 'form',
    system: loop(({ t, is, in: input }) => ({ feasible: t.not(is(input, 0)) }), 'termination'),
    claim: ranking(all, ...measured((w) => [w.in])),
  },
  'parts that leave out a block with an error': {
    condition: 'form',
    system: loop(
      () => ({}),
      'bad',
      ({ is, in: input }) => ({ bad: is(input, 7) }),
    ),
    claim: parts([1]),
  },
  'parts that leave out a block with a gap': {
    condition: 'form',
    system: loop(
      () => ({}),
      'bad',
      ({ is, in: input }) => ({ gap: is(input, 7) }),
    ),
    claim: parts([1]),
  },
  'a part with an error in its invariant': { condition: 'safety', system: counting(), claim: parts([0], [1]) },
  'parts as an answer to whether runs end': {
    condition: 'form',
    system: loop(() => ({}), 'termination'),
    claim: () => ({ kind: 'parts', parts: [{ blocks: [0], certificate: { kind: 'runs', bound: 0 } }] }),
  },
};

const RIGHT: Readonly<Record<string, Omit<Wrong, 'condition'>>> = {
  'an invariant': { system: doubling(), claim: inductive((w) => inLoop(w, w.t.not(w.is(w.x, 5)))) },
  'k-induction': { system: doubling(), claim: inductive(all, { k: 4 }) },
  'a universal invariant': {
    system: doubling(),
    claim: universal(
      (w, c) => inLoop(w, w.t.or(w.t.not(w.is(c, 5)), w.t.not(w.t.eq(w.x, c)))),
      free,
      (w) => w.n(5),
    ),
  },
  runs: { system: ending(9), claim: exhaustive(7) },
  'listed runs': {
    system: loop(({ t, x, is, in: input }) => ({ feasible: t.false, bad: t.and(is(x, 9), is(input, 7)) })),
    claim: enumerated(1, [0, 14], [15, 15]),
  },
  parts: { system: loop(({ t, x, n }) => ({ bad: t.ult(x, n(0)) })), claim: parts([0], [1]) },
  'a measure': {
    system: falling(),
    claim: ranking((w) => inLoop(w, w.t.ult(w.x, w.n(2))), ...measured((w) => [w.x])),
  },
};

const refutersOf = ({ terms }: TransitionSystem): RefuterFactory =>
  plainRefuters(terms, { sat: () => createSatSolver({ proof: true }) });

function check(system: TransitionSystem, claim: Claim): string {
  const result = checkCertificate(system, claim(words(system)), refutersOf(system));
  return result.accepted ? 'accepted' : result.condition;
}

describe('each condition of a certificate refuses what no other refuses', () => {
  test.each(Object.entries(WRONG))('%s', (_, { condition, system, claim }) =>
    expect(check(system, claim)).toBe(condition),
  );
  test.each(Object.entries(RIGHT))('%s is accepted without a flaw', (_, { system, claim }) =>
    expect(check(system, claim)).toBe('accepted'),
  );
});

/** A closed set: the loop, in which x is 1, and where the input is 0. */
interface Endless {
  readonly condition: 'stem' | 'closed' | 'accepted';
  readonly turn?: (w: Words) => Turn;
  readonly entry?: (w: Words) => Turn;
  readonly set?: (w: Words) => Term;
  readonly input?: bigint | null;
  /** The inputs of its steps. */
  readonly stem?: readonly bigint[];
}

const ENDLESS: Readonly<Record<string, Endless>> = {
  'no flaw': { condition: 'accepted' },
  'a stem that ends outside the set': { condition: 'stem', set: ({ t, pc, x, is }) => t.and(is(pc, 1), is(x, 2)) },
  'a stem that is no run': { condition: 'stem', stem: [0n, 7n] },
  'a stem that rests on a doubt': { condition: 'stem', entry: ({ t }) => ({ doubtful: t.true }) },
  'a step that leaves the set': { condition: 'closed', turn: ({ t, x, n }) => ({ x: t.add(x, n(1)) }) },
  'a step that some value makes impossible': { condition: 'closed', input: null },
  'a step that the chosen value makes impossible': { condition: 'closed', input: 7n },
  'a step into an error': { condition: 'closed', turn: ({ t }) => ({ bad: t.true }) },
  'a step into a gap': { condition: 'closed', turn: ({ t }) => ({ gap: t.true }) },
  'a step that rests on a doubt': { condition: 'closed', turn: ({ t }) => ({ doubtful: t.true }) },
  'a step to a block without a way back': {
    condition: 'closed',
    turn: ({ t, n, is, in: input }) => ({ pc: t.ite(is(input, 0), n(2), n(1)) }),
    set: all,
  },
};

test.each(Object.entries(ENDLESS))('a run without end, by a closed set with %s', (_, { condition, ...flaw }) => {
  const { turn = () => ({}), entry, input = 0n, stem = [0n] } = flaw;
  const { set = (w: Words): Term => w.t.and(w.is(w.pc, 1), w.is(w.x, 1)) } = flaw;
  const waiting = (w: Words): Turn => ({ feasible: w.t.not(w.is(w.in, 7)), ...turn(w) });
  const made = loop(waiting, 'termination', entry);
  const origin: InputOrigin = {
    kind: 'nondet',
    block: 1,
    site: ':1',
    path: [],
    guard: made.terms.true,
    order: 0,
    name: 'nondet',
    at: { file: '', line: 1, column: 1 },
  };
  const system = { ...made, inputs: made.inputs.map((known) => ({ ...known, origin })) };
  const certificate: Recurrent = {
    stem: { init: new Map(), steps: stem.map((value) => new Map([[0, value]])) },
    set: set(words(system)),
    choices: input === null ? [] : [{ block: 1, values: [[0, input]] }],
  };
  const result = checkClosedSet(system, certificate, refutersOf(system));
  expect(result.accepted ? 'accepted' : result.condition).toBe(condition);
});
