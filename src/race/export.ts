import { sha256 } from '../base/files.ts';
import type { SourceLocation } from '../base/source.ts';
import type { Diagnostic } from '../c/diagnostics.ts';
import { aboutTarget } from '../certify/proof/parts.ts';
import { hasFloats } from '../logic/terms/lower-floats.ts';
import type { FunctionOutline } from '../program/contracts/outlines.ts';
import type { ContractedFunction } from '../program/contracts/pass.ts';
import { isWithoutSteps } from '../system/transys/control.ts';
import { thawSystem } from '../system/transys/share.ts';
import { ALL } from '../system/transys/target.ts';
import type { AnswerStore } from './cache/answer-store.ts';
import type { ExportFormat, PreprocessedHashes } from './messages/compilation.ts';
import { CompileStatus } from './messages/compile-status.ts';
import { quickSetting } from './options/configuration.ts';
import { CLAUSES_ARE_READ, prepareTask, type VerifyOptions } from './options/options.ts';
import { SolverThreads, solverMegabytes } from './schedule/solver-threads.ts';
import type { CompileThread } from './threads/calling-thread.ts';
import { compileJobOf } from './threads/compiling.ts';
import { defaultWorkerFiles, Threads } from './threads/threads.ts';
import type { Proof, SafeVerdict } from './verdict.ts';

/** The functions of a program that have a contract and a body; null if it was rejected. */
export interface ContractList {
  readonly functions: readonly ContractedFunction[] | null;
  /** All functions with a body. */
  readonly outlines: readonly FunctionOutline[];
  readonly diagnostics: readonly Diagnostic[];
  /** SHA-256 of each file as preprocessed; {} for a rejected program. */
  readonly preprocessed: PreprocessedHashes;
}

/** Lists the functions of a program that have a contract and a body. Throws the LemmataErrors of `verify`. */
export function listContracts(options: VerifyOptions): Promise<ContractList> {
  return withContracts(options, async (list) => list);
}

/**
 * Lists contracts like {@link listContracts}, and keeps the thread that read the program until `use` resolves. The
 * thread preprocesses each file once.
 *
 * @internal
 */
export async function withContracts<T>(
  options: VerifyOptions,
  use: (list: ContractList, thread: CompileThread) => Promise<T>,
): Promise<T> {
  const task = await prepareTask({ ...options, defines: [CLAUSES_ARE_READ, ...(options.defines ?? [])] });
  const threads = new Threads(task.memoryBytes, defaultWorkerFiles());
  try {
    const thread = threads.compiler();
    const answer = await thread.call((remote) => remote.contracts(compileJobOf(task)));
    const { diagnostics } = answer;
    const none = { functions: null, outlines: [], preprocessed: {}, diagnostics };
    return await use(answer.kind === 'rejected' ? none : answer, thread);
  } finally {
    void threads.destroy();
  }
}

/**
 * {@link emptyClauses}, kept by a store under the texts of the program and the options. They are no verdict, so that they
 * are not proved again.
 *
 * @internal
 */
export async function keptEmptyClauses(
  options: VerifyOptions,
  thread: CompileThread,
  preprocessed: PreprocessedHashes,
  store: AnswerStore | null,
): Promise<readonly SourceLocation[]> {
  if (store === null) return emptyClauses(options, thread);
  const { STORE_VERSION } = await import('./cache/stored-verdict.ts');
  const name = sha256(JSON.stringify(['empty clauses', STORE_VERSION, preprocessed, options]));
  const known = placesIn(await store.get(name));
  if (known !== null) return known;
  const empty = await emptyClauses(options, thread);
  await store.put(name, JSON.stringify(empty));
  return empty;
}

/** The places in a text of a store; null: there are none, or it is malformed. */
function placesIn(text: string | null): readonly SourceLocation[] | null {
  try {
    const value: unknown = JSON.parse(text ?? 'null');
    const isPlace = (one: Partial<SourceLocation> | null): boolean =>
      typeof one?.file === 'string' && typeof one.line === 'number' && typeof one.column === 'number';
    return Array.isArray(value) && value.every(isPlace) ? value : null;
  } catch {
    return null;
  }
}

/**
 * Places of the clauses of a function's `ensures` that follow from clauses before them, whatever its body does. The quick
 * stage proves it of them. The contract of the options has the part `whatever`. Throws the LemmataErrors of `verify`.
 */
async function emptyClauses(options: VerifyOptions, thread: CompileThread): Promise<readonly SourceLocation[]> {
  const task = await prepareTask(options);
  const watched = { status: new CompileStatus().shared, patience: null };
  const compiled = await thread.call((remote) => remote.compile(compileJobOf(task), watched));
  if (compiled.kind === 'rejected') return [];
  const empty: SourceLocation[] = [];
  for (const { kind, name, at } of compiled.checks) {
    if (kind !== 'ensures') continue;
    const model = await thread.call((remote) => remote.modelFor([name]));
    const setting = quickSetting(task.set, model.facts);
    if (setting === null) continue;
    const answer = await thread.call((remote) => remote.quick(model.id, { target: ALL, ...setting }));
    if (answer.kind === 'safe') empty.push(at);
  }
  return empty;
}

/**
 * The proof in the form that other checkers read. Where rewriting has decided the program, so that the system has no
 * step, it is that of `explicitProof`. A proof about floats has one about words beside it. Throws the LemmataErrors of
 * `verify`.
 */
export async function checkableProof(options: VerifyOptions, { property, proof }: SafeVerdict): Promise<Proof> {
  const task = await prepareTask(options);
  const system = thawSystem(proof.system);
  const mayHaveSteps = !task.hardware && property.kind !== 'termination';
  const threads = new Threads(task.memoryBytes, defaultWorkerFiles());
  try {
    if (mayHaveSteps && isWithoutSteps(aboutTarget(system, proof.target))) {
      const job = { ...compileJobOf(task), outline: false };
      const { errorFunctions } = property;
      return (await threads.compiler().call((remote) => remote.explicit(job, errorFunctions, proof.target))) ?? proof;
    }
    if (!system.terms.sorts.sorts.some(hasFloats)) return proof;
    const module = await new SolverThreads(threads, solverMegabytes(task.memoryBytes)).z3;
    const certifier = threads.certifier();
    await certifier.call((remote) => remote.prepare(module, solverMegabytes(task.memoryBytes)));
    const words = await certifier.call((remote) => remote.words(proof));
    return words === null ? proof : { ...proof, words };
  } finally {
    void threads.destroy();
  }
}

export interface ExportResult {
  /** Null if the program was rejected. */
  readonly text: string | null;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * The transition system of a program or a model, after all passes, as text. Throws the LemmataErrors
 * of `verify`.
 */
export async function exportSystem(options: VerifyOptions, format: ExportFormat): Promise<ExportResult> {
  const task = await prepareTask(options);
  const threads = new Threads(task.memoryBytes, defaultWorkerFiles());
  try {
    const compileThread = threads.compiler();
    const job = { ...compileJobOf(task), eachCheck: false, mayFollow: false, outline: false };
    const compiled = await compileThread.call((remote) =>
      remote.compile(job, { status: new CompileStatus().shared, patience: null }),
    );
    if (compiled.kind === 'rejected') return { text: null, diagnostics: compiled.diagnostics };
    const { model, diagnostics } = compiled;
    return { text: await compileThread.call((remote) => remote.print(model.id, format)), diagnostics };
  } finally {
    void threads.destroy();
  }
}
