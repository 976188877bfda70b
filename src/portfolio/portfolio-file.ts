import { Ajv, type ErrorObject } from 'ajv';
import { LineCounter, parseDocument } from 'yaml';
import schema from '../../schemas/portfolio.schema.json' with { type: 'json' };
import { LemmataError } from '../base/errors.ts';
import type { SourceLocation } from '../base/source.ts';
import type { PortfolioFile } from './configuration.ts';

/** Parses and validates a portfolio file. Throws LemmataError `E-INPUT` at the first problem, with its line and column. */
export function parsePortfolio(text: string, file: string): PortfolioFile {
  const content = parseJson(text, file);
  const validate = new Ajv({ allowUnionTypes: true }).compile<PortfolioFile>(schema);
  if (validate(content)) return content;
  const error = validate.errors?.[0];
  if (error === undefined) throw new LemmataError('E-INPUT', 'does not match the portfolio schema', { file, line: 1, column: 1 });
  throw new LemmataError('E-INPUT', describe(error), locate(text, file, error.instancePath.split('/').slice(1).map(step)));
}

function parseJson(text: string, file: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const position = /at position (\d+)/.exec(message);
    const before = text.slice(0, position === null ? text.length : Number(position[1])).split('\n');
    const at = { file, line: before.length, column: (before.at(-1) ?? '').length + 1 };
    throw new LemmataError('E-INPUT', `not a JSON file: ${message}`, at, { cause: error });
  }
}

/** Where the value at a path stands. The YAML library reads JSON too, and keeps places. */
function locate(text: string, file: string, path: readonly (string | number)[]): SourceLocation {
  const lines = new LineCounter();
  const node = parseDocument(text, { lineCounter: lines }).getIn(path, true);
  const range = typeof node === 'object' && node !== null && 'range' in node && Array.isArray(node.range) ? node.range : [0];
  const { line, col } = lines.linePos(Number(range[0]));
  return { file, line, column: col };
}

function step(part: string): string | number {
  const plain = part.replaceAll('~1', '/').replaceAll('~0', '~');
  return /^\d+$/.test(plain) ? Number(plain) : plain;
}

function describe(error: ErrorObject): string {
  const where = error.instancePath === '' ? 'the file' : error.instancePath.slice(1).replaceAll('/', '.');
  const detail = 'allowedValues' in error.params ? `: ${String(error.params.allowedValues)}` : '';
  const extra = 'additionalProperty' in error.params ? ` (${String(error.params.additionalProperty)})` : '';
  return `${where} ${error.message ?? 'is wrong'}${detail}${extra}`;
}
