import type { Diagnostic } from '../c/diagnostics.ts';
import type { ExportFormat } from './messages/compilation.ts';
import { CompileStatus } from './messages/compile-status.ts';
import { prepareTask, type VerifyOptions } from './options/options.ts';
import { compileJobOf } from './threads/compiling.ts';
import { defaultWorkerFiles, Threads } from './threads/threads.ts';

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
