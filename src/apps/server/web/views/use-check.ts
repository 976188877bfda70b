import { useEffect, useState } from 'preact/hooks';
import type { SubmittedTask } from '../../protocol.ts';
import type { Diagnostic } from '../state/event-parts.ts';
import { type Form, taskOf } from '../state/form.ts';

/** Time without a change after which the program is compiled, in ms. */
const PAUSE_MILLISECONDS = 800;

const NOTHING: readonly Diagnostic[] = [];

/**
 * Returns the messages of the compiler on the program in the form, a moment after the last change.
 * The messages of an older text are not shown.
 */
export function useCheck(form: Form, ready: boolean): readonly Diagnostic[] {
  const [answer, setAnswer] = useState<{ readonly files: Form['files']; readonly said: readonly Diagnostic[] } | null>(
    null,
  );
  const { files, dataModel, byteOrder } = form;
  useEffect(() => {
    if (!ready || files.some(({ name }) => name.endsWith('.btor2'))) return;
    const over = new AbortController();
    const timer = setTimeout(async () => {
      const said = await checkProgram(taskOf(form), over.signal);
      if (said !== null && !over.signal.aborted) setAnswer({ files, said });
    }, PAUSE_MILLISECONDS);
    return () => {
      clearTimeout(timer);
      over.abort();
    };
  }, [files, dataModel, byteOrder, ready]);
  return answer?.files === files ? answer.said : NOTHING;
}

/** Returns what the server's compiler says of a program; null: nothing, because it is busy or away. */
async function checkProgram(task: SubmittedTask, signal: AbortSignal): Promise<readonly Diagnostic[] | null> {
  try {
    const response = await fetch('/api/check', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(task),
      signal,
    });
    if (!response.ok) return null;
    const { diagnostics }: { readonly diagnostics: readonly Diagnostic[] | null } = await response.json();
    return diagnostics;
  } catch {
    return null;
  }
}
