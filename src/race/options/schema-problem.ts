import type { ErrorObject } from 'ajv';
import { type Document, LineCounter, parseDocument } from 'yaml';
import { LemmataError } from '../../base/errors.ts';
import type { SourceLocation } from '../../base/source.ts';

/**
 * The first problem that a schema validator found in a JSON or YAML file, as LemmataError `E-INPUT` at
 * its place in the text.
 */
export function schemaProblem(
  errors: readonly ErrorObject[] | null | undefined,
  text: string,
  file: string,
): LemmataError {
  const error = mostSpecific(errors ?? []);
  if (error === null) return new LemmataError('E-INPUT', 'does not match its schema', { file, line: 1, column: 1 });
  return new LemmataError('E-INPUT', describe(error), placeOf(text, file, pathOf(error)));
}

/**
 * The validator reports failures of several alternatives first, and the choice between them last: the
 * deepest failure is the most specific.
 */
function mostSpecific(errors: readonly ErrorObject[]): ErrorObject | null {
  const depth = ({ instancePath }: ErrorObject): number => instancePath.split('/').length;
  return errors.reduce<ErrorObject | null>(
    (best, error) => (best === null || depth(error) > depth(best) ? error : best),
    null,
  );
}

/** Location of the value at a path of a text. The YAML library reads JSON too, and keeps places. */
export function placeOf(text: string, file: string, path: readonly (string | number)[]): SourceLocation {
  return new TextPlaces(text, file).of(path);
}

/** Locations of many values of a text, which is parsed once, when the first one is asked for. */
export class TextPlaces {
  readonly #lines = new LineCounter();
  #document: Document | null = null;

  constructor(
    private readonly text: string,
    private readonly file: string,
  ) {}

  of(path: readonly (string | number)[]): SourceLocation {
    this.#document ??= parseDocument(this.text, { lineCounter: this.#lines });
    const node = this.#document.getIn(path, true);
    const range =
      typeof node === 'object' && node !== null && 'range' in node && Array.isArray(node.range) ? node.range : [0];
    const { line, col } = this.#lines.linePos(Number(range[0]));
    return { file: this.file, line, column: col };
  }
}

/** Returns the path to the wrong value; for a wrong name, to the value under that name. */
function pathOf({ instancePath, params }: ErrorObject): (string | number)[] {
  const path = instancePath.split('/').slice(1).map(step);
  return 'additionalProperty' in params ? [...path, String(params.additionalProperty)] : path;
}

function step(part: string): string | number {
  const plain = part.replaceAll('~1', '/').replaceAll('~0', '~');
  return /^\d+$/.test(plain) ? Number(plain) : plain;
}

/** Wrong types in words. */
const TYPES: Readonly<Record<string, string | undefined>> = {
  array: 'must be a list',
  object: 'must be an object with fields',
  string: 'must be a text',
};

function describe(error: ErrorObject): string {
  const where = error.instancePath === '' ? 'the file' : error.instancePath.slice(1).replaceAll('/', '.');
  const detail = 'allowedValues' in error.params ? `: ${String(error.params.allowedValues)}` : '';
  const extra =
    'additionalProperty' in error.params ? ` (${String(error.params.additionalProperty)})${known(error)}` : '';
  const type = error.keyword === 'type' ? TYPES[String(error.params.type)] : undefined;
  return `${where} ${type ?? error.message ?? 'is wrong'}${detail}${extra}`;
}

/** The names that are valid in place of another one; the validator gives them if it is `verbose`. */
function known({ parentSchema }: ErrorObject): string {
  const names = Object.keys(parentSchema?.properties ?? {});
  return names.length === 0 ? '' : `; known are ${names.join(', ')}`;
}
