import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Board } from '../../../src/portfolio/board.ts';
import { Rest } from '../../../src/portfolio/rest.ts';
import { Runner } from '../../../src/portfolio/runner.ts';

const runners = (count: number): Runner[] =>
  Array.from({ length: count }, (_, i) => new Runner(`e${i}`, 'kind', new Board(), new Promise(() => {}), () => {}));
const resting = (all: readonly Runner[]): number => all.filter(({ board }) => board.rests).length;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

describe('engines rest while a claim is certified', () => {
  test('until it is, where cores are scarce', () => {
    const all = runners(3);
    const rest = new Rest(2);
    rest.begin(all, () => {});
    expect([rest.isOn, resting(all)]).toEqual([true, 3]);
    rest.end();
    expect([rest.isOn, resting(all)]).toEqual([false, 0]);
  });

  test('not where there is a core for the certifier', () => {
    const all = runners(3);
    const rest = new Rest(4);
    rest.begin(all, () => {});
    expect([rest.isOn, resting(all)]).toEqual([false, 0]);
  });

  test('for some seconds at most, and then not soon again', () => {
    const all = runners(2);
    const rest = new Rest(1);
    let over = 0;
    rest.begin(all, () => over++);
    vi.advanceTimersByTime(4_900);
    expect(resting(all)).toBe(2);
    vi.advanceTimersByTime(200);
    expect([rest.isOn, resting(all), over]).toEqual([false, 0, 1]);
    rest.begin(all, () => over++);
    expect(resting(all)).toBe(0);
    vi.advanceTimersByTime(7_000);
    rest.begin(all, () => over++);
    expect(resting(all)).toBe(2);
    vi.advanceTimersByTime(1_200);
    expect([resting(all), over]).toEqual([0, 2]);
  });

  test('for half of the race so far, where it has lasted long', () => {
    const all = runners(2);
    const rest = new Rest(2);
    let over = 0;
    vi.advanceTimersByTime(40_000);
    rest.begin(all, () => over++);
    vi.advanceTimersByTime(19_900);
    expect(resting(all)).toBe(2);
    vi.advanceTimersByTime(200);
    expect([resting(all), over]).toEqual([0, 1]);
  });
});

test('an engine that is to stop does not wait, whether it rests or not', () => {
  const board = new Board();
  board.letRest(true);
  board.askToStop();
  board.pause();
  expect([board.stopped, board.rests]).toEqual([true, false]);
  board.letRest(true);
  board.pause();
  expect(board.stopped).toBe(true);
});
