import type { OpenAnswers } from '../compete/answer-place.ts';
import type { LemmaExchange } from '../compete/nats/lemmas.ts';
import { answerPlace } from './answer-place.ts';
import type { VerifyFlags } from './flags.ts';
import { queueAddress } from './queue-address.ts';

/** The exchange of lemmas with other machines; null without `--share`. */
export async function lemmaExchange(flags: VerifyFlags): Promise<LemmaExchange | null> {
  // An empty environment variable names no server.
  const address = queueAddress(flags.share === '' ? undefined : flags.share, flags);
  if (address === null) return null;
  const { LemmaExchange } = await import('../compete/nats/lemmas.ts');
  return new LemmaExchange(address, (text) => void process.stderr.write(flags.quiet ? '' : `${text}\n`));
}

/** The store of earlier answers; null without `--cache`. */
export async function answersOf(flags: VerifyFlags): Promise<OpenAnswers | null> {
  const place = answerPlace(flags.cache, flags);
  if (place === null) return null;
  const { openAnswers } = await import('../compete/answer-place.ts');
  return openAnswers(place, (text) => void process.stderr.write(flags.quiet ? '' : `${text}\n`));
}
