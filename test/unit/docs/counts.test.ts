import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { ENGINE_NAMES } from '../../../src/race/schedule/engine-names.ts';
import { pages } from '../../documents.ts';

const PAGES = [...pages(), 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'CHANGELOG.md'];
const UNITS = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];
const TEENS = ['eleven', 'twelve', 'thirteen', 'fourteen', 'fifteen', 'sixteen', 'seventeen', 'eighteen', 'nineteen'];
const TENS = ['twenty', 'thirty'];
const NUMBERS = [
  ...UNITS,
  ...TEENS,
  ...TENS.flatMap((ten) => [ten, ...UNITS.slice(1, 10).map((unit) => `${ten}-${unit}`)]),
];

/** The numbers that a page gives before a noun at the start of a sentence or a list: "Twenty-two engines". */
function countsOf(page: string, noun: string): readonly number[] {
  const pattern = new RegExp(`(?:^|[.:] |- )([A-Z][a-z]+(?:-[a-z]+)?) ${noun}\\b`, 'gm');
  return [...readFileSync(page, 'utf8').matchAll(pattern)].flatMap(([, word]) => {
    const number = NUMBERS.indexOf(word.toLowerCase());
    return number < 0 ? [] : [number];
  });
}

it.each(PAGES)('%s counts all engines', (page) => {
  for (const count of countsOf(page, 'engines')) expect(count).toBe(ENGINE_NAMES.length);
});

it('the changes count the engines and name each of them', () => {
  expect(countsOf('CHANGELOG.md', 'engines')).toEqual([ENGINE_NAMES.length]);
  const line = readFileSync('CHANGELOG.md', 'utf8')
    .split('\n')
    .find((text) => /^- [\w-]+ engines: /.test(text));
  for (const engine of ENGINE_NAMES) expect(line).toContain(`\`${engine}\``);
});

it('the decisions are numbered without a gap', () => {
  const numbers = [...readFileSync('docs/decisions.md', 'utf8').matchAll(/^## (\d+)\. /gm)].map(([, text]) =>
    Number(text),
  );
  expect(numbers).toEqual(numbers.map((_, i) => i + 1));
  expect(numbers.length).toBeGreaterThan(0);
});

it('the architecture has a row for each wing, and at most 200 lines', () => {
  const text = readFileSync('ARCHITECTURE.md', 'utf8');
  const wings = readdirSync('src', { withFileTypes: true }).filter((entry) => entry.isDirectory());
  for (const { name } of wings) expect(text).toContain(`| \`src/${name}/\` |`);
  expect(text.split('\n').length).toBeLessThanOrEqual(200);
});

it.each(PAGES)('%s names files of the source that exist', (page) => {
  const named = [...readFileSync(page, 'utf8').matchAll(/`((?:src|workers|test|scripts)\/[\w./-]+\.(?:ts|mjs|c|h))`/g)];
  // CONTRIBUTING.md shows how to add files with this name.
  const missing = named.map(([, path]) => path).filter((path) => !existsSync(path) && !/induct/.test(path));
  expect(missing).toEqual([]);
});
