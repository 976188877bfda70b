import { expect, it } from 'vitest';
import { disabledChecks } from '../../../../src/c/source/check-pragmas.ts';

const found = (...lines: readonly string[]) =>
  disabledChecks({ file: 'a.c', text: lines.join('\n') }).map(({ kinds, at, from, to }) => [
    kinds.join(),
    at.file,
    from,
    to,
  ]);

it('reads the lines from a pragma up to the one that takes back what was disabled', () => {
  expect(
    found(
      'int x;',
      '#pragma CPROVER check push',
      '#pragma CPROVER check disable "pointer"',
      'a;',
      '#pragma CPROVER check push',
      '  # pragma CPROVER check disable "unsigned-overflow"',
      'b;',
      '#pragma CPROVER check pop',
      'c;',
      '#pragma CPROVER check pop',
      'd;',
    ),
  ).toEqual([
    ['deref,free', 'a.c', 3, 8],
    ['wrap', 'a.c', 6, 8],
    ['deref,free', 'a.c', 3, 10],
  ]);
});

it('follows the lines and files of the source', () => {
  const pragma = '#pragma CPROVER check disable "div-by-zero"';
  expect(found('# 7 "b.h" 1', 'x', pragma, 'y', '# 30 "b.h"', 'z', '# 2 "a.c" 2', 'w')).toEqual([
    ['division', 'b.h', 8, 30],
  ]);
});

it('knows no other names', () => {
  expect(found('#pragma CPROVER check disable "nan"', 'x', '// CPROVER check')).toEqual([]);
});
