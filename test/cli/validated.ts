import { validateCommand } from '../../src/apps/cli/validate-command.ts';
import type { Ended } from './lemmata.ts';

export type Validated = Omit<Ended, 'milliseconds'>;

/**
 * What `lemmata validate` says of a witness, without a process of its own: loading the command takes longer than most
 * witnesses need. `validate.test.ts` runs the command itself. Rejects where the command would end with a message.
 */
export async function validated(witness: string, program: string, seconds = 60): Promise<Validated> {
  const said = { stdout: '', stderr: '' };
  const streams = (['stdout', 'stderr'] as const).map((name) => ({ name, write: process[name].write }));
  for (const { name } of streams)
    process[name].write = (text: unknown, ...rest: readonly unknown[]): boolean => {
      said[name] += text;
      for (const done of rest) if (typeof done === 'function') done();
      return true;
    };
  try {
    const flags = { witness, timeout: seconds, dataModel: 'LP64', portfolio: 'default' } as const;
    return { code: await validateCommand([program], flags), ...said };
  } finally {
    for (const { name, write } of streams) process[name].write = write;
  }
}
