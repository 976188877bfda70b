import { unreachable } from '../../../base/errors.ts';
import { formatLocation } from '../../../base/source.ts';
import type { EngineEnd } from '../../../race/verdict.ts';

/** How an engine left, in a few words. */
export function endText(end: EngineEnd): string {
  switch (end.kind) {
    case 'claimed':
      return `claimed ${end.claim === 'safe' ? 'TRUE' : 'FALSE'}, not certified in time`;
    case 'refused':
      return `its claim was refused: ${end.why}`;
    case 'stopped':
      return end.aborted ? 'aborted' : 'stopped';
    case 'share-used':
      return 'its share of the time was used up';
    case 'crashed':
      return `crashed: ${end.message}`;
    case 'out-of-memory':
      return `out of memory at ${Math.round(end.bytes / 2 ** 20)} MB`;
    case 'unsupported':
      return `stopped at ${end.construct}${end.at === null ? '' : ` at ${formatLocation(end.at)}`}`;
    case 'undefined-behaviour':
      return `found a run with undefined behaviour only: ${end.what}${end.at === null ? '' : ` at ${formatLocation(end.at)}`}`;
    case 'incomplete':
      return end.why;
    default:
      return unreachable(end);
  }
}
