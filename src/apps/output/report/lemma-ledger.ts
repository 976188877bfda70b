import { formatLocation } from '../../../base/source.ts';
import type { VerifyEvent } from '../../../race/events.ts';
import type { LoopText } from '../../../system/transys/c-text/at-block.ts';
import type { ReportLine } from './text.ts';

/** Most lemmas of a race that are kept; later ones are left out. */
const MOST_ROWS = 2_000;
const MOST_SHOWN = 30;

/** A lemma with its author and the engines that learnt it. */
export interface LemmaRow {
  readonly id: number;
  readonly from: string;
  /** Whether it is inductive by itself or relative to others. */
  readonly basis: (VerifyEvent & { readonly kind: 'lemma' })['basis'];
  readonly restsOn: readonly number[];
  /** Milliseconds since the verification began. */
  readonly time: number;
  readonly to: readonly string[];
  /** The engines that it helped. */
  readonly usefulTo: readonly string[];
  /** Whether the proof rests on it. */
  readonly inProof: boolean;
  /** Its text at each loop, in C; null: not requested. */
  readonly text: readonly LoopText[] | null;
}

interface Entry {
  readonly event: VerifyEvent & { readonly kind: 'lemma' };
  readonly to: Set<string>;
  readonly usefulTo: Set<string>;
}

/**
 * Keeps the lemmas that engines learnt from each other, from the events of a verification; with
 * several properties, those of the last one.
 */
export class LemmaLedger {
  #entries = new Map<number, Entry>();
  /** The lemmas on which an engine's claim rests, by engine. */
  #claims = new Map<string, ReadonlySet<number>>();
  #omitted = 0;

  take(event: VerifyEvent): void {
    switch (event.kind) {
      case 'lemma':
        // Ids start again with each race.
        if (this.#entries.has(event.id)) this.#clear();
        if (this.#entries.size >= MOST_ROWS) this.#omitted += 1;
        else this.#entries.set(event.id, { event, to: new Set(event.to), usefulTo: new Set() });
        break;
      case 'lemmas-sent':
        for (const id of event.ids) this.#entries.get(id)?.to.add(event.engine);
        break;
      case 'lemmas-used':
        for (const id of event.ids) this.#entries.get(id)?.usefulTo.add(event.engine);
        break;
      case 'claim':
        this.#claims.set(event.engine, new Set(event.uses));
        break;
      default:
        break;
    }
  }

  /** Lemmas in the order of publication. `prover`: the engine whose proof stands; null: no proof. */
  rows(prover: string | null): readonly LemmaRow[] {
    const used = prover === null ? undefined : this.#claims.get(prover);
    return [...this.#entries.values()].map(({ event, to, usefulTo }) => ({
      id: event.id,
      from: event.engine,
      basis: event.basis,
      restsOn: event.restsOn,
      time: Math.round(event.time),
      to: [...to],
      usefulTo: [...usefulTo],
      inProof: used?.has(event.id) ?? false,
      text: event.text,
    }));
  }

  /** A table for people: first the lemmas that the proof rests on, or that helped an engine. */
  lines(prover: string | null): readonly ReportLine[] {
    const rows = [...this.rows(prover)].sort((a, b) => weight(b) - weight(a) || a.id - b.id);
    if (rows.length === 0) return [];
    const shown = rows.slice(0, MOST_SHOWN).map((row) => cells(row));
    const header = ['lemma', 'from', 'to', 'used by', 'in proof'];
    const widths = header.map((title, i) => Math.max(title.length, ...shown.map((row) => row.cells[i].length)));
    const line = (texts: readonly string[], rest: string): string =>
      `  ${texts.map((text, i) => text.padEnd(widths[i])).join('  ')}  ${rest}`.trimEnd();
    const left = rows.length - shown.length + this.#omitted;
    return [
      { style: 'head', text: 'Lemmas that engines exchanged:' },
      { style: 'dim', text: line(header, 'says') },
      ...shown.map((row): ReportLine => ({ style: 'plain', text: line(row.cells, row.says) })),
      ...(left === 0 ? [] : [{ style: 'dim', text: `  ... and ${left} more (--json lists them)` } as const]),
    ];
  }

  #clear(): void {
    this.#entries = new Map();
    this.#claims = new Map();
    this.#omitted = 0;
  }
}

function weight({ inProof, usefulTo }: LemmaRow): number {
  return inProof ? 2 : usefulTo.length > 0 ? 1 : 0;
}

function cells(row: LemmaRow): { readonly cells: readonly string[]; readonly says: string } {
  const { id, from, to, usefulTo, inProof } = row;
  return { cells: [`${id}`, from, to.join(' '), usefulTo.join(' '), inProof ? 'yes' : ''], says: lemmaText(row) };
}

/** Returns the text of a lemma, in one line. */
export function lemmaText({ text }: Pick<LemmaRow, 'text'>): string {
  if (text === null || text.length === 0) return '(of the whole state)';
  const said = new Map<string, string[]>();
  for (const { at, expression } of text) {
    const places = said.get(expression) ?? [];
    said.set(expression, [...places, at === null ? 'a loop' : formatLocation(at)]);
  }
  return [...said].map(([says, places]) => `${says}  (${places.join(', ')})`).join('; ');
}
