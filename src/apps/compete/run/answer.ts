import type { SourceLocation } from '../../../base/source.ts';
import type { ScheduledStep } from '../native/schedule.ts';
import type { Answer } from './ended-status.ts';

const VERDICTS = ['TRUE', 'FALSE', 'UNKNOWN'] as const;

/**
 * A value, or `count` equal values in a row, that a violating run took from outside, as a native
 * replay needs it.
 */
export interface ViolationInput {
  readonly kind: string;
  readonly name: string;
  readonly type: string;
  /** The value for people. */
  readonly value: string;
  readonly constant: string | null;
  /**
   * Content of the block that a call of malloc returned: number of the call, from 0; bytes in
   * hexadecimal digits.
   */
  readonly block: { readonly call: number; readonly bytes: string } | null;
  readonly count: number;
}

export interface ParsedAnswer extends Answer {
  /** Error function that the violating run calls; null unless the verdict is FALSE for a program. */
  readonly errorFunction: string | null;
  /** The end of the violating run; null unless it is known. */
  readonly error: SourceLocation | null;
  /** Names of the external functions that the program may call on the way to the error. */
  readonly externals: readonly string[];
  /** Inputs of the violating run; null unless the verdict is FALSE for a program. */
  readonly inputs: readonly ViolationInput[] | null;
  /** `argv` of the run, one character per byte; null for a program that reads no arguments. */
  readonly arguments: readonly string[] | null;
  /** Variables of the environment that the program asks for, with null for those that are not set. */
  readonly environment: readonly (readonly [name: string, text: string | null])[];
  /** Whether the run took no other inputs. */
  readonly allInputs: boolean;
  /** Whether the run takes an order of evaluation that C leaves open, and GCC takes another one. */
  readonly takesOrder: boolean;
  /** The steps of the violating run; null: some are missing, or there is none. */
  readonly steps: readonly ScheduledStep[] | null;
  /** Claims and lemmas of engines that were refused, in words. */
  readonly refused: readonly string[];
}

/**
 * Reads the output of `lemmata verify --json` (`schemas/result.schema.json`); null for any other text,
 * also for a part of it.
 */
export function parseAnswer(stdout: string): ParsedAnswer | null {
  const object = parseObject(stdout.trim());
  const verdict = VERDICTS.find((one) => one === object?.verdict);
  if (object === null || verdict === undefined) return null;
  const reason = asObject(object.reason);
  const violation = asObject(object.violation);
  const first: readonly unknown[] | null =
    violation?.kind === 'program' && Array.isArray(violation.inputs) ? violation.inputs : null;
  return {
    verdict,
    violated: textOrNull(object.violated),
    engine: textOrNull(object.engine),
    stage: textOrNull(object.stage),
    reason: reason === null ? null : { kind: String(reason.kind), text: String(reason.text) },
    safeUpTo: typeof object.safeUpTo === 'number' ? object.safeUpTo : null,
    inputs: first === null ? null : [...first, ...furtherInputs(asObject(violation?.further))].flatMap(readInput),
    externals: Array.isArray(object.externals) ? object.externals.flatMap(readName) : [],
    errorFunction: textOrNull(violation?.errorFunction),
    error: readPlace(violation?.error),
    arguments: Array.isArray(violation?.arguments) ? violation.arguments.map(String) : null,
    environment: Array.isArray(violation?.environment) ? violation.environment.flatMap(readVariable) : [],
    allInputs: violation?.further !== null,
    takesOrder: violation?.orders !== undefined,
    steps: violation?.omitted === null && Array.isArray(violation.steps) ? violation.steps.flatMap(readStep) : null,
    refused: Array.isArray(object.refused) ? object.refused.map(readRefusal) : [],
  };
}

function readRefusal(value: unknown): string {
  const { engine, claim, why } = asObject(value) ?? {};
  return `${engine} claimed ${claim}: ${why}`;
}

/** The message of the error in `--json` output; null if there is none. */
export function parseError(stdout: string): string | null {
  return textOrNull(asObject(parseObject(stdout.trim())?.error)?.message);
}

/** Reads the name of a function; drops texts that are not names in C. */
function readName(value: unknown): readonly string[] {
  const name = textOrNull(asObject(value)?.name) ?? '';
  return /^[A-Za-z_]\w*$/.test(name) ? [name] : [];
}

function readVariable(value: unknown): readonly (readonly [string, string | null])[] {
  if (!Array.isArray(value)) return [];
  const [name, text] = value;
  return [[String(name), textOrNull(text)]];
}

function readInput(value: unknown): readonly ViolationInput[] {
  const input = asObject(value);
  if (input === null) return [];
  const { kind, name, type, value: text, constant, block, count } = input;
  return [
    {
      kind: String(kind),
      name: String(name),
      type: String(type),
      value: textOrNull(text) ?? '',
      constant: textOrNull(constant),
      block: readBlock(block),
      count: typeof count === 'number' ? count : 1,
    },
  ];
}

function readStep(value: unknown): readonly ScheduledStep[] {
  const step = asObject(value);
  if (step === null) return [];
  const { thread, function: name, depth, text } = step;
  return [
    {
      thread: typeof thread === 'number' ? thread : null,
      function: String(name),
      depth: typeof depth === 'number' ? depth : 0,
      text: String(text),
    },
  ];
}

function readPlace(value: unknown): SourceLocation | null {
  const place = asObject(value);
  if (typeof place?.file !== 'string' || typeof place.line !== 'number' || typeof place.column !== 'number')
    return null;
  return { file: place.file, line: place.line, column: place.column };
}

function furtherInputs(further: JsonObject | null): readonly object[] {
  if (!Array.isArray(further?.sources) || !Array.isArray(further.series)) return [];
  const sources = further.sources.map(asObject);
  return further.series.map((series) => {
    const [source, constant, count] = Array.isArray(series) ? series : [];
    return { ...sources[source], constant, count };
  });
}

function readBlock(value: unknown): ViolationInput['block'] {
  const block = asObject(value);
  if (typeof block?.call !== 'number' || typeof block.bytes !== 'string' || !/^([0-9a-f]{2})*$/.test(block.bytes))
    return null;
  return { call: block.call, bytes: block.bytes };
}

type JsonObject = Readonly<Record<string, unknown>>;

function parseObject(text: string): JsonObject | null {
  try {
    return asObject(JSON.parse(text));
  } catch {
    return null;
  }
}

function asObject(value: unknown): JsonObject | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null;
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
