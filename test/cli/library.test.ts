import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { scratchFolder } from '../scratch.ts';

const run = promisify(execFile);
const scratch = scratchFolder('library');
const FOLDER = new URL('../../examples/library/', import.meta.url).pathname;

/** Runs an example of the library with the package as built. */
async function output(name: string, ...words: readonly string[]): Promise<string> {
  const { stdout } = await run(process.execPath, [`${FOLDER}${name}.mjs`, ...words]);
  return stdout;
}

describe('the examples of the library', () => {
  const kept = () => readdirSync(tmpdir()).filter((name) => name.startsWith('lemmata-text-'));

  it('text.mjs decides programs that are texts, and leaves no file behind', async () => {
    const before = kept();
    const lines = (await output('text')).split('\n');
    expect(lines.filter((line) => line.startsWith('LIMIT'))).toEqual(['LIMIT 1000: TRUE', 'LIMIT 2147483647: FALSE']);
    expect(lines[1]).toMatch(/^ {2}Assumed: .*read_sensor\.$/);
    expect(kept().filter((name) => !before.includes(name))).toEqual([]);
  });

  it('certificate.mjs writes a proof that the stand-alone checker checks', async () => {
    const certificate = join(scratch, 'certificate');
    expect(await output('certificate', certificate)).toMatch(/^TRUE: \d+ files, \d missing\n$/);
    const { stdout } = await run(process.execPath, ['checker/src/main.js', certificate]);
    expect(stdout).toMatch(/^CHECKED: /);
    const { sources, options, missing } = JSON.parse(readFileSync(join(certificate, 'manifest.json'), 'utf8'));
    // An invariant that is k-inductive alone is no solution of Horn clauses; nothing else is missing.
    expect(
      missing.filter((one: string) => !one.startsWith('system.smt2, model.smt2, task.svlib and witness.svlib')),
    ).toEqual([]);
    expect(Object.keys(sources)).toEqual(['turns.c']);
    expect(options.files).toEqual(['turns.c']);
  });

  it('abort.mjs ends a verification', async () => {
    expect(await output('abort')).toBe('UNKNOWN: stopped\n');
  });

  it('progress.mjs shows events and the verdict line', async () => {
    expect(await output('progress', 'examples/odd.c')).toMatch(
      /^compiled: 1 loops\n(.*\n)*Verification result: TRUE\n$/,
    );
  });
});
