import type { VerifyEvent } from '../../race/events.ts';
import { endText } from '../output/report/end-text.ts';
import type { ReportLine } from '../output/report/text.ts';

interface Row {
  readonly started: number;
  bound: number | null;
  note: string;
  /** Milliseconds that solvers have searched for it; null: not reported yet. */
  solver: number | null;
  /** Lemmas that it published, and lemmas of others that saved it work. */
  published: number;
  readonly used: Set<number>;
  ended: string | null;
}

const HEADER = ['engine', 'bound', 'solver', 'lemmas', 'used'] as const;

/**
 * The state of the engines of a race, as the events report it; with several properties, in the race
 * for the last one. Times in ms.
 */
export class RaceTable {
  readonly #rows = new Map<string, Row>();
  #phase = 'compiling';
  #bytes: number | null = null;

  take(event: VerifyEvent): void {
    if (event.kind === 'compiling')
      this.#phase = `compiling (${event.phase}${event.costly === null ? '' : ` ${event.costly.name}`})`;
    if (event.kind === 'compiled') this.#phase = 'solving';
    if (event.kind === 'memory') this.#weigh(event);
    if (event.kind === 'engine-started') this.#rows.set(event.engine, newRow(event.time));
    if (!('engine' in event)) return;
    const row = this.#rows.get(event.engine);
    if (row === undefined) return;
    if (event.kind === 'bound') row.bound = event.bound;
    if (event.kind === 'note') row.note = event.text;
    if (event.kind === 'lemma') row.published += 1;
    if (event.kind === 'lemmas-used') for (const id of event.ids) row.used.add(id);
    if (event.kind === 'claim') row.note = `claims ${event.claim === 'safe' ? 'TRUE' : 'FALSE'}, being certified`;
    if (event.kind === 'engine-ended') row.ended = endText(event.end);
  }

  /** At most `height` lines of at most `width` characters, engines that have ended last. */
  lines(now: number, { width, height }: { readonly width: number; readonly height: number }): readonly ReportLine[] {
    const head: ReportLine = { style: 'head', text: `${this.#phase} ${secondsText(now)}${this.#memoryText}` };
    if (this.#rows.size === 0 || height < 3) return [cut(head, width)];
    const rows = [...this.#rows].sort(([, a], [, b]) => Number(a.ended !== null) - Number(b.ended !== null));
    const room = height - 2;
    const shown = rows.length <= room ? rows : rows.slice(0, room - 1);
    const cells = shown.map(([id, row]) => cellsOf(id, row));
    const widths = HEADER.map((title, i) => Math.max(title.length, ...cells.map((texts) => texts[i].length)));
    const line = (texts: readonly string[], rest: string): string =>
      `  ${texts.map((text, i) => (i === 0 ? text.padEnd(widths[i]) : text.padStart(widths[i]))).join('  ')}  ${rest}`.trimEnd();
    const table = shown.map(
      ([, { note, started, ended }], i): ReportLine => ({
        style: ended === null ? 'plain' : 'dim',
        text: line(cells[i], ended ?? `${secondsText(now - started)}  ${note}`),
      }),
    );
    const left = rows.length - shown.length;
    const more: readonly ReportLine[] = left === 0 ? [] : [{ style: 'dim', text: `  ... and ${left} more` }];
    return [head, { style: 'dim', text: line(HEADER, 'for') } as const, ...table, ...more].map((one) =>
      cut(one, width),
    );
  }

  /** The state in one line. */
  summary(now: number): string {
    const running = [...this.#rows].filter(([, { ended }]) => ended === null);
    const engines = running.map(([id, { bound }]) => (bound === null ? id : `${id} at bound ${bound}`));
    const published = running.reduce((sum, [, row]) => sum + row.published, 0);
    const lemmas = published === 0 ? '' : `; ${published} ${published === 1 ? 'lemma' : 'lemmas'} published`;
    const who = engines.length === 0 ? '' : `: ${engines.join(', ')}`;
    return `lemmata: ${this.#phase} ${secondsText(now)}${this.#memoryText}${who}${lemmas}`;
  }

  get #memoryText(): string {
    return this.#bytes === null ? '' : `, ${Math.round(this.#bytes / 2 ** 20)} MB`;
  }

  #weigh({ process, engines }: VerifyEvent & { readonly kind: 'memory' }): void {
    this.#bytes = process;
    for (const { engine, solverMilliseconds } of engines) {
      const row = this.#rows.get(engine);
      if (row !== undefined) row.solver = solverMilliseconds;
    }
  }
}

function newRow(started: number): Row {
  return { started, bound: null, note: '', solver: null, published: 0, used: new Set(), ended: null };
}

function cellsOf(id: string, { bound, solver, published, used }: Row): readonly string[] {
  const orDash = (value: number): string => (value === 0 ? '-' : `${value}`);
  return [
    id,
    bound === null ? '-' : `${bound}`,
    solver === null ? '-' : secondsText(solver),
    orDash(published),
    orDash(used.size),
  ];
}

function secondsText(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1)} s`;
}

/** Notes may hold any text. */
function cut({ style, text }: ReportLine, width: number): ReportLine {
  return { style, text: text.replace(/[\p{Cc}\s]/gu, ' ').slice(0, width) };
}
