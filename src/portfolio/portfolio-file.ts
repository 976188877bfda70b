import { Ajv, type ErrorObject } from 'ajv';
import { LineCounter, parseDocument } from 'yaml';
import schema from '../../schemas/portfolio.schema.json' with { type: 'json' };
import { LemmataError } from '../base/errors.ts';
import type { SourceLocation } from '../base/source.ts';
import type { PortfolioFile } from './configuration.ts';

/** Parses and validates a portfolio file. Throws LemmataError `E-INPUT` at the first problem, with its line and column. */
export function parsePortfolio(text: string, file: string): PortfolioFile {
  const lines = new LineCounter();
  // The YAML library reads JSON too, and knows where each value stands.
  const document = parseDocument(text, { lineCounter: lines, schema: 'json', prettyErrors: false, strict: true });
  const locate = (offset: number): SourceLocation => {
    const { line, col } = lines.linePos(offset);
    return { file, line, column: col };
  };
  const [problem] = document.errors;
  if (problem !== undefined) throw new LemmataError('E-INPUT', `not a JSON file: ${problem.message}`, locate(problem.pos[0]));
  const content: unknown = document.toJS();
  const validate = new Ajv({ allowUnionTypes: true }).compile<PortfolioFile>(schema);
  if (validate(content)) return content;
  const error = validate.errors?.[0];
  if (error === undefined) throw new LemmataError('E-INPUT', 'does not match the portfolio schema', { file, line: 1, column: 1 });
  const path = error.instancePath.split('/').slice(1);
  const node = document.getIn(path.map(step), true);
  const range = typeof node === 'object' && node !== null && 'range' in node && Array.isArray(node.range) ? node.range : [0];
  throw new LemmataError('E-INPUT', describe(error), locate(Number(range[0])));
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
