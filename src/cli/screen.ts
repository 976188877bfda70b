import { formatDiagnostic } from '../c/diagnostics.ts';
import type { EngineStatistics, VerifyEvent } from '../portfolio/events.ts';
import { endText } from '../report/end-text.ts';
import { LemmaLedger, lemmaText } from '../report/lemma-ledger.ts';
import type { ReportLine } from '../report/text.ts';

export interface ScreenOptions {
  readonly quiet: boolean;
  readonly verbose: boolean;
  /** False for --no-color. */
  readonly color: boolean;
}

const REDRAW_MILLISECONDS = 200;
/** Nothing is drawn for races that are over sooner. */
const PATIENCE_MILLISECONDS = 700;
/** With --verbose, each engine's bounds and notes are written at most so often. */
const VERBOSE_MILLISECONDS = 500;

type Painter = (style: ReportLine['style'], text: string) => string;
type LogUpdate = ((text: string) => void) & { clear(): void };

/** stderr: a live table of the race on a terminal, lines with --verbose, messages always (unless --quiet). */
export class Screen {
  #engines = new Map<string, { bound: number | null; note: string; started: number; ended: string | null }>();
  readonly #written = new Map<string, number>();
  /** The last numbers of each engine. */
  readonly statistics = new Map<string, EngineStatistics>();
  /** Who learnt what from whom. */
  readonly lemmas = new LemmaLedger();
  #phase = 'compiling';
  #timer: NodeJS.Timeout | null = null;
  #painter: Painter = (_style, text) => text;
  #draw: LogUpdate | null = null;
  #finished = false;
  readonly #started = performance.now();

  constructor(private readonly options: ScreenOptions) {
    const live = process.stderr.isTTY && !options.quiet;
    if (live && colorsWanted(options.color)) void this.#loadPainter();
    if (live && !options.verbose) {
      this.#timer = setInterval(() => void this.#redraw(), REDRAW_MILLISECONDS);
      this.#timer.unref();
    }
  }

  /** Milliseconds since the start. */
  get elapsed(): number {
    return performance.now() - this.#started;
  }

  show(event: VerifyEvent): void {
    this.#remember(event);
    const line = this.#line(event);
    if (line !== null) this.#print(line);
  }

  /** Takes the live table away. */
  clear(): void {
    this.#finished = true;
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#draw?.clear();
  }

  /** Report lines as text for the terminal, each ended by a newline. */
  paint(lines: readonly ReportLine[]): string {
    return lines.map(({ style, text }) => `${this.#painter(style, text)}\n`).join('');
  }

  #print(line: ReportLine): void {
    this.#draw?.clear();
    process.stderr.write(this.paint([line]));
  }

  #remember(event: VerifyEvent): void {
    if (event.kind === 'compiled') this.#phase = 'solving';
    if (event.kind === 'engine-started')
      this.#engines.set(event.engine, { bound: null, note: '', started: event.time, ended: null });
    this.lemmas.take(event);
    if (event.kind === 'statistics') this.statistics.set(event.engine, event.values);
    if (!('engine' in event)) return;
    const row = this.#engines.get(event.engine);
    if (row === undefined) return;
    if (event.kind === 'bound') row.bound = event.bound;
    if (event.kind === 'note') row.note = event.text;
    if (event.kind === 'claim') row.note = `claims ${event.claim === 'safe' ? 'TRUE' : 'FALSE'}, being certified`;
    if (event.kind === 'engine-ended') row.ended = endText(event.end);
  }

  #line(event: VerifyEvent): ReportLine | null {
    const { quiet, verbose } = this.options;
    if (event.kind === 'diagnostic') {
      const { severity } = event.diagnostic;
      if (severity === 'warning' && (quiet || !verbose)) return null;
      return { style: severity === 'error' ? 'bad' : 'plain', text: formatDiagnostic(event.diagnostic) };
    }
    if (event.kind === 'refused') {
      return {
        style: 'bad',
        text: `lemmata: internal error: the claim ${event.claim} of ${event.engine} was refused: ${event.why}`,
      };
    }
    if (event.kind === 'lemma-refused') {
      return { style: 'bad', text: `lemmata: internal error: a lemma of ${event.engine} was refused: ${event.why}` };
    }
    if (!verbose || this.#tooSoon(event)) return null;
    const text = eventText(event, this.statistics);
    return text === null ? null : { style: 'dim', text: `${(event.time / 1000).toFixed(2).padStart(7)} s  ${text}` };
  }

  #tooSoon(event: VerifyEvent): boolean {
    if (event.kind !== 'bound' && event.kind !== 'note') return false;
    const key = `${event.kind} ${event.engine}`;
    if (event.time - (this.#written.get(key) ?? Number.NEGATIVE_INFINITY) < VERBOSE_MILLISECONDS) return true;
    this.#written.set(key, event.time);
    return false;
  }

  async #redraw(): Promise<void> {
    if (this.elapsed < PATIENCE_MILLISECONDS || this.#finished) return;
    if (this.#draw === null) {
      const { createLogUpdate } = await import('log-update');
      if (this.#finished) return;
      this.#draw ??= createLogUpdate(process.stderr);
    }
    const seconds = (this.elapsed / 1000).toFixed(1);
    const rows = [...this.#engines].map(([id, { bound, note, started, ended }]) => {
      const time = ((this.elapsed - started) / 1000).toFixed(1);
      return `  ${id.padEnd(8)} ${ended ?? `${bound === null ? '' : `bound ${bound}  `}${time} s  ${note}`}`.slice(
        0,
        (process.stderr.columns ?? 80) - 1,
      );
    });
    this.#draw([`${this.#phase} ${seconds} s`, ...rows].join('\n'));
  }

  async #loadPainter(): Promise<void> {
    const { default: pico } = await import('picocolors');
    const paint = pico.createColors(true);
    this.#painter = (style, text) =>
      style === 'bad' ? paint.red(text) : style === 'head' ? paint.bold(text) : style === 'dim' ? paint.dim(text) : text;
  }
}

function colorsWanted(flag: boolean): boolean {
  return flag && (process.env.NO_COLOR ?? '') === '';
}

function eventText(event: VerifyEvent, statistics: ReadonlyMap<string, EngineStatistics>): string | null {
  switch (event.kind) {
    case 'compiled': {
      const { loops, stateVars, stateBits, inputs } = event.facts;
      return `compiled in ${Math.round(event.milliseconds)} ms: ${loops} loops, ${stateVars} state variables (${stateBits} bits), ${inputs} inputs${event.decisions.map((line) => `\n            ${line}`).join('')}`;
    }
    case 'engine-started':
      return `${event.engine}: started`;
    case 'bound':
      return `${event.engine}: safe up to bound ${event.bound}`;
    case 'note':
      return `${event.engine}: ${event.text}`;
    case 'lemma':
      return `${event.engine}: lemma ${event.id} (${event.bound === null ? 'invariant' : `up to bound ${event.bound}`}, ${event.basis}) to ${event.to.join(', ') || 'nobody'}: ${lemmaText(event)}`;
    case 'lemmas-sent':
      return `${event.engine}: is told ${counted(event.ids, 'lemma')} of others`;
    case 'lemmas-withdrawn':
      return `${counted(event.ids, 'lemma')} withdrawn`;
    case 'claim':
      return `${event.engine}: claims ${event.claim === 'safe' ? 'TRUE' : 'FALSE'} (${event.detail})`;
    case 'certified':
      return `${event.engine}: ${event.claim === 'safe' ? 'certificate accepted' : 'run replayed'} in ${Math.round(event.milliseconds)} ms`;
    case 'engine-ended':
      return `${event.engine}: ${endText(event.end)}${statisticsText(statistics.get(event.engine))}`;
    case 'memory':
      return `memory: ${Math.round(event.process / 2 ** 20)} MB`;
    case 'property':
      return `property ${event.name}: ${event.verdict.kind}`;
    case 'statistics':
    case 'outline':
    case 'diagnostic':
    case 'refused':
    case 'lemma-refused':
    case 'lemmas-used':
    case 'verdict':
      return null;
  }
}

function counted(ids: readonly number[], what: string): string {
  return `${ids.length} ${what}${ids.length === 1 ? '' : 's'}`;
}

function statisticsText(values: EngineStatistics | undefined): string {
  if (values === undefined) return '';
  const fields = Object.entries(values).map(([name, value]) => `${name}=${value}`);
  return `\n            ${fields.join(' ')}`;
}
