import { readFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import type { ByteOrder } from '../../base/byte-order.ts';
import { LemmataError } from '../../base/errors.ts';
import { preprocess } from '../../c/source/preprocess.ts';
import type { DataModel } from '../../c/types/types.ts';
import type { Property } from '../../race/property.ts';
import { defaultWorkerFiles } from '../../race/threads/threads.ts';
import type { RunFlags } from './flags.ts';
import { reportDiagnostics } from './report-diagnostics.ts';
import type { Followed, RunAnswer, RunTask } from './run-thread.ts';
import { sourceOptions } from './source-options.ts';

export type { Followed };

export interface RunFileOptions {
  readonly model: DataModel;
  readonly byteOrder: ByteOrder;
  /** Whether allocations fail now and then while `seed` draws the inputs. */
  readonly mallocMayFail?: boolean;
  readonly includes?: readonly string[];
  readonly defines?: readonly string[];
  /** See `VerifyOptions.flags`. */
  readonly flags?: Readonly<Record<string, readonly string[]>>;
  /**
   * A file with one value per line, or the values themselves separated by commas; without it `seed`
   * draws the inputs.
   */
  readonly inputs?: string;
  readonly seed?: number;
  readonly maxSteps?: number;
  /** Arguments of the program, without its name. */
  readonly arguments?: readonly string[];
}

/** Front end and compiled expressions recurse over the syntax; the heap holds the program, not its objects. */
const RESOURCES = { stackSizeMb: 256, maxOldGenerationSizeMb: 4096 };
const MEMORY = 2 ** 31;

/**
 * Runs C files as one program: it prints what the program prints. Resolves to the exit status: the
 * program's own; 134 when it aborts; 2 when the files are not a program.
 * It is 5, with a message on stderr, when the run cannot be followed to its end: undefined behaviour,
 * an unsupported construct, or a limit. Throws LemmataError.
 */
async function runFile(files: readonly string[], options: RunFileOptions): Promise<number> {
  const { model, byteOrder, includes, defines, flags, mallocMayFail = false, seed = 0, maxSteps = null } = options;
  const sources = await Promise.all(
    files.map((file) => preprocess(file, { model, byteOrder, includes, defines, flags: flags?.[file] })),
  );
  const inputs = options.inputs === undefined ? null : readInputs(options.inputs);
  return report(
    await runInThread({
      sources,
      model,
      byteOrder,
      mallocMayFail,
      inputs,
      seed,
      maxSteps,
      memory: MEMORY,
      arguments: options.arguments ?? [],
    }),
  );
}

/**
 * Runs programs that give their inputs themselves up to a violation of the property. Resolves to null
 * if the files are not a program that can be run.
 */
export async function runUnguided(
  files: readonly string[],
  property: Property,
  { model, byteOrder, includes, defines, flags }: RunFileOptions,
): Promise<Followed | null> {
  const sources = await Promise.all(
    files.map((file) => preprocess(file, { model, byteOrder, includes, defines, flags: flags?.[file] })),
  );
  const task: RunTask = {
    sources,
    model,
    byteOrder,
    mallocMayFail: false,
    inputs: [],
    seed: 0,
    maxSteps: null,
    memory: MEMORY,
    arguments: [],
  };
  const answer = await runInThread({ ...task, until: property });
  return answer.kind === 'followed' ? answer : null;
}

function runInThread(task: RunTask): Promise<RunAnswer> {
  const worker = new Worker(new URL('run.js', defaultWorkerFiles().folder), {
    workerData: task,
    resourceLimits: RESOURCES,
  });
  return new Promise((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', (error: Error & { code?: string }) => {
      if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') {
        resolve({ kind: 'ended', status: 5, message: 'lemmata: the run needs too much memory' });
      } else {
        reject(error);
      }
    });
    worker.once('exit', (status) => resolve({ kind: 'ended', status, message: null }));
  });
}

function report(answer: RunAnswer): number {
  switch (answer.kind) {
    case 'ended':
      if (answer.message !== null) process.stderr.write(`${answer.message}\n`);
      return answer.status;
    case 'followed':
      return 0;
    case 'diagnostics':
      reportDiagnostics(answer.diagnostics, { warnings: false });
      return 2;
    case 'failed':
      throw new LemmataError(answer.code, answer.message, answer.at);
  }
}

const NUMBER = /^[+-]?(\d+|0[xX][0-9a-fA-F]+)$/;
const LIST = /^[-+0-9a-fA-FxX.,\s]+$/;

/** @throws LemmataError E-USAGE */
function readInputs(given: string): (bigint | number)[] {
  let text = given;
  if (!LIST.test(given)) {
    try {
      text = readFileSync(given, 'utf8');
    } catch {
      throw new LemmataError('E-USAGE', `--inputs: ${given} cannot be read`);
    }
  }
  return text
    .split(/[\s,]+/)
    .filter((word) => word !== '')
    .map((word) => readNumber(word));
}

function readNumber(word: string): bigint | number {
  if (NUMBER.test(word)) return word.startsWith('-') ? -BigInt(word.slice(1)) : BigInt(word.replace('+', ''));
  const value = Number(word);
  if (Number.isNaN(value)) throw new LemmataError('E-USAGE', `--inputs: ${word} is not a number`);
  return value;
}

/** Runs `lemmata run`. `given`: arguments of the program. Resolves to the exit code; throws LemmataError. */
export async function runCommand(named: readonly string[], flags: RunFlags, given: readonly string[]): Promise<number> {
  const { files, dataModel: model, ...preprocessor } = sourceOptions(named, flags);
  return runFile(files, {
    ...preprocessor,
    model,
    mallocMayFail: flags.mallocMayFail,
    inputs: flags.inputs,
    seed: flags.seed,
    maxSteps: flags.steps,
    arguments: given,
  });
}
