import { readFileSync, writeFileSync } from 'node:fs';
import type { EngineOption } from '../src/engines/methods/options.ts';
import { descriptionOf, ENGINE_IDS, engineOptions } from '../src/engines/register.ts';

/**
 * Writes the texts that follow from the register of engines: their options in
 * `schemas/portfolio.schema.json` and their table in `README.md`. Usage: `node scripts/run.mjs
 * scripts/register-texts.ts --write`. A test compares the texts with the register.
 */
const WIDTH = 180;
const SCHEMA = 'schemas/portfolio.schema.json';
const README = 'README.md';

/** The schema's correct text, computed from its present one. */
export function portfolioSchema(current: string): string {
  const schema = JSON.parse(current);
  const { slice } = schema.definitions;
  slice.properties.engine.enum = ENGINE_IDS;
  slice.properties.options = {
    description: 'Handed to the engine; `lemmata engines` lists what each takes.',
    type: 'object',
  };
  slice.allOf = ENGINE_IDS.map((id) => ({
    if: { required: ['engine'], properties: { engine: { const: id } } },
    then: { properties: { options: { $ref: `#/definitions/options-${id}` } } },
  }));
  for (const name of Object.keys(schema.definitions)) if (name.startsWith('options-')) delete schema.definitions[name];
  for (const id of ENGINE_IDS) {
    const properties = Object.fromEntries(engineOptions(id).map((option) => [option.name, optionSchema(option)]));
    schema.definitions[`options-${id}`] = { type: 'object', additionalProperties: false, properties };
  }
  return `${compact(schema, '')}\n`;
}

function optionSchema(option: EngineOption): object {
  const described = { description: option.doc, default: option.default };
  if ('choices' in option) return { ...described, enum: option.choices };
  if ('words' in option) {
    const word = `(${option.words.join('|')})`;
    return { ...described, type: 'string', pattern: `^${word}(,${word})*$` };
  }
  return typeof option.default === 'boolean'
    ? { ...described, type: 'boolean' }
    : { ...described, type: 'integer', minimum: 0 };
}

/** JSON in which each value that fits is on one line; schemas are not nested deep. */
function compact(value: unknown, indent: string): string {
  const inner = `${indent}  `;
  const list = Array.isArray(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const entries = Object.entries(value);
  if (entries.length === 0) return list ? '[]' : '{}';
  const parts = (deeper: string): string[] =>
    entries.map(([key, v]) => (list ? '' : `${JSON.stringify(key)}: `) + compact(v, deeper));
  const inline = parts(inner).join(', ');
  if (!inline.includes('\n') && indent.length + inline.length < WIDTH) return list ? `[${inline}]` : `{ ${inline} }`;
  const [open, close] = list ? '[]' : '{}';
  return `${open}\n${parts(inner)
    .map((part) => inner + part)
    .join(',\n')}\n${indent}${close}`;
}

const TABLE = '| id | method | id | method |\n|---|---|---|---|\n';

/**
 * The text with the correct rows of its table of engines, whose head is {@link TABLE}. A row has two
 * engines: the register's first half is on the left. Throws an Error if there is no such table.
 */
export function withEngineTable(text: string): string {
  const [before, behind] = text.split(TABLE);
  if (behind === undefined) throw new Error('the text has no table of engines');
  const cells = ENGINE_IDS.map((id) => `| \`${id}\` | ${descriptionOf(id).method} `);
  const half = Math.ceil(cells.length / 2);
  const rows = cells.slice(0, half).map((left, i) => `${left}${cells[half + i] ?? '| | '}|\n`);
  return before + TABLE + rows.join('') + behind.replace(/^(\|.*\n)*/, '');
}

if (process.argv.includes('--write')) {
  writeFileSync(SCHEMA, portfolioSchema(readFileSync(SCHEMA, 'utf8')));
  writeFileSync(README, withEngineTable(readFileSync(README, 'utf8')));
}
