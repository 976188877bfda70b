import { readFileSync, writeFileSync } from 'node:fs';
import { CATALOGUE, type EngineId, engineOptions } from '../src/engines/catalogue.ts';
import type { EngineOption } from '../src/methods/options.ts';

/**
 * Writes the catalogue's options of the engines into `schemas/portfolio.schema.json`: `node
 * scripts/run.mjs scripts/portfolio-schema.ts --write`. A test compares the two.
 */
const WIDTH = 180;
const FILE = 'schemas/portfolio.schema.json';

/** The schema's correct text, computed from its present one. */
export function portfolioSchema(current: string): string {
  const schema = JSON.parse(current);
  const ids = Object.keys(CATALOGUE).filter(isEngine).sort();
  const { slice } = schema.definitions;
  slice.properties.engine.enum = ids;
  slice.properties.options = { description: 'Handed to the engine; `lemmata engines` lists what each takes.', type: 'object' };
  slice.allOf = ids.map((id) => ({
    if: { required: ['engine'], properties: { engine: { const: id } } },
    then: { properties: { options: { $ref: `#/definitions/options-${id}` } } },
  }));
  for (const name of Object.keys(schema.definitions)) if (name.startsWith('options-')) delete schema.definitions[name];
  for (const id of ids) {
    const properties = Object.fromEntries(engineOptions(id).map((option) => [option.name, optionSchema(option)]));
    schema.definitions[`options-${id}`] = { type: 'object', additionalProperties: false, properties };
  }
  return `${compact(schema, '')}\n`;
}

function optionSchema(option: EngineOption): object {
  const described = { description: option.doc, default: option.default };
  if ('choices' in option) return { ...described, enum: option.choices };
  return typeof option.default === 'boolean' ? { ...described, type: 'boolean' } : { ...described, type: 'integer', minimum: 0 };
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

function isEngine(id: string): id is EngineId {
  return Object.hasOwn(CATALOGUE, id);
}

if (process.argv.includes('--write')) writeFileSync(FILE, portfolioSchema(readFileSync(FILE, 'utf8')));
