import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FrontEndError } from '../../c/diagnostics.ts';
import { preprocess } from '../../c/source/preprocess.ts';
import type { Limits } from '../process/execution.ts';
import type { CompetitionTask } from '../task.ts';
import {
  ASSUMPTION_FAILED,
  freestanding,
  HOSTED,
  harnessText,
  LEFT_PATH,
  REACHED,
  standardInputOf,
  WRAPPED,
} from './harness.ts';
import { type CheckKind, limitText, type Opinion, type Steps } from './step.ts';

const COMPILING: Limits = { cpuSeconds: 60, wallSeconds: 120, memoryBytes: 2 ** 31 };
const RUNNING: Limits = { cpuSeconds: 20, wallSeconds: 60, memoryBytes: 2 ** 30 };
/**
 * Flags that give C the meaning that Lemmata gives it (ARCHITECTURE.md), and that report the call of
 * each function.
 */
const FLAGS = [
  '-w',
  '-O0',
  '-std=gnu17',
  '-fwrapv',
  '-fno-strict-aliasing',
  '-msse2',
  '-mfpmath=sse',
  '-fno-pie',
  '-fno-stack-protector',
  '-fno-builtin',
];
const LIBRARY_MISSING = 'no library';
/**
 * Automatic objects without an initialiser are zero, as they are in most runs; GCC has it from version
 * 12 on.
 */
const ZEROED = '-ftrivial-auto-var-init=zero';

/**
 * Compiles the program of a FALSE answer with the machine's C compiler, with the inputs of the
 * violating run, and runs it.
 * The process has no network, cannot write files, and runs under limits.
 */
export const replayNatively: CheckKind = async (task, verified, _setup, steps) => {
  const { answer } = verified;
  if (answer?.verdict !== 'FALSE' || answer.inputs === null || answer.errorFunction === null) return null;
  if (!answer.allInputs) return { outcome: 'open', detail: 'the run takes too many inputs' };
  if (answer.inputs.some(({ kind }) => kind.startsWith('external-')))
    return { outcome: 'open', detail: 'external functions change memory or call back in the run' };
  const harness = harnessText(answer.inputs, answer.errorFunction, answer.externals);
  if (harness === null) return { outcome: 'open', detail: 'an input has no constant in C' };
  const folder = mkdtempSync(join(tmpdir(), 'lemmata-native-'));
  try {
    const program = await built(task, harness, answer.errorFunction, folder, steps);
    if (typeof program !== 'string') return program;
    const complete = answer.inputs.every(({ kind }) => kind === 'nondet' || kind === 'unknown-function');
    const [name = '', ...given] = answer.arguments ?? [];
    const unset = answer.environment.flatMap(([variable, text]) => (text === null ? ['-u', variable] : []));
    const set = answer.environment.flatMap(([variable, text]) => (text === null ? [] : [`${variable}=${text}`]));
    if ([...given, ...unset, ...set].some((text) => !/^[\0-\x7f]*$/.test(text)))
      return { outcome: 'open', detail: 'an argument or the environment is not ASCII text' };
    const input = join(folder, 'input');
    writeFileSync(input, standardInputOf(answer.inputs));
    // The program's name here is the name of its file.
    return await runBoxed(['env', ...unset, ...set, program, ...given], folder, complete && name === '', steps);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

/**
 * The path of the executable, or the reason why there is none. A 32-bit program on a machine without a
 * 32-bit library uses the runtime of harness.ts.
 */
async function built(
  task: CompetitionTask,
  harness: string,
  errorFunction: string,
  folder: string,
  steps: Steps,
): Promise<string | Opinion> {
  const model = task.dataModel ?? 'LP64';
  const width = model === 'ILP32' ? '-m32' : '-m64';
  const objects: string[] = [];
  const zeroed =
    (await compile([ZEROED, '-fsyntax-only', '-x', 'c', '/dev/null'], folder, steps)) === null ? [ZEROED] : [];
  try {
    for (const [index, file] of task.files.entries()) {
      const source = join(folder, `${index}.i`);
      writeFileSync(source, (await preprocess(file, { model })).text);
      const object = join(folder, `${index}.o`);
      const problem = await compile(
        [width, ...zeroed, '-finstrument-functions', '-x', 'cpp-output', '-c', source, '-o', object],
        folder,
        steps,
      );
      if (problem !== null) return problem;
      objects.push(object);
    }
  } catch (error) {
    if (error instanceof FrontEndError) return { outcome: 'open', detail: error.message };
    throw error;
  }
  const link = async (support: string, options: readonly string[]): Promise<Opinion | null> => {
    const source = join(folder, 'inputs.c');
    writeFileSync(source, harness + support);
    // Functions that the program never calls may be missing.
    return compile(
      [
        width,
        ...objects,
        '-x',
        'c',
        source,
        '-x',
        'none',
        '-no-pie',
        '-Wl,--unresolved-symbols=ignore-all',
        ...WRAPPED,
        ...options,
        '-o',
        join(folder, 'program'),
      ],
      folder,
      steps,
    );
  };
  const hosted = await link(HOSTED, ['-lm']);
  const problem =
    hosted?.detail === LIBRARY_MISSING && model === 'ILP32'
      ? await link(freestanding(errorFunction), ['-nostdlib', '-static'])
      : hosted;
  return problem ?? join(folder, 'program');
}

async function compile(args: readonly string[], folder: string, steps: Steps): Promise<Opinion | null> {
  const [program = 'cc', ...words] = (process.env.CC ?? 'cc').split(' ').filter(Boolean);
  const ended = await steps.run(
    { program, args: [...words, ...FLAGS, ...args], cwd: folder, outputBytes: 2 ** 20 },
    COMPILING,
  );
  if (ended.exitCode === 0 && ended.reason === null) return null;
  const message =
    ended.stderr
      .trim()
      .split('\n')
      .find((line) => line.includes('error')) ??
    ended.stderr.trim().split('\n')[0] ??
    '';
  const detail = /cannot find .*(crt|lib|-l)/.test(ended.stderr)
    ? LIBRARY_MISSING
    : `does not compile: ${limitText(ended) ?? message.slice(0, 200)}`;
  return { outcome: 'open', detail };
}

/**
 * Words of the shell: the process writes no files, gains no privileges and has no network. The program
 * is not run where that is impossible.
 */
const BOX = 'ulimit -f 0; ulimit -n 64; exec unshare --user --map-root-user --net --ipc -- "$@" < ../input';

async function runBoxed(words: readonly string[], folder: string, complete: boolean, steps: Steps): Promise<Opinion> {
  const inside = join(folder, 'empty');
  mkdirSync(inside);
  const command = { program: '/bin/sh', cwd: inside, env: { PATH: process.env.PATH }, outputBytes: 2 ** 16 };
  const trial = await steps.run({ ...command, args: ['-c', BOX, 'sh', 'true'] }, RUNNING);
  if (trial.exitCode !== 0) return { outcome: 'open', detail: 'not run: the network cannot be shut off here' };
  const ended = await steps.run({ ...command, args: ['-c', BOX, 'sh', ...words] }, RUNNING);
  const { exitCode, signal } = ended;
  if (exitCode === REACHED) return { outcome: 'confirmed', detail: 'the compiled program calls the error function' };
  const limit = limitText(ended);
  if (limit !== null) return { outcome: 'open', detail: limit };
  const how =
    exitCode === LEFT_PATH
      ? 'asks for other inputs'
      : exitCode === ASSUMPTION_FAILED
        ? 'breaks an assumption'
        : `ends with ${signal ?? exitCode}`;
  return { outcome: complete ? 'refuted' : 'open', detail: `the compiled program ${how}` };
}
