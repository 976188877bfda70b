import { expect, test } from 'vitest';
import { parseProgram } from '../../../src/c/index.ts';
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
