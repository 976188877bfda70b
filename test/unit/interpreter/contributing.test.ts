import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { build } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { esbuildImports } from '../../../scripts/imports.mjs';
import type * as judging from '../../conformance/library/judge.ts';
import { scratchFolder } from '../../scratch.ts';
import { problemsOf } from '../compiler-problems.ts';
import { hasGcc } from './harness.ts';

/** The library function of CONTRIBUTING.md: its row, its model in C and its implementation. */
const [, SECTION] = readFileSync('CONTRIBUTING.md', 'utf8').split('## How to add a library function');
const [ROW, MODEL, IMPLEMENTATION] = [...SECTION.split('\n## ')[0].matchAll(/```(?:ts|c)\n(.*?)```/gs)].map(
  ([, text]) => text,
);

/** Returns the text of a file in which one text is replaced by another. */
function edited(path: string, old: string, text: string): Readonly<Record<string, string>> {
  const before = readFileSync(path, 'utf8');
  expect(before).toContain(old);
  return { [path]: before.replace(old, () => text) };
}

const row = (): Readonly<Record<string, string>> => ({
  ...edited('src/c/builtins/library/memory.ts', '  memmem:', `${ROW}  memmem:`),
  ...edited('src/c/builtins/library/others.ts', 'void *memfrob(void *, unsigned long); ', ''),
});
const implementation = (): Readonly<Record<string, string>> =>
  edited('src/interpreter/library/memory-functions.ts', '  memmem:', `${IMPLEMENTATION}  memmem:`);
const model = (): Readonly<Record<string, string>> => {
  const path = 'src/program/lowering/models/c/strings.c';
  return { [path]: `${readFileSync(path, 'utf8')}\n${MODEL}` };
};

describe('the library function in CONTRIBUTING.md', () => {
  const folder = scratchFolder('contributing-library');

  it('needs an implementation as its row says, by the compiler', { timeout: 120_000 }, () => {
    const table = 'src/interpreter/library/table.ts';
    expect(problemsOf(table, row()).join()).toMatch(/memfrob/);
    expect(problemsOf(table, { ...row(), ...implementation() })).toEqual([]);
  });

  it.skipIf(!hasGcc())('does what native runs do, by model and by implementation', async () => {
    const texts = { ...row(), ...implementation(), ...model() };
    const outfile = join(folder, 'judge.mjs');
    const overlay: import('esbuild').Plugin = {
      name: 'edited files',
      setup({ onLoad }) {
        onLoad({ filter: /\.(ts|c)$/ }, ({ path }) => {
          const contents = texts[relative(process.cwd(), path)];
          return contents === undefined ? undefined : { contents, loader: path.endsWith('.c') ? 'text' : 'ts' };
        });
      },
    };
    await build({
      entryPoints: ['test/conformance/library/judge.ts'],
      outfile,
      bundle: true,
      format: 'esm',
      platform: 'node',
      packages: 'external',
      plugins: [overlay, esbuildImports],
      logLevel: 'warning',
    });
    const { judge }: typeof judging = await import(outfile);
    for (const seed of [1, 2, 3])
      expect(judge({ name: 'memfrob', treatment: 'model' }, seed, folder)).toMatchObject({ result: 'agree', why: '' });
  });
});
