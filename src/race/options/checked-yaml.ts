import type { ValidateFunction } from 'ajv';
import { LineCounter, parseDocument } from 'yaml';
import { LemmataError } from '../../base/errors.ts';
import { schemaProblem } from './schema-problem.ts';

/** Most aliases of a text: they stand for copies, and more would be a text made to blow up. */
const MOST_ALIASES = 100;

/**
 * The content of a YAML text that matches a schema. Throws LemmataError `E-INPUT`, located where
 * possible, for texts that are not YAML, are nested too deeply, or do not match. Aliases that are
 * undefined or expand to too much are errors, too.
 */
export function checkedYaml<T>(text: string, file: string, validate: ValidateFunction<T>): T {
  const content = parsed(text, file);
  if (!validate(content)) throw schemaProblem(validate.errors, text, file);
  return content;
}

function parsed(text: string, file: string): unknown {
  const lines = new LineCounter();
  try {
    const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
    const [error] = document.errors;
    if (error === undefined) return document.toJS({ maxAliasCount: MOST_ALIASES });
    const { line, col } = lines.linePos(error.pos[0]);
    throw new LemmataError('E-INPUT', `not a YAML file: ${error.message}`, { file, line, column: col });
  } catch (error) {
    if (error instanceof LemmataError || !(error instanceof Error)) throw error;
    const why = error instanceof RangeError ? 'it is nested too deeply' : error.message;
    throw new LemmataError('E-INPUT', `not a YAML file: ${why}`, { file, line: 1, column: 1 }, { cause: error });
  }
}
