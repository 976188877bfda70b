import { formatLocation } from '../../../base/source.ts';
import type { EngineEnd, UnknownVerdict } from '../../../race/verdict.ts';
import { endText } from './end-text.ts';

/** Engines that left a race without verdict for the same reason. */
export interface EngineGroup {
  readonly engines: readonly string[];
  readonly text: string;
}

type Ended = UnknownVerdict['engines'][number];

/** Kinds of ends in the order of their weight for the user: the program first, then limits, then Lemmata. */
const ORDER: readonly EngineEnd['kind'][] = [
  'undefined-behaviour',
  'unsupported',
  'claimed',
  'share-used',
  'out-of-memory',
  'incomplete',
  'stopped',
  'refused',
  'crashed',
];

/** Returns the engines by their reasons, the most telling reason first. Engines without any are left out. */
export function groupedEnds(engines: readonly Ended[]): readonly EngineGroup[] {
  const groups = new Map<string, { readonly rank: number; readonly engines: string[] }>();
  for (const { engine, end } of engines) {
    const text = reasonOf(end);
    const group = groups.get(text) ?? { rank: ORDER.indexOf(end.kind), engines: [] };
    // Two of a kind that differ in their options only are one engine to the user.
    const name = engine.replace(/\.\d+$/, '');
    if (!group.engines.includes(name)) group.engines.push(name);
    groups.set(text, group);
  }
  return [...groups]
    .map(([text, { rank, engines: names }]) => ({ text, rank, engines: names }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ text, engines: names }) => ({ text, engines: names }));
}

/** The reason of an end without details of the engine's method. */
function reasonOf(end: EngineEnd): string {
  switch (end.kind) {
    case 'undefined-behaviour':
      return `undefined behaviour before the error: ${end.what}${end.at === null ? '' : ` at ${formatLocation(end.at)}`}`;
    case 'incomplete':
      return 'found neither a proof nor a run';
    case 'share-used':
      return 'used up their time';
    case 'out-of-memory':
      return 'used up their memory';
    case 'stopped':
      return 'still searched at the end';
    case 'claimed':
    case 'refused':
    case 'crashed':
    case 'unsupported':
      return endText(end);
  }
}
