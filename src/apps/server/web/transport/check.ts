import type { SubmittedTask } from '../../protocol.ts';
import type { Diagnostic } from '../state/event-parts.ts';

/** Returns what the server's compiler says of a program; null: nothing, because it is busy or away. */
export async function checkProgram(task: SubmittedTask, signal: AbortSignal): Promise<readonly Diagnostic[] | null> {
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
