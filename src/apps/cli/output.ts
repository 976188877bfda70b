import { notifySupervisor } from './supervision.ts';

/**
 * Writes to stdout or stderr and waits until the text has left the process. A reader that has gone
 * away (EPIPE) is not an error.
 */
export function write(stream: NodeJS.WriteStream, text: string): Promise<void> {
  return new Promise((resolve) => {
    stream.write(text, () => resolve());
  });
}

/** Lets writes to a closed pipe fail silently, so that `lemmata ... | head` ends as usual. */
export function tolerateClosedPipes(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
    });
  }
}

const SUPERVISOR_PATIENCE = 2000;

/** Ends the process at once, threads included. The supervisor ends the process fastest. */
export async function finish(exitCode: number): Promise<never> {
  await write(process.stdout, '');
  await write(process.stderr, '');
  if (notifySupervisor({ kind: 'settled', exitCode }))
    await new Promise((resolve) => setTimeout(resolve, SUPERVISOR_PATIENCE));
  process.exit(exitCode);
}
