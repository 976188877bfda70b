import { MOST_ARGUMENT_BYTES, readArgumentBounds } from '../../../../race/options/argument-bounds.ts';
import type { ServerLimits, SubmittedTask } from '../../protocol.ts';
import { ASK, type Ask, askOf } from './question.ts';

/** The form's content as entered: numbers are texts. */
export interface Form {
  readonly files: readonly { readonly name: string; readonly text: string }[];
  /** Index of the file in the editor. */
  readonly shown: number;
  readonly ask: Ask;
  /** The function at which runs begin, if `ask` is `function`. */
  readonly entry: string;
  /** Elements of the objects that its pointers lead to; empty: the default. */
  readonly entrySize: string;
  /** Whether its pointers may be null. */
  readonly entryMayBeNull: boolean;
  /** Name of a further error function; empty: only assertions and `reach_error` count. */
  readonly errorFunction: string;
  readonly dataModel: 'LP64' | 'ILP32';
  readonly byteOrder: 'little' | 'big';
  readonly mallocMayFail: boolean;
  readonly certificate: boolean;
  /** Number of arguments and bytes of each, as `4x16`; empty: the default. */
  readonly arguments: string;
  /** Time limit in seconds. */
  readonly timeout: string;
  /** Memory limit in MB; empty: the server's limit. */
  readonly memory: string;
  /** Seed; empty: the default. */
  readonly seed: string;
  readonly portfolio: string;
  /** Engines; empty: those of the portfolio. */
  readonly engines: readonly string[];
  readonly exchange: boolean;
}

export interface Example {
  readonly name: string;
  /** Description, from the first line of its text. */
  readonly about: string;
  readonly files: Form['files'];
}

/** Returns the form with one more, empty file, which is shown. */
export function withFile(form: Form): Form {
  const names = new Set(form.files.map(({ name }) => name));
  let number = form.files.length + 1;
  while (names.has(`file-${number}.c`)) number += 1;
  return { ...form, files: [...form.files, { name: `file-${number}.c`, text: '' }], shown: form.files.length };
}

/** Returns the form without the shown file; the last file stays. */
export function withoutFile(form: Form): Form {
  if (form.files.length <= 1) return form;
  const files = form.files.filter((_, index) => index !== form.shown);
  return { ...form, files, shown: Math.min(form.shown, files.length - 1) };
}

/** Returns the form with another name of the shown file. */
export function renamed(form: Form, name: string): Form {
  return { ...form, files: form.files.map((file, index) => (index === form.shown ? { ...file, name } : file)) };
}

const MOST_SECONDS = 60;
/** Least memory in MB, as in `schemas/stream.schema.json`. */
const LEAST_MEGABYTES = 64;
const SET_NAME = /^[a-z][a-z0-9-]{0,40}$/;
const FUNCTION_NAME = /^[A-Za-z_][A-Za-z0-9_]{0,99}$/;
const FILE_NAME = /^[A-Za-z0-9_][A-Za-z0-9_.-]{0,99}\.(c|i|h|btor2)$/;

export function emptyForm(example: Example | undefined): Form {
  return {
    files: example?.files ?? [{ name: 'program.c', text: '' }],
    shown: 0,
    ask: 'assertions',
    entry: '',
    entrySize: '',
    entryMayBeNull: true,
    errorFunction: '',
    dataModel: 'LP64',
    byteOrder: 'little',
    mallocMayFail: false,
    certificate: false,
    arguments: '',
    timeout: String(MOST_SECONDS),
    memory: '',
    seed: '',
    portfolio: 'default',
    engines: [],
    exchange: true,
  };
}

/**
 * Returns the form that yields a task, for changing and submitting it again. Leaves out options of a
 * watched task that the server cannot run.
 */
export function formOf(task: SubmittedTask): Form {
  const base = emptyForm(undefined);
  return {
    ...base,
    files: task.files.map(({ name, text }) => ({ name: name.slice(name.lastIndexOf('/') + 1), text })),
    ask: askOf(task),
    entry: task.entry ?? base.entry,
    entrySize: textOf(task.entrySize),
    entryMayBeNull: task.entryPointers !== 'valid',
    errorFunction: task.errorFunction ?? base.errorFunction,
    dataModel: task.dataModel ?? base.dataModel,
    byteOrder: task.byteOrder ?? base.byteOrder,
    mallocMayFail: task.mallocMayFail ?? false,
    certificate: task.certificate ?? false,
    arguments: task.arguments === undefined ? '' : `${task.arguments.count}x${task.arguments.bytes}`,
    timeout: task.timeout === undefined ? base.timeout : String(task.timeout),
    memory: textOf(task.memory),
    seed: textOf(task.seed),
    portfolio: task.portfolio !== undefined && SET_NAME.test(task.portfolio) ? task.portfolio : base.portfolio,
    engines: task.engines ?? [],
    exchange: task.exchange ?? true,
  };
}

function textOf(number: number | undefined): string {
  return number === undefined ? '' : String(number);
}

/**
 * Returns the problems of the form, in words; [] if the form can be submitted. `limits`: null if
 * unknown yet.
 */
export function formProblems(form: Form, limits: ServerLimits | null): readonly string[] {
  const problems: string[] = [];
  const names = form.files.map(({ name }) => name);
  for (const name of names)
    if (!FILE_NAME.test(name)) problems.push(`${name} is not a name of a C file (.c, .i, .h) or model (.btor2)`);
  if (new Set(names).size < names.length) problems.push('Two files have the same name.');
  if (names.every((name) => name.endsWith('.h'))) problems.push('There is no C file.');
  if (form.files.some(({ text }) => text.trim() === '')) problems.push('A file is empty.');
  if (form.ask === 'assertions' && form.errorFunction !== '' && !FUNCTION_NAME.test(form.errorFunction))
    problems.push('The error function needs the name of a function.');
  if (form.ask !== 'assertions' && isHardware(form)) problems.push('A model (.btor2) has no question but its own.');
  if (form.ask === 'function' && !FUNCTION_NAME.test(form.entry))
    problems.push('The options need the name of the function.');
  if (form.ask === 'function' && form.entrySize !== '' && !isWhole(form.entrySize, 1))
    problems.push('The number of elements is a whole number.');
  if (form.arguments !== '' && readArgumentBounds(form.arguments) === null)
    problems.push(`Arguments are a number and their bytes such as 4x16, at most ${MOST_ARGUMENT_BYTES} in all.`);
  const seconds = Number(form.timeout);
  if (!(Number.isFinite(seconds) && seconds > 0)) problems.push('The time limit is a number of seconds.');
  if (form.memory !== '' && !isWhole(form.memory, LEAST_MEGABYTES))
    problems.push(`The memory limit is a number of MB, at least ${LEAST_MEGABYTES}.`);
  if (form.seed !== '' && !isWhole(form.seed, 0)) problems.push('The seed is a whole number.');
  if (limits === null) return problems;
  if (seconds > limits.seconds) problems.push(`The time limit is at most ${limits.seconds} seconds here.`);
  if (Number(form.memory) > limits.megabytes) problems.push(`The memory limit is at most ${limits.megabytes} MB here.`);
  if (names.length > limits.filesPerJob) problems.push(`At most ${limits.filesPerJob} files can be submitted.`);
  const size = form.files.reduce((sum, { text }) => sum + text.length, 0);
  if (size > limits.uploadBytes)
    problems.push(`The files have more than ${Math.round(limits.uploadBytes / 1024)} KB together.`);
  return problems;
}

function isWhole(text: string, least: number): boolean {
  const number = Number(text);
  return Number.isSafeInteger(number) && number >= least;
}

function isHardware({ files }: Form): boolean {
  return files.some(({ name }) => name.endsWith('.btor2'));
}

/** The task of a form without problems. */
export function taskOf(form: Form): SubmittedTask {
  const { files, errorFunction, dataModel, byteOrder, mallocMayFail, timeout, memory, seed } = form;
  const { portfolio, engines, exchange } = form;
  const bounds = readArgumentBounds(form.arguments);
  const hardware = isHardware(form);
  const { ask, entry, entrySize, entryMayBeNull } = form;
  return {
    files: files.map(({ name, text }) => ({ name, text })),
    ...ASK[ask].question,
    ...(ask !== 'function' ? {} : { entry, entryPointers: entryMayBeNull ? 'any' : 'valid' }),
    ...(ask !== 'function' || entrySize === '' ? {} : { entrySize: Number(entrySize) }),
    ...(hardware || ask !== 'assertions' || errorFunction === '' ? {} : { errorFunction }),
    ...(hardware ? {} : { dataModel, ...(byteOrder === 'big' ? { byteOrder } : {}), mallocMayFail }),
    ...(hardware || bounds === null ? {} : { arguments: bounds }),
    timeout: Number(timeout),
    ...(memory === '' ? {} : { memory: Number(memory) }),
    ...(seed === '' ? {} : { seed: Number(seed) }),
    ...(engines.length === 0 ? { portfolio } : { engines }),
    // If absent, it depends on the number of cores.
    ...(exchange ? {} : { exchange }),
    ...(form.certificate ? { certificate: true } : {}),
  };
}
