import { execFile } from 'node:child_process';
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { parse } from 'yaml';
import { scratchFolder } from '../scratch.ts';

vi.setConfig({ testTimeout: 120_000 });
const folder = scratchFolder('templates');

/** Runs the job of the template for GitLab as its runner does, and returns its exit code. */
function runJob(variables: Readonly<Record<string, string>>): Promise<number> {
  const { '.lemmata': job } = parse(readFileSync('templates/gitlab-ci.yml', 'utf8'));
  const command = join(folder, 'lemmata');
  writeFileSync(command, `#!/bin/sh\nexec ${process.execPath} ${resolve('dist/cli.js')} "$@"\n`);
  chmodSync(command, 0o755);
  const env = { ...process.env, ...job.variables, ...variables, PATH: `${folder}:${process.env.PATH}` };
  return new Promise((done) => {
    const child = execFile('bash', ['-e', '-c', job.script.join('\n')], { cwd: folder, env }, () => {});
    child.on('close', (code) => done(code ?? -1));
  });
}

describe('the template for GitLab', () => {
  it.each([
    ['verify', 'odd.c', 0],
    ['verify', 'average.c', 10],
    ['check', 'average.c', 10],
    ['verify', 'inline-assembly.c', 5],
  ])('%s %s ends with %d and leaves its artifacts', async (command, file, code) => {
    const job = parse(readFileSync('templates/gitlab-ci.yml', 'utf8'))['.lemmata'];
    expect(await runJob({ LEMMATA_COMMAND: command, LEMMATA_FILES: resolve('examples', file) })).toBe(code);
    for (const path of job.artifacts.paths) expect([path, existsSync(join(folder, path))]).toEqual([path, true]);
  });
});
