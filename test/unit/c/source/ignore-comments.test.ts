import { expect, it } from 'vitest';
import { ignoreComments } from '../../../../src/c/source/ignore-comments.ts';

const found = (text: string) =>
  ignoreComments('a.c', text).map(({ kinds, reason, line }) => [kinds.join(), reason, line]);

it('is about its own line behind code, and about the next line of code on a line of its own', () => {
  expect(found('x = a + b; // lemmata: ignore overflow small numbers \r\n')).toEqual([
    ['overflow', 'small numbers', 1],
  ]);
  expect(
    found('  // lemmata: ignore deref, shift\n// lemmata: ignore wrap hash\nx = p[i]; // lemmata: ignore free x\n'),
  ).toEqual([
    ['deref,shift', '', 3],
    ['wrap', 'hash', 3],
    ['free', 'x', 3],
  ]);
});

it('is about no line at the end of the file, and needs its words', () => {
  expect(found('int x;\n// lemmata: ignore deref')).toEqual([['deref', '', 0]]);
  expect(found('// lemmata: ignore\n// ignore deref\n/* lemmata: ignore deref */\nint x;\n')).toEqual([]);
});
