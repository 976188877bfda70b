import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Announce } from '../../../base/files.ts';
import { TemporaryFolder } from '../../../base/temporary-folder.ts';
import { FrontEndError } from '../../../c/diagnostics.ts';
import { preprocess } from '../../../c/source/preprocess.ts';
import { isLeakKind } from '../../../program/cfa/checks/kinds.ts';
import type { Ended, Limits } from '../process/execution.ts';
import { limitText, type Opinion, type Steps } from '../validate/step.ts';
import { ENDS_WRAPPED, freestanding, HOSTED, harnessText, SANITISED, standardInputOf, WRAPPED } from './harness.ts';
import { judge } from './judge.ts';
import { type NativeEnd, type NativeRequest, nativeEnd } from './request.ts';
import { sanitisingOf } from './sanitisers.ts';
import { gateText } from './schedule.ts';

const COMPILING: Limits = { cpuSeconds: 60, wallSeconds: 120, memoryBytes: 2 ** 31 };
const RUNNING: Limits = { cpuSeconds: 20, wallSeconds: 60, memoryBytes: 2 ** 30 };
/**
 * Flags that give C the meaning that Lemmata gives it (docs/meaning-of-c.md), and that report the call of
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
 * Compiles a program with the machine's C compiler, with the inputs of a violating run, and runs it. The
 * run must call the error function, or a sanitiser must report the fault where the run ends. The process
 * has no network, cannot write files, and runs under limits. `announce` hears of the folder of its files.
 */
export async function replayNatively(request: NativeRequest, steps: Steps, announce?: Announce): Promise<Opinion> {
  const { inputs } = request;
  const end = nativeEnd(request);
  if (end.kind === 'hidden') return { outcome: 'open', detail: end.why };
  if (inputs === null) return { outcome: 'open', detail: 'the run takes too many inputs' };
  if (inputs.some(({ kind }) => kind.startsWith('external-')))
    return { outcome: 'open', detail: 'external functions change memory or call back in the run' };
  const errors = end.kind === 'call' ? end.functions : [];
  const harness = harnessText(inputs, errors, request.externals);
  if (harness === null) return { outcome: 'open', detail: 'an input has no constant in C' };
  const temporary = new TemporaryFolder('native', announce);
  const folder = temporary.path;
  try {
    const build = new Build(request, end, folder, steps);
    const built = await build.program(harness, errors);
    if ('outcome' in built) return built;
    const [name = '', ...given] = request.arguments ?? [];
    const unset = request.environment.flatMap(([variable, text]) => (text === null ? ['-u', variable] : []));
    const set = request.environment.flatMap(([variable, text]) => (text === null ? [] : [`${variable}=${text}`]));
    if ([...given, ...unset, ...set].some((text) => !/^[\0-\x7f]*$/.test(text)))
      return { outcome: 'open', detail: 'an argument or the environment is not ASCII text' };
    writeFileSync(join(folder, 'input'), standardInputOf(inputs));
    const environment = end.kind === 'report' ? sanitisingOf(end.of).environment : {};
    // The program's name here is the name of its file.
    // ThreadSanitizer needs the addresses that programs have without randomisation.
    const fixed = end.kind === 'report' && end.of === 'data-race' ? ['setarch', '-R'] : [];
    const words = ['env', ...unset, ...set, ...fixed, built.program, ...given];
    const ended = await runBoxed(words, environment, folder, steps);
    if (ended === null) return { outcome: 'open', detail: 'not run: the network cannot be shut off here' };
    const isComplete = inputs.every(({ kind }) => kind === 'nondet' || kind === 'unknown-function') && name === '';
    return judge(request, end, ended, { isComplete, traps: built.traps });
  } finally {
    temporary.remove();
  }
}

/** An executable. `traps`: the fault ends it by a trap, in place of a report. */
interface Executable {
  readonly program: string;
  readonly traps: boolean;
}

/** Makes the executable of a run. */
class Build {
  readonly #width: string;

  constructor(
    private readonly request: NativeRequest,
    private readonly end: Exclude<NativeEnd, { readonly kind: 'hidden' }>,
    private readonly folder: string,
    private readonly steps: Steps,
  ) {
    this.#width = request.preprocessing.model === 'ILP32' ? '-m32' : '-m64';
  }

  /**
   * The executable, or the reason why there is none. A 32-bit program on a machine without a 32-bit
   * library uses the runtime of harness.ts. Its faults end it by traps.
   */
  async program(harness: string, errors: readonly string[]): Promise<Executable | Opinion> {
    const { end } = this;
    const sanitising = end.kind === 'report' ? sanitisingOf(end.of) : null;
    const looksForLeaks = end.kind === 'report' && isLeakKind(end.of);
    const compiling = sanitising?.compiling ?? ['-finstrument-functions'];
    const objects = await this.#objects(compiling);
    if (!Array.isArray(objects)) return objects;
    const { schedule } = this.request;
    const isRace = end.kind === 'report' && end.of === 'data-race';
    const gates = isRace && typeof schedule === 'object' ? gateText(schedule) : '';
    const support = looksForLeaks ? `${HOSTED}${SANITISED}` : `${HOSTED}${gates}`;
    const linking = [...(sanitising?.linking ?? []), ...(looksForLeaks ? ENDS_WRAPPED : []), '-lm'];
    const hosted = await this.#link(objects, harness + support, linking);
    if (hosted === null) return this.#built(false);
    if (hosted.detail !== LIBRARY_MISSING || this.#width === '-m64') return hosted;
    if (sanitising !== null && sanitising.trapping === null)
      return { outcome: 'open', detail: 'there is no 32-bit library of sanitisers' };
    const trapping = sanitising === null ? objects : await this.#objects(sanitising.trapping ?? []);
    if (!Array.isArray(trapping)) return trapping;
    const alone = await this.#link(trapping, harness + freestanding(errors), ['-nostdlib', '-static']);
    return alone ?? this.#built(sanitising !== null);
  }

  #built(traps: boolean): Executable {
    return { program: join(this.folder, 'program'), traps };
  }

  /** Compiles the files of the program; an opinion if that is impossible. */
  async #objects(options: readonly string[]): Promise<string[] | Opinion> {
    const { request, folder, steps } = this;
    const { files, flags = {}, preprocessing } = request;
    const zeroed =
      (await compile([ZEROED, '-fsyntax-only', '-x', 'c', '/dev/null'], folder, steps)) === null ? [ZEROED] : [];
    const objects: string[] = [];
    try {
      for (const [index, file] of files.entries()) {
        const source = join(folder, `${index}.i`);
        const { text } = await preprocess(file, { ...preprocessing, flags: flags[file] });
        // Reports name the file as the user does.
        writeFileSync(source, `# 1 ${JSON.stringify(file)}\n${text}`);
        const object = join(folder, `${index}.o`);
        const mapped = `-fdebug-prefix-map=${folder}=${process.cwd()}`;
        const words = [this.#width, ...zeroed, ...options, mapped, '-x', 'cpp-output', '-c', source, '-o', object];
        const problem = await compile(words, folder, steps);
        if (problem !== null) return problem;
        objects.push(object);
      }
    } catch (error) {
      if (error instanceof FrontEndError) return { outcome: 'open', detail: error.message };
      throw error;
    }
    return objects;
  }

  async #link(objects: readonly string[], support: string, options: readonly string[]): Promise<Opinion | null> {
    const { folder, steps } = this;
    const source = join(folder, 'inputs.c');
    const own = join(folder, 'inputs.o');
    writeFileSync(source, support);
    const problem = await compile([this.#width, '-x', 'c', '-c', source, '-o', own], folder, steps);
    if (problem !== null) return problem;
    // Functions that the program never calls may be missing.
    const missing = '-Wl,--unresolved-symbols=ignore-all';
    const words = [this.#width, ...objects, own, '-no-pie', missing, ...WRAPPED, ...options];
    return compile([...words, '-o', join(folder, 'program')], folder, steps);
  }
}

async function compile(args: readonly string[], folder: string, steps: Steps): Promise<Opinion | null> {
  const [program = 'cc', ...words] = (process.env.CC ?? 'cc').split(' ').filter(Boolean);
  // An ended compiler leaves its own temporary files.
  const env = { ...process.env, TMPDIR: folder };
  const ended = await steps.run(
    { program, args: [...words, ...FLAGS, ...args], cwd: folder, env, outputBytes: 2 ** 20 },
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

/** The end of the program; null: the machine cannot shut off its network. */
async function runBoxed(
  words: readonly string[],
  environment: Readonly<Record<string, string>>,
  folder: string,
  steps: Steps,
): Promise<Ended | null> {
  const inside = join(folder, 'empty');
  mkdirSync(inside);
  const env = { PATH: process.env.PATH, ...environment };
  const command = { program: '/bin/sh', cwd: inside, env, outputBytes: 2 ** 20 };
  const trial = await steps.run({ ...command, args: ['-c', BOX, 'sh', 'true'] }, RUNNING);
  if (trial.exitCode !== 0) return null;
  return steps.run({ ...command, args: ['-c', BOX, 'sh', ...words] }, RUNNING);
}
