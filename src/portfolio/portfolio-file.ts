import { Ajv } from 'ajv';
import schema from '../../schemas/portfolio.schema.json' with { type: 'json' };
import { LemmataError } from '../base/errors.ts';
import type { PortfolioFile } from './configuration.ts';
import { schemaProblem } from './schema-problem.ts';

/** Parses and validates a portfolio file. Throws LemmataError `E-INPUT` at the first problem, with its line and column. */
export function parsePortfolio(text: string, file: string): PortfolioFile {
  const content = parseJson(text, file);
  const validate = new Ajv({ allowUnionTypes: true, verbose: true }).compile<PortfolioFile>(schema);
  if (validate(content)) return content;
  throw schemaProblem(validate.errors, text, file);
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
