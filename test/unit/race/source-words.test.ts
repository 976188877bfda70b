import { describe, expect, it } from 'vitest';
import type { RunStep } from '../../../src/certify/replay/recorded-run.ts';
import { SourceWords } from '../../../src/race/coordinator/source-words.ts';

const SOURCE = `#define MAX 10
int n = sizeof(struct S) + 2 * MAX;
p[MAX - 8] = GREEN + 1;
x = 300;
c = 'a';
y = SQ(3) + n;
case 1: v = MAX; break; case 2: v = MAX + 1; break;
if (n == MAX) w = 1;
`;

/** The text of a step at a place, in the words of the source. */
function written(line: number, column: number, text: string): string {
  const step: RunStep = {
    at: { file: 'a.c', line, column },
    thread: null,
    function: 'main',
    depth: 0,
    text,
    assigned: null,
  };
  return new SourceWords(() => SOURCE).steps([step])[0].text;
}

describe('steps in the words of the source', () => {
  it('have the value of a constant expression behind it', () => {
    expect(written(2, 7, 'n = 28')).toBe('int n = sizeof(struct S) + 2 * MAX -> 28');
    expect(written(4, 3, 'x = 300')).toBe('x = 300');
    expect(written(5, 3, 'c = 97')).toBe("c = 'a'");
  });

  it('are found where a macro has moved the column', () => {
    expect(written(3, 11, 'p[2] = 6')).toBe('p[MAX - 8] = GREEN + 1 -> 6');
    expect(written(6, 1000, 'y = 9 + n -> 37')).toBe('y = SQ(3) + n -> 37');
  });

  it('keep their text where several statements of a line would do', () => {
    expect(written(7, 1000, 'v = 10')).toBe('v = 10');
    expect(written(8, 1000, 'w = 1')).toBe('w = 1');
    expect(written(8, 1000, 'n == 10 -> true')).toBe('n == MAX -> true');
    expect(written(3, 11, 'q = 6')).toBe('q = 6');
  });
});
