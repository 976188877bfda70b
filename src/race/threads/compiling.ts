import { LemmataError } from '../../base/errors.ts';
import { isLackOfSupport, lackingConstruct } from '../../c/diagnostics.ts';
import type { VerifyEventBody } from '../events.ts';
import type { Compilation, CompileAnswer, CompileJob } from '../messages/compilation.ts';
import { type CompileStatus, costliest } from '../messages/compile-status.ts';
import type { Task } from '../options/options.ts';
import type { UnknownReason } from '../verdict.ts';
import type { CompileThread } from './calling-thread.ts';

/** A program that is not compiled, and why; null: the verification was interrupted meanwhile. */
export interface Uncompiled {
  readonly kind: 'uncompiled';
  readonly reason: UnknownReason | null;
}

/**
 * Has the program of a task compiled, and emits its diagnostics. `status` tells what goes on meanwhile.
 * `interrupted` settles when the verification is interrupted. Throws LemmataError `E-INPUT` for a program that is rejected.
 */
export async function compileTask(
  task: Task,
  compileThread: CompileThread,
  status: CompileStatus,
  interrupted: Promise<null>,
  emit: (event: VerifyEventBody) => void,
): Promise<Compilation | Uncompiled> {
  const job = compileJobOf(task);
  const watched = { status: status.shared, patience: null };
  let answer: CompileAnswer | null;
  try {
    answer = await Promise.race([compileThread.call((remote) => remote.compile(job, watched)), interrupted]);
  } catch (error) {
    const reason = outOfMemory(error, status);
    if (reason === null) throw error;
    return { kind: 'uncompiled', reason };
  }
  if (answer === null) return { kind: 'uncompiled', reason: null };
  for (const diagnostic of answer.diagnostics) emit({ kind: 'diagnostic', diagnostic });
  if (answer.kind === 'compiled') return answer;
  const first = answer.diagnostics.find(({ severity }) => severity === 'error');
  // The program may be valid C, with a part that is missing or not supported here.
  if (first !== undefined && isLackOfSupport(first))
    return { kind: 'uncompiled', reason: { kind: 'unsupported', construct: lackingConstruct(first), at: first.at } };
  throw new LemmataError('E-INPUT', first?.message ?? 'the program cannot be read', first?.at ?? null);
}

/** The order to compile the program of a task. */
export function compileJobOf({ set, ...task }: Task): CompileJob {
  return { ...task, cuts: set.cuts ?? 'loops', mayFollow: set.quick !== false };
}

/** The reason for an answer UNKNOWN if compiling ran out of memory; null for other errors. */
export function outOfMemory(error: unknown, status: CompileStatus): UnknownReason | null {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  if (code !== 'ERR_WORKER_OUT_OF_MEMORY' && code !== 'E-LIMIT') return null;
  return { kind: 'memory-limit', bytes: process.memoryUsage.rss(), ...whileCompiling(status) };
}

/** The event that tells what a compilation does now; null: it has not begun. */
export function compilingEvent(status: CompileStatus): (VerifyEventBody & { readonly kind: 'compiling' }) | null {
  const state = status.read();
  if (state === null) return null;
  const { phase, round } = state;
  return { kind: 'compiling', phase, round, costly: costliest(state) };
}

/** The part of a reason that is about a limit during compilation. */
export function whileCompiling(
  status: CompileStatus,
): Pick<UnknownReason & { kind: 'time-limit' }, 'during' | 'costly'> {
  const state = status.read();
  const costly = state === null ? null : costliest(state);
  return { during: 'compiling', ...(costly === null ? {} : { costly }) };
}
