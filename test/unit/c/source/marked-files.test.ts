import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { markedFiles } from '../../../../src/c/source/marked-files.ts';
import { preprocess } from '../../../../src/c/source/preprocess.ts';
import { scratchFolder } from '../../../scratch.ts';

const folder = scratchFolder('marked-files');
const header = join(folder, 'inc', 'step.h');

async function preprocessed(name: string, text: string): Promise<{ readonly file: string; readonly text: string }> {
  const file = join(folder, name);
  writeFileSync(file, text);
  return { file, text: (await preprocess(file, { model: 'LP64' })).text };
}

describe('files that line marks name', () => {
  it('are headers of the program with their lines at their places, not those of the system', async () => {
    mkdirSync(join(folder, 'inc'));
    writeFileSync(
      header,
      `#ifndef STEP_H
#define STEP_H
#include <stddef.h>
/* Two
   lines. */
#define LIMIT 5
static inline int step(int x) { // one step
  int *p = NULL;
  return x < LIMIT ? x + 1 : p == NULL;
}
#endif
`,
    );
    const main = '#include <stdlib.h>\n#include "inc/step.h"\nint main(void) { return step(1); }\n';
    const sources = [await preprocessed('a.c', main), await preprocessed('b.c', '#include "inc/step.h"\n')];
    const { files, omitted } = markedFiles(sources);
    expect([files.map(({ name }) => name), omitted]).toEqual([[header], 0]);
    const lines = files[0].text.split('\n');
    expect(lines.map((line) => line.replace(/\s+/g, ' ').trim())).toEqual([
      ...Array(6).fill(''),
      'static inline int step(int x) {',
      expect.stringMatching(/^int \*p = \(\(void ?\*\) ?0\) ?;$/),
      expect.stringMatching(/^return x < 5 \? x \+ 1 : p == \(\(void ?\*\) ?0\) ?;$/),
      '}',
      '',
    ]);
  });

  it('are what a preprocessed file was made of', () => {
    const text =
      '# 1 "a.c"\n# 1 "<built-in>"\nint hidden;\n# 1 "/usr/include/x.h" 1 3 4\nint system;\n# 3 "a.c" 2\nint a;\nint b;\n';
    expect(markedFiles([{ file: 'a.i', text }])).toEqual({
      files: [{ name: 'a.c', text: '\n\nint a;\nint b;\n' }],
      omitted: 0,
    });
    expect(markedFiles([{ file: 'a.c', text }])).toEqual({ files: [], omitted: 0 });
  });

  it('are left out where they are too large, however large a mark says that they are', () => {
    const small = '# 2 "b.h"\nint b;\n';
    const many = `# 4000000000 "a.h"\nint a;\n# 99999999999999999999 "c.h"\nint c;\n${small}`;
    expect(markedFiles([{ file: 'a.c', text: many }])).toEqual({
      files: [{ name: 'b.h', text: '\nint b;\n' }],
      omitted: 2,
    });
    const long = `# 1 "a.h"\n${'x'.repeat(2 ** 20)}\n${small}# 0 "b.h"\nint before;\n`;
    expect(markedFiles([{ file: 'a.c', text: long }])).toEqual({
      files: [{ name: 'b.h', text: '\nint b;\n' }],
      omitted: 1,
    });
  });
});
