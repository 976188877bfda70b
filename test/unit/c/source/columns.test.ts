import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type FrontEndError, formatDiagnostic } from '../../../../src/c/diagnostics.ts';
import { parseProgram } from '../../../../src/c/index.ts';
import { columnInSource } from '../../../../src/c/source/columns.ts';
import { preprocess } from '../../../../src/c/source/preprocess.ts';
import { scratchFolder } from '../../../scratch.ts';

const folder = scratchFolder('columns');

async function preprocessed(source: string) {
  const file = join(folder, 'a.c');
  writeFileSync(file, source);
  return preprocess(file, { model: 'LP64' });
}

/** The words of the line with `mark`, each with the text of the source at its column. */
async function placesIn(source: string, mark: string): Promise<string> {
  const { text, columns } = await preprocessed(source);
  const line = source.split('\n').find((each) => each.includes(mark))!;
  const places = text.split('\n').flatMap((shown, index) =>
    columns?.has(index + 1) && shown.includes(mark)
      ? [...shown.matchAll(/\w+|[^\w\s]/g)].map((word) => {
          const column = columnInSource(columns, index + 1, word.index + 1);
          const written = /^(?:\w+|.)/.exec(line.slice(column - 1))?.[0];
          return word[0] === written ? word[0] : `${word[0]}@${written}`;
        })
      : [],
  );
  return places.join(' ');
}

const MACROS = `int f(int, int);
#define N 10
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#define EMPTY
#define TWICE(s) do { s; s; } while (0)
#define CALL(f, ...) f(__VA_ARGS__)
#define NAME f
`;

describe('columns behind macros', () => {
  it.each([
    ['mark = N + x; y = mark[N];', 'mark = 10@N + x ; y = mark [ 10@N ] ;'],
    ['mark   = /* N */  N;  // N', 'mark = 10@N ;'],
    [
      'mark = MAX(x, y[1]) + x;',
      'mark = (@MAX (@MAX x )@MAX >@MAX (@MAX y [ 1 ] )@MAX ?@MAX (@MAX x )@MAX :@MAX (@MAX y [ 1 ] )@MAX )@MAX + x ;',
    ],
    ['mark EMPTY = EMPTY x;', 'mark = x ;'],
    [
      'TWICE(mark = N); x = 1;',
      'do@TWICE {@TWICE mark@TWICE =@TWICE 10@TWICE ;@TWICE mark@TWICE =@TWICE 10@TWICE ;@TWICE }@TWICE while@TWICE (@TWICE 0@TWICE )@TWICE ; x = 1 ;',
    ],
    ['mark = CALL(f, x, 1) + NAME(1, y);', 'mark = f (@CALL x ,@CALL 1 )@CALL + f@NAME ( 1 , y ) ;'],
    [
      'mark = MAX(1,\n  2);',
      'mark = (@MAX (@MAX 1 )@MAX >@MAX (@MAX 2@MAX )@MAX ?@MAX (@MAX 1 )@MAX :@MAX (@MAX 2@MAX )@MAX )@MAX',
    ],
    ['x = \\\n  N + mark \\\n;', '10@N + mark'],
  ])('are those of the source in %s', async (line, expected) => {
    expect(await placesIn(`${MACROS}${line}`, 'mark')).toBe(expected);
  });
  it('stay where no division fits', async () => {
    const source = `#define OPEN f(\n#define CLOSE )\nint mark = OPEN 1, N CLOSE + 2;`;
    expect(await placesIn(source, 'mark')).toBe('int mark = f@OPEN (@OPEN 1 , N )@CLOSE + 2 ;');
  });
  it('belong to files that the program includes, and to the text that messages show', async () => {
    mkdirSync(join(folder, 'own'));
    writeFileSync(join(folder, 'own', 'b.h'), '#define P 12345\nint first = P, second = missing;\n');
    const messages = async (source: string): Promise<readonly string[]> => {
      const read = await preprocessed(source);
      try {
        parseProgram([read], { model: 'LP64' });
        return [];
      } catch (error) {
        const texts = (error as FrontEndError).diagnostics.map(formatDiagnostic);
        return texts.map((text) => text.replace(/^.*\//, '').replace(/ error\S* [^\n]*/, ''));
      }
    };
    expect(await messages('#include "own/b.h"\n')).toEqual([
      'b.h:2:25:\n  int first = P, second = missing;\n                          ^',
    ]);
    expect(await messages('#define Q\nint  x = Q  absent;\n')).toEqual([
      'a.c:2:13:\n  int  x = Q  absent;\n              ^',
    ]);
  });
});
