import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { libraryPage } from '../../../../scripts/library-page.ts';
import {
  builtinEntry,
  builtinTable,
  isListed,
  UNSUPPORTED_BUILTINS,
} from '../../../../src/c/builtins/builtin-table.ts';
import { treatmentOf } from '../../../../src/c/builtins/library/table.ts';
import { FrontEndError } from '../../../../src/c/diagnostics.ts';
import { parseProgram } from '../../../../src/c/index.ts';
import { LIBRARY } from '../../../../src/interpreter/library/table.ts';
import { buildProgram } from '../../../../src/program/passes.ts';
import { execute } from '../../interpreter/harness.ts';
import { compile } from '../../system/encode/compile.ts';

/** Checks that the table of builtins is complete and agrees with the code. */

const ROOT = join(import.meta.dirname, '../../../..');
const GCC_NAMES = readFileSync(join(ROOT, 'test/fixtures/gcc-builtins.txt'), 'utf8')
  .replace(/^#.*$/gm, '')
  .trim()
  .split(/\s+/);

/** Calls the name, which nothing declares, and says how the run ends. A diagnostic that names it is as good. */
function ending(name: string): string {
  try {
    const { outcome } = execute(
      buildProgram(parseProgram([{ text: `int main(void) { ${name}(); return 0; }`, file: 'p.c' }], { model: 'LP64' })),
    );
    return outcome.kind === 'unsupported' ? `unsupported ${outcome.construct}` : outcome.kind;
  } catch (error) {
    if (error instanceof FrontEndError) return `unsupported ${error.message}`;
    throw error;
  }
}

describe('the table of builtins', () => {
  it('has all that GCC 12 to 14 know', () => {
    expect(GCC_NAMES.length).toBeGreaterThan(1200);
    expect(GCC_NAMES.filter((name) => !isListed(name))).toEqual([]);
  });

  it('names nothing twice', () => {
    const { names } = UNSUPPORTED_BUILTINS;
    expect(names.filter((name, i) => names.indexOf(name) !== i || builtinTable().get(name)?.builtin !== null)).toEqual(
      [],
    );
  });

  it('treats a builtin that is a library function as that function', () => {
    for (const [name, { treatment, builtin }] of builtinTable()) {
      if (builtin?.kind === 'library' || builtin?.kind === 'checked')
        expect(treatment, name).toBe(treatmentOf(builtin.name));
    }
  });

  it('calls nothing unsupported that the interpreter runs', () => {
    const runs = [...LIBRARY.functions.keys(), ...LIBRARY.processes.keys()].filter((name) =>
      name.startsWith('__builtin_'),
    );
    expect(runs.length).toBeGreaterThan(20);
    expect(runs.filter((name) => builtinEntry(name).treatment === 'unsupported')).toEqual([]);
  });

  it('gives no meaning to what it calls unsupported, nor to what it does not know', () => {
    const families = UNSUPPORTED_BUILTINS.families.map((family) => `${family}example`);
    for (const name of [...UNSUPPORTED_BUILTINS.names, ...families, '__builtin_no_such_thing', '__sync_no_such_thing'])
      expect(ending(name)).toMatch(new RegExp(`^unsupported .*\\b${name}\\b`));
  });

  it('leaves a gap in proofs where a builtin has no meaning', () => {
    const { system } = compile(
      'void reach_error(void) {} int main(void) { if (__builtin_no_such_thing(1) == 5) reach_error(); }',
    );
    expect(system.gaps.map(({ construct }) => construct).join()).toContain('__builtin_no_such_thing');
  });
});

describe('docs/library.md', () => {
  it('says what the tables say (scripts/library-page.ts --write)', () => {
    expect(readFileSync(join(ROOT, 'docs/library.md'), 'utf8')).toBe(libraryPage());
  });
});
