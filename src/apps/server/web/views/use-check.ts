import { useEffect, useState } from 'preact/hooks';
import type { Diagnostic } from '../state/event-parts.ts';
import { type Form, taskOf } from '../state/form.ts';
import { checkProgram } from '../transport/check.ts';

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
  const { files, dataModel } = form;
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
  }, [files, dataModel, ready]);
  return answer?.files === files ? answer.said : NOTHING;
}
