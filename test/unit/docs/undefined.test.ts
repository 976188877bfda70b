import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { CHECK_KINDS } from '../../../src/program/cfa/checks/kinds.ts';
import { snippets, type Treatment } from '../../conformance/planted/snippets.ts';

/** The table of Annex J.2 in docs/undefined.md, held against the programs that it names. */

const LABELS: Readonly<Record<string, Treatment | 'accepted' | 'none'>> = {
  gap: 'gap',
  'any value': 'any',
  'as GCC': 'GCC',
  error: 'error',
  accepted: 'accepted',
  'cannot happen': 'none',
  ...Object.fromEntries(CHECK_KINDS.map((kind) => [`\`${kind}\``, kind])),
};

interface Row {
  readonly item: number | null;
  readonly here: readonly string[];
  readonly programs: string;
}

function rowsOf(page: string): readonly Row[] {
  const lines = page.split('\n').filter((line) => /^\| (?:\d+ \| )?\d+(?:\.\d+)*[^|]* \|/.test(line));
  return lines.map((line) => {
    const cells = line.slice(2, -2).split(' | ');
    const item = cells.length === 5 ? Number(cells[0]) : null;
    return { item, here: cells[cells.length - 2].split(', '), programs: cells[cells.length - 1] };
  });
}

const rows = rowsOf(readFileSync('docs/undefined.md', 'utf8'));
const all = snippets();

it('has each item of J.2 once, in order', () => {
  const items = rows.flatMap(({ item }) => (item === null ? [] : [item]));
  expect(items).toEqual(Array.from({ length: 203 }, (_, i) => i + 1));
});

describe.each(rows)('item $item: $programs', ({ item, here, programs }) => {
  it('has the treatments of its programs, or a reason why it has none', () => {
    const treatments = here.map((label) => LABELS[label] ?? label);
    if (programs.startsWith('none: ')) {
      expect(programs.length).toBeGreaterThan('none: '.length + 10);
      expect(treatments).toEqual(treatments.filter((one) => Object.values(LABELS).includes(one as Treatment)));
      return;
    }
    const names = programs.split(', ');
    const paths = names.filter((name) => name.includes('/'));
    expect(paths.filter((path) => !existsSync(path))).toEqual([]);
    const named = names.filter((name) => !name.includes('/')).map((name) => all.find((one) => one.name === name));
    expect(named).not.toContain(undefined);
    if (named.length > 0) expect(treatments).toEqual([...new Set(named.map((one) => one!.treatment))]);
    if (item !== null)
      expect(names.filter((name) => !name.includes('/'))).toEqual(
        all.filter(({ items }) => items.includes(item)).map(({ name }) => name),
      );
  });
});

it('names every program', () => {
  const named = rows.flatMap(({ programs }) => programs.split(', '));
  expect(all.map(({ name }) => name).filter((name) => !named.includes(name))).toEqual([]);
});
