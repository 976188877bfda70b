import { execFileSync, spawnSync } from 'node:child_process';
import { appendFileSync, cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { scratchFolder } from '../scratch.ts';
import { lemmata } from './lemmata.ts';

const CHECKER = join('checker', 'src', 'main.js');
const folder = scratchFolder('certificate');

function check(certificate: string): { readonly code: number | null; readonly stdout: string } {
  const { status, stdout } = spawnSync(process.execPath, [CHECKER, certificate], { encoding: 'utf8' });
  return { code: status, stdout };
}

describe('the certificate of a TRUE', () => {
  const certificate = join(folder, 'light');

  beforeAll(async () => {
    const { code, stderr } = await lemmata(['verify', '--certificate', certificate, 'examples/traffic-light.c']);
    expect(code).toBe(0);
    expect(stderr).toContain(`files in ${certificate}`);
  });

  it('has all its obligations checked by the stand-alone checker', () => {
    expect(check(certificate)).toEqual({ code: 0, stdout: expect.stringMatching(/^CHECKED: \d+ obligations\n$/) });
  });

  it('is described by a command', async () => {
    const { code, stdout } = await lemmata(['certificate', certificate]);
    expect(code).toBe(0);
    expect(stdout).toContain('TRUE: ');
    expect(stdout).toMatch(/obligations: \d+ \(.*\d+ safety/);
  });

  it('has files with the hashes of the manifest, the sources included', () => {
    const { files, sources } = JSON.parse(readFileSync(join(certificate, 'manifest.json'), 'utf8'));
    const hashes = Object.entries({ ...files, 'model.btor2': files['model.btor2'] });
    for (const [name, hash] of hashes)
      expect(execFileSync('sha256sum', [join(certificate, name)], { encoding: 'utf8' })).toContain(hash);
    expect(execFileSync('sha256sum', ['examples/traffic-light.c'], { encoding: 'utf8' })).toContain(
      sources['examples/traffic-light.c'],
    );
  });

  it('is refuted where a file was changed', () => {
    const changed = join(folder, 'changed');
    cpSync(certificate, changed, { recursive: true });
    appendFileSync(join(changed, 'model.btor2'), '; \n');
    expect(check(changed)).toEqual({ code: 10, stdout: 'REFUTED: model.btor2 has another hash\n' });
  });
});

it('says that a FALSE has no proof', async () => {
  const program = join(folder, 'false.c');
  writeFileSync(program, 'extern void reach_error(void); int main(void) { reach_error(); }\n');
  const certificate = join(folder, 'none');
  const { code, stderr } = await lemmata(['verify', '--certificate', certificate, program]);
  expect(code).toBe(10);
  expect(stderr).toContain('No certificate is written');
  expect(existsSync(certificate)).toBe(false);
});
