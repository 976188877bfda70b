import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { commentOf, exportsOf, referencePage } from '../../../scripts/reference-page.ts';
import { ERRORS } from '../../../src/base/errors.ts';

const ROOT = new URL('../../../', import.meta.url).pathname;

describe('docs/reference.md', () => {
  const page = readFileSync(join(ROOT, 'docs/reference.md'), 'utf8');

  it('says what the declarations say (scripts/reference-page.ts --write)', () => {
    expect(page).toBe(referencePage(ROOT));
  });

  it('has a comment for each function, and a heading for each name', () => {
    const all = exportsOf(join(ROOT, 'src/index.ts'));
    const silent = all.filter(
      ({ declaration }) => ts.isFunctionDeclaration(declaration) && commentOf(declaration) === '',
    );
    expect(silent.map(({ name }) => name)).toEqual([]);
    const missing = all.filter(({ name }) => name !== 'VerifyEventBody' && !page.includes(`\n### ${name}\n`));
    expect(missing.map(({ name }) => name)).toEqual([]);
  });

  it('has each error and each event', () => {
    for (const code of Object.keys(ERRORS)) expect(page).toContain(`\n| \`${code}\` | `);
    for (const kind of ['compiled', 'lemma', 'certified', 'trials', 'verdict'])
      expect(page).toMatch(new RegExp(`^\\| \`${kind}\` \\| .+ \\| .+ \\|$`, 'm'));
  });
});
