import { expect, test } from 'vitest';
import { parseProgram } from '../../../src/c/index.ts';
import { hiddenFunctionsFor } from '../../../src/program/contracts/pass.ts';
import { linkChosen, linkProgram, PASSES, prepareProgram } from '../../../src/program/passes.ts';

test('passes for a program come before those for a choice of errors, and these before those for a link', () => {
  const order = ['program', 'choice', 'link'];
  const places = PASSES.map(({ each }) => order.indexOf(each));
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  expect(new Set(PASSES.map(({ name }) => name)).size).toBe(PASSES.length);
});

test('a linked program is linked again by the last passes alone', () => {
  const text = 'extern void reach_error(void); int main(int n, char **v) { if (n > 3) reach_error(); return 0; }';
  const prepared = prepareProgram(parseProgram([{ text, file: 'a.c' }], { model: 'LP64' }));
  const { linked, woven } = linkChosen(prepared, ['reach_error']);
  expect(woven).toBe(false);
  if ('unsupported' in linked) throw new Error(linked.unsupported);
  expect(linkProgram(linked.source, { errorFunctions: ['reach_error'] })).toEqual(linked);
  // The prepared program stays as it was.
  expect(linkChosen(prepared, ['reach_error']).linked).toEqual(linked);
});

test('loops are tried with what a contract ensures of all or of no element, in whichever form it says so', () => {
  const guessed = (ensured: string): number => {
    const text = `int find(const int *a, int n, int x) __CPROVER_ensures(${ensured}) {
  for (int i = 0; i < n; i++) if (a[i] == x) return i; return -1; }`;
    const unit = parseProgram([{ text, file: 'a.c' }], { model: 'LP64' });
    const hidden = hiddenFunctionsFor(unit, { function: 'find', inline: [], part: 'all' }, 0);
    return hidden?.hints.filter(({ isGuess }) => isGuess).length ?? 0;
  };
  const [range, none] = ['0 <= k && k < n', '__CPROVER_return_value < 0'];
  const of = (name: string, condition: string): string => `__CPROVER_${name} { int k; ${condition} }`;
  const all = guessed(`${none} ==> ${of('forall', `(${range}) ==> a[k] != x`)}`);
  expect(all).toBe(1);
  expect(guessed(`${none} ==> !${of('exists', `${range} && a[k] == x`)}`)).toBe(all);
  expect(guessed(`(__CPROVER_return_value >= 0) == ${of('exists', `${range} && a[k] == x`)}`)).toBe(all);
  expect(guessed(`${none} ==> n >= 0`)).toBe(0);
});
