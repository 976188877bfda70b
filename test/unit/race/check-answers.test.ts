import { expect, test } from 'vitest';
import type { AnswerStore } from '../../../src/race/cache/answer-store.ts';
import { CheckAnswers } from '../../../src/race/cache/check-answers.ts';
import type { RecallSetup } from '../../../src/race/cache/recall.ts';
import type { Task } from '../../../src/race/options/options.ts';
import { checksProperty } from '../../../src/race/property.ts';
import type { OpenState, UnknownReason, Verdict } from '../../../src/race/verdict.ts';
import { freezeSystem } from '../../../src/system/transys/share.ts';
import { oddCounter, twoLoops } from '../system/transys/examples.ts';

const never = new Promise(() => {});
const model = modelOf(freezeSystem(oddCounter()));
const unsafe = {
  ...{ kind: 'unsafe', run: { kind: 'program', cycle: null, programInputs: [] }, engine: 'sim' },
} as unknown as Verdict;

function modelOf(reduced: ReturnType<typeof freezeSystem>) {
  return { id: 0, reduced, program: null, property: { ...checksProperty(['overflow']), errorFunctions: ['a', 'b'] } };
}

/** A store, and the names of texts that are asked for. */
function memory(): AnswerStore & { readonly asked: string[] } {
  const texts = new Map<string, string>();
  const asked: string[] = [];
  return {
    asked,
    get: async (name) => {
      asked.push(name);
      return texts.get(name) ?? null;
    },
    put: async (name, text) => void texts.set(name, text),
    change: async (name, changed) => void texts.set(name, changed(texts.get(name) ?? null)),
    remove: async (name) => void texts.delete(name),
  };
}

/** The answers about the system, with these options. */
function answersIn(
  store: AnswerStore,
  task: Partial<Task> = {},
  { interrupted = never, about = model }: { interrupted?: Promise<unknown>; about?: unknown } = {},
): CheckAnswers {
  const setup = { model: about, task: { files: [], wholeMilliseconds: 5000, seed: 0, ...task }, interrupted };
  return new CheckAnswers(store, { ...setup, emit: () => {} } as unknown as RecallSetup);
}

/** The number of answers that are looked up for these open checks. */
async function lookedUp(store: ReturnType<typeof memory>, answers: CheckAnswers, open: string[]): Promise<number> {
  // The list, and the name of the latest one, are read first.
  const before = store.asked.length + 2;
  for await (const _ of answers.answers(
    () => open,
    () => 1000,
  ));
  return store.asked.length - before;
}

test('are looked up where they are about a check of interest, and the verification goes on', async () => {
  const store = memory();
  const first = answersIn(store);
  for (const name of ['a', 'b']) await first.keep([name], unsafe, model as never);
  expect(await lookedUp(store, answersIn(store), ['a', 'b'])).toBe(2);
  expect(await lookedUp(store, answersIn(store), ['b'])).toBe(1);
  expect(await lookedUp(store, answersIn(store), ['c'])).toBe(0);
  const interrupted = Promise.resolve();
  expect(await lookedUp(store, answersIn(store, {}, { interrupted }), ['a', 'b'])).toBe(0);
});

test('of other machines are looked up when they come, each once', async () => {
  const store = memory();
  const [here, elsewhere] = [answersIn(store), answersIn(store)];
  await elsewhere.keep(['a'], unsafe, model as never);
  expect(await lookedUp(store, here, ['a', 'b'])).toBe(1);
  await elsewhere.keep(['b'], unsafe, model as never);
  await here.keep(['a', 'b'], unsafe, model as never);
  expect(await lookedUp(store, here, ['a', 'b'])).toBe(1);
  expect(await lookedUp(store, here, ['a', 'b'])).toBe(0);
});

test('of another version are tried, the open checks of it not', async () => {
  const store = memory();
  const first = answersIn(store);
  await first.keep(['a'], unsafe, model as never);
  await first.keepOpen(new Map([['b', open({ kind: 'stopped' })]]));
  const about = modelOf(freezeSystem(twoLoops(3)));
  const later = answersIn(store, {}, { about });
  expect([await later.leftOpen(), await lookedUp(store, answersIn(store, {}, { about }), ['a'])]).toEqual([
    new Map(),
    // The list of the other version, and its answer.
    2,
  ]);
});

test('tell what stayed open unless more is tried than before', async () => {
  const store = memory();
  const construct = { kind: 'unsupported', construct: 'inline assembly', at: null } as const;
  const states = { a: open({ kind: 'time-limit', milliseconds: 1, during: 'solving' }), b: open(construct) };
  await answersIn(store).keepOpen(new Map(Object.entries(states)));
  const told = await answersIn(store).leftOpen();
  expect(
    [...told].map(([name, { reason, safeUpTo }]) => [name, 'why' in reason ? reason.why : null, safeUpTo]),
  ).toEqual([
    ['a', 'open from the last run with 5 s; --retry tries again', 7],
    ['b', 'open from the last run with 5 s, unsupported: inline assembly; --retry tries again', 7],
  ]);
  const sizes: number[] = [];
  for (const task of [
    { wholeMilliseconds: 4000 },
    { wholeMilliseconds: 6000 },
    { wholeMilliseconds: null },
    { seed: 1 },
  ])
    sizes.push((await answersIn(store, task).leftOpen()).size);
  expect(sizes).toEqual([2, 0, 0, 0]);
});

function open(reason: UnknownReason): OpenState {
  return { kind: 'open', reason, safeUpTo: 7 };
}
