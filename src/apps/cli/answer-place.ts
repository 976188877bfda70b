import { resolve } from 'node:path';
import type { AnswerPlace } from '../compete/answer-place.ts';
import type { OpeningFlags } from './compete-flags.ts';
import { queueAddress } from './queue-address.ts';

/** Reads the value of `--cache`, which is the server of a queue or a folder; null: no value. */
export function answerPlace(cache: string | undefined, flags: OpeningFlags): AnswerPlace | null {
  if (cache === undefined) return null;
  const address = /^(nats|tls):\/\//.test(cache) ? queueAddress(cache, flags) : null;
  return address === null ? { kind: 'folder', folder: resolve(cache) } : { kind: 'queue', address };
}
