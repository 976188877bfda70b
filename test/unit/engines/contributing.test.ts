import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { describe, expect, it } from 'vitest';
import type { Engine } from '../../../src/engines/methods/engine.ts';
import { scratchFolder } from '../../scratch.ts';
import { problemsOf } from '../compiler-problems.ts';
import { compile } from '../system/encode/compile.ts';
import { decide } from './judge.ts';

/** The engine and its entry of the register, as CONTRIBUTING.md shows them. */
const [ENGINE, ENTRY] = [...readFileSync('CONTRIBUTING.md', 'utf8').matchAll(/```ts\n(.*?)```/gs)].map(
  ([, text]) => text,
);

describe('the engine in CONTRIBUTING.md', () => {
  const folder = scratchFolder('contributing');

  it('has at most 40 lines of code, and is checked with its entry by the compiler', () => {
    expect(ENGINE.split('\n').filter((line) => !/^ *($|\/?\*)/.test(line)).length).toBeLessThanOrEqual(40);
    const entry = `
import { type EngineDescription, NO_LEMMAS } from '../methods/description.ts';
import { MAX_DEPTH } from '../methods/options.ts';
export const ENTRIES = {
${ENTRY}} as const satisfies Readonly<Record<string, EngineDescription>>;
`;
    expect(problemsOf('src/engines/bounded/induct.ts', { 'src/engines/bounded/induct.ts': ENGINE + entry })).toEqual(
      [],
    );
    const wrong = { 'src/engines/bounded/induct.ts': ENGINE + entry.replace('z3: [', 'z3: [1, ') };
    expect(problemsOf('src/engines/bounded/induct.ts', wrong)).not.toEqual([]);
  });

  it('proves a program and finds the error of another', async () => {
    const outfile = join(folder, 'induct.mjs');
    const stdin = { contents: ENGINE, loader: 'ts', resolveDir: 'src/engines/bounded' } as const;
    await build({ stdin, outfile, bundle: true, format: 'esm', platform: 'node', logLevel: 'warning' });
    const { induct }: { induct: Engine } = await import(outfile);
    const program = (error: string): string =>
      `extern void reach_error(void); extern int __VERIFIER_nondet_int(void);
      int main(void) {
        unsigned x = 0;
        while (__VERIFIER_nondet_int()) { x += 2; if (${error}) reach_error(); }
      }`;
    expect(await decide(induct, compile(program('x % 2 == 1')).system)).toMatchObject({
      kind: 'safe',
      certificate: { kind: 'inductive' },
    });
    expect(await decide(induct, compile(program('x == 6')).system)).toMatchObject({ kind: 'unsafe' });
  });
});
