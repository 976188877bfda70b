import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { LemmataError } from '../../../base/errors.ts';
import { readProblem } from '../../../base/files.ts';
import type { SourceLocation } from '../../../base/source.ts';
import { TemporaryFolder } from '../../../base/temporary-folder.ts';
import { HINT_CHOICE } from '../../../program/cfa/beyond.ts';
import { type Hint, type HintedProgram, hintFunction } from '../../../program/cfa/hints.ts';
import { placeCheck } from './instrument.ts';
import type { WitnessPlace } from './location.ts';
import { invariantsIn, type StatedInvariant } from './read-witness.ts';
import { constraintOf } from './text/constraint.ts';
import { FileText, fileOf } from './text/file-text.ts';

/** A hint, and the place in words: `tlv.c:70`, `tlv.c:70:3`, `parse` for its begin, `parse.0` for its first loop. */
export interface StatedHint {
  readonly place: string | Pick<StatedInvariant, 'type' | 'location'>;
  readonly expression: string;
  /** Where it is stated. */
  readonly at: SourceLocation;
}

/** A place in words, a colon, and an expression. */
const LINE = /^(\s*)([^\s:][^:]*:\d+(?::\d+)?|[A-Za-z_]\w*(?:\.\d+)?)\s*:(?!:)\s*(\S.*?)\s*$/;
const FILE_PLACE = /^(.*?):(\d+)(?::(\d+))?$/;
const FUNCTION_PLACE = /^(\w+)(?:\.(\d+))?$/;

/**
 * Reads a file of hints: a place and a C expression in each line, or a comment that begins with `#`. A witness
 * with invariants may stand in its place. Throws LemmataError `E-INPUT`, located where possible.
 */
export function readHints(file: string): readonly StatedHint[] {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw new LemmataError('E-INPUT', `cannot read the hints ${file}: ${readProblem(error)}`, null, { cause: error });
  }
  if (/^\s*(?:[-[]|---|%YAML)/.test(text))
    return invariantsIn(text, file).map(({ type, location, value, at }) => ({
      ...{ place: { type, location }, expression: value, at },
    }));
  return text.split(/\r?\n/).flatMap((line, index): readonly StatedHint[] => {
    if (/^\s*(?:#|$)/.test(line)) return [];
    const [, , place, expression] = LINE.exec(line) ?? [];
    const at = { file, line: index + 1, column: 1 };
    if (place === undefined || expression === undefined)
      throw new LemmataError('E-INPUT', 'not a hint: write FILE:LINE: EXPRESSION or FUNCTION: EXPRESSION', at);
    return [{ place, expression, at: { ...at, column: line.lastIndexOf(expression) + 1 } }];
  });
}

/**
 * Puts hints into copies of a program's files, in a folder that the caller removes. Code before and behind a hint
 * keeps its places. Throws LemmataError `E-INPUT`, located at the hint, if it is no expression or has no place.
 */
export function withHints(
  files: readonly string[],
  stated: readonly StatedHint[],
): { readonly hinted: HintedProgram; readonly remove: () => void } {
  const texts = new Map(files.map((file) => [file, FileText.read(file)]));
  const hints = stated.map((hint, index): Hint => {
    const name = hintFunction(index);
    const why = put(texts, hint, name, index);
    if (why !== null) throw new LemmataError('E-INPUT', `not a hint: ${why}`, hint.at);
    return { name, expression: hint.expression, at: hint.at };
  });
  const declared = [`extern _Bool ${HINT_CHOICE}(void);`, ...hints.map(({ name }) => `extern void ${name}(void);`)];
  const folder = new TemporaryFolder('hints');
  const copies = [...texts].map(([file, { edits }], index) => {
    const copy = join(folder.path, String(index), basename(file));
    mkdirSync(dirname(copy));
    writeFileSync(copy, `${declared.join(' ')}\n${mark({ file, line: 1, column: 1 })}${edits.apply().text}`);
    return [file, copy] as const;
  });
  return { hinted: { hints, copies: Object.fromEntries(copies) }, remove: () => folder.remove() };
}

/** Puts a hint at its place; returns the reason in words if there is none. */
function put(
  texts: ReadonlyMap<string, FileText>,
  { place, expression, at }: StatedHint,
  name: string,
  source: number,
): string | null {
  const read = constraintOf(expression, { result: false });
  if ('problem' in read) return read.problem;
  const found = typeof place === 'string' ? placeIn(texts, place) : givenPlace(texts, place);
  if ('problem' in found) return found.problem;
  const { text, type, location } = found;
  // The words as they are written keep their columns in messages.
  const words = /[\r\n]/.test(expression) ? read.text : expression;
  const behind = `\n${mark({ ...at, column: at.column + words.length })}`;
  const check = `(void)(!${HINT_CHOICE}() || (\n${mark(at)}${words}${behind}) || (${name}(), 0))`;
  const goesOn = (offset: number): string => `\n${mark({ file: text.file, ...text.placeOf(offset) })}`;
  return placeCheck(text, { type, location }, { check, source, goesOn });
}

/** A line mark, and blanks up to the column. */
function mark({ file, line, column }: SourceLocation): string {
  return `# ${line} ${JSON.stringify(file)}\n${' '.repeat(column - 1)}`;
}

type HintPlace =
  | { readonly text: FileText; readonly type: 'loop_invariant' | 'location_invariant'; readonly location: WitnessPlace }
  | { readonly problem: string };

function givenPlace(
  texts: ReadonlyMap<string, FileText>,
  { type, location }: Pick<StatedInvariant, 'type' | 'location'>,
): HintPlace {
  const text = texts.get(fileOf(location, [...texts.keys()]) ?? '');
  if (text === undefined) return { problem: `${location.file_name} is not one of the programs` };
  if (type === 'loop_invariant' || type === 'location_invariant') return { text, type, location };
  return { problem: 'it compares visits of a place' };
}

/** A line with a loop means the head of the loop; others mean their statement. */
function placeIn(texts: ReadonlyMap<string, FileText>, place: string): HintPlace {
  const [, file, line, column] = FILE_PLACE.exec(place) ?? [];
  if (file !== undefined) {
    const location = {
      file_name: file,
      line: Number(line),
      ...(column === undefined ? {} : { column: Number(column) }),
    };
    const found = givenPlace(texts, { type: 'loop_invariant', location });
    if ('problem' in found) return found;
    const loop = found.text.at(location, found.text.structure.loops, ({ start }) => start);
    return loop === null ? { ...found, type: 'location_invariant' } : found;
  }
  const [, name, loop] = FUNCTION_PLACE.exec(place) ?? [];
  if (name === undefined) return { problem: `${place} is no place` };
  for (const text of texts.values()) {
    const body = text.structure.bodies.find((one) => one.name === name);
    if (body === undefined) continue;
    const inside = loop === undefined ? text.structure.statements : text.structure.loops;
    const starts = inside.flatMap(({ start }) => (body.start < start && start < body.end ? [start] : []));
    const start = starts.sort((a, b) => a - b)[Number(loop ?? 0)];
    if (start === undefined) return { problem: `${name} has no ${loop === undefined ? 'statement' : `loop ${loop}`}` };
    const type = loop === undefined ? 'location_invariant' : 'loop_invariant';
    return { text, type, location: { file_name: text.file, ...text.placeOf(start) } };
  }
  return { problem: `no function ${name} is defined in the programs` };
}
