import { type Diagnostic, formatDiagnostic } from '../../../c/diagnostics.ts';
import type { VerifyEvent } from '../../../race/events.ts';
import { entryOf, type VerifyOptions } from '../../../race/options/options.ts';
import { BROKE_DOWN } from '../../../race/threads/supervision.ts';
import type { ReportLine } from '../../output/report/text.ts';
import { eventText } from '../event-text.ts';
import { write } from '../output.ts';
import { RaceTable } from '../race-table.ts';
import { writeError } from '../report-error.ts';
import type { EventRecord } from './record.ts';
import type { Reporter, Result } from './reporter.ts';

export interface ScreenOptions {
  readonly quiet: boolean;
  readonly verbose: boolean;
  /** False for --no-color. */
  readonly color: boolean;
  /** True if the verification has no time limit. */
  readonly unlimited: boolean;
}

const REDRAW_MILLISECONDS = 200;
/** Nothing is drawn for races that end sooner, in ms. */
const PATIENCE_MILLISECONDS = 700;
/**
 * Interval, in ms, of lines that report progress where no table can be drawn. The first line comes
 * after this time, each further one after twice the last interval, up to the longest.
 */
const FIRST_LINE_MILLISECONDS = 10_000;
const LONGEST_SILENCE_MILLISECONDS = 300_000;
/** A verification without a time limit prints a hint after this time, in ms. */
const UNLIMITED_MILLISECONDS = 60_000;
/** Least interval, in ms, between two bounds or notes of an engine under --verbose. */
const VERBOSE_MILLISECONDS = 500;

/**
 * Warnings about likely mistakes. They are conversions between pointers and integers, division by zero,
 * wrong returns, functions without declaration, and initialisers with too much.
 */
const MISTAKES: ReadonlySet<string> = new Set([
  'C1951',
  'C1952',
  'C1953',
  'C1954',
  'C1956',
  'C1964',
  'C1965',
  'C1966',
  'C1967',
]);
/** Most such warnings that are shown without --verbose. */
const SHORT_WARNINGS = 5;

type Painter = (style: ReportLine['style'], text: string) => string;
type LogUpdate = ((text: string) => void) & { clear(): void };

/**
 * Output on stderr: a live table of the race on a terminal, occasional lines elsewhere, all lines with
 * --verbose. Messages (unless --quiet) and an explanation of the verdict are always there.
 */
export class Screen implements Reporter {
  readonly #written = new Map<string, number>();
  readonly #table = new RaceTable();
  #timer: NodeJS.Timeout | null = null;
  #reminder: NodeJS.Timeout | null = null;
  #painter: Painter = (_style, text) => text;
  #draw: LogUpdate | null = null;
  #finished = false;
  /** Number of warnings that were shown without --verbose. */
  #warnings = 0;

  constructor(
    private readonly verification: VerifyOptions,
    private readonly record: EventRecord,
    private readonly options: ScreenOptions,
  ) {
    if (options.quiet) return;
    const { live, colors } = terminalOf(process.stderr, process.env, options.color);
    if (colors) void this.#loadPainter();
    if (options.unlimited) this.#reminder = setTimeout(sayUnlimited, UNLIMITED_MILLISECONDS).unref();
    const broken = process.env[BROKE_DOWN];
    if (options.verbose) {
      if (broken !== undefined)
        process.stderr.write(
          `The verifying process ended with ${broken}: it begins again, with fewer engines at once.\n`,
        );
    } else if (live) this.#timer = setInterval(() => void this.#redraw(), REDRAW_MILLISECONDS).unref();
    else this.#sayLater(FIRST_LINE_MILLISECONDS);
  }

  event(event: VerifyEvent): void {
    this.#table.take(event);
    const line = this.#line(event);
    if (line !== null) this.#print(line);
  }

  /** Erases the live table. */
  end(): void {
    this.#finished = true;
    if (this.#reminder !== null) clearTimeout(this.#reminder);
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#draw?.clear();
  }

  async explain({ verdict, proved }: Result): Promise<void> {
    const { quiet, verbose } = this.options;
    if (quiet) return;
    const { assumptionLines, explain } = await import('../../output/report/explain.ts');
    const shown = verbose ? await proved() : verdict;
    const { externals, assumptions, lemmas } = this.record;
    const entry = entryOf(this.verification);
    const options = { verbose, externals, assumptions, entry };
    // The lines about single checks say more than the verdict on all of them.
    const lines = this.record.results === null ? explain(shown, options) : assumptionLines(shown, options);
    await write(process.stderr, this.#paint(lines));
    const prover = verdict.kind === 'safe' ? verdict.engine : null;
    if (verbose) await write(process.stderr, this.#paint(lemmas.lines(prover)));
  }

  fail(error: unknown): void {
    // The front end's own messages are on the screen already.
    writeError(error, { quiet: this.record.diagnostics.some(({ severity }) => severity === 'error') });
  }

  /** Report lines as text for the terminal, each ended by a newline. */
  #paint(lines: readonly ReportLine[]): string {
    return lines.map(({ style, text }) => `${this.#painter(style, text)}\n`).join('');
  }

  #print(line: ReportLine): void {
    this.#draw?.clear();
    process.stderr.write(this.#paint([line]));
  }

  #line(event: VerifyEvent): ReportLine | null {
    const { quiet, verbose } = this.options;
    if (event.kind === 'diagnostic') {
      const { severity } = event.diagnostic;
      if (severity === 'warning' && (quiet || (!verbose && !this.#isTelling(event.diagnostic)))) return null;
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
    const text = event.kind === 'verdict' ? this.#refusals : eventText(event, this.record.statistics);
    return text === null ? null : { style: 'dim', text: `${(event.time / 1000).toFixed(2).padStart(7)} s  ${text}` };
  }

  /** Whether a warning is shown without --verbose: it names a likely mistake, and few came before. */
  #isTelling({ code }: Diagnostic): boolean {
    if (!MISTAKES.has(code) || this.#warnings >= SHORT_WARNINGS) return false;
    this.#warnings += 1;
    return true;
  }

  /** Counts refused claims and lemmas in words; null: none. */
  get #refusals(): string | null {
    const { count } = this.record.checks;
    return count === 0 ? null : `refused: ${count} ${count === 1 ? 'claim or lemma' : 'claims or lemmas'}`;
  }

  #tooSoon(event: VerifyEvent): boolean {
    if (event.kind !== 'bound' && event.kind !== 'note') return false;
    const key = `${event.kind} ${event.engine}`;
    if (event.time - (this.#written.get(key) ?? Number.NEGATIVE_INFINITY) < VERBOSE_MILLISECONDS) return true;
    this.#written.set(key, event.time);
    return false;
  }

  async #redraw(): Promise<void> {
    if (this.record.elapsed < PATIENCE_MILLISECONDS || this.#finished) return;
    if (this.#draw === null) {
      const { createLogUpdate } = await import('log-update');
      // A hidden cursor would stay hidden if the process is ended from outside.
      if (this.#finished) return;
      this.#draw ??= createLogUpdate(process.stderr, { showCursor: true });
    }
    const { columns = 80, rows = 24 } = process.stderr;
    const lines = this.#table.lines(this.record.elapsed, { width: columns - 1, height: rows - 1 });
    this.#draw(this.#paint(lines).trimEnd());
  }

  #sayLater(milliseconds: number): void {
    this.#timer = setTimeout(() => {
      this.#print({ style: 'dim', text: this.#table.summary(this.record.elapsed) });
      this.#sayLater(Math.min(2 * milliseconds, LONGEST_SILENCE_MILLISECONDS));
    }, milliseconds).unref();
  }

  async #loadPainter(): Promise<void> {
    const { default: pico } = await import('picocolors');
    const paint = pico.createColors(true);
    this.#painter = (style, text) =>
      style === 'bad'
        ? paint.red(text)
        : style === 'head'
          ? paint.bold(text)
          : style === 'dim'
            ? paint.dim(text)
            : text;
  }
}

function sayUnlimited(): void {
  void write(
    process.stderr,
    'lemmata: there is no time limit; --timeout sets one, and Ctrl-C ends the search with the results so far\n',
  );
}

/** The properties of stderr as an output. */
interface Terminal {
  /** Written lines can be changed, and a person may be looking. */
  readonly live: boolean;
  readonly colors: boolean;
}

/**
 * `color`: false for --no-color, which has the effect of NO_COLOR (no-color.org). FORCE_COLOR enables
 * colours where there is no terminal, such as in build logs; CI (set, and not `false`) disables the
 * live table.
 */
export function terminalOf(stream: { readonly isTTY?: boolean }, env: NodeJS.ProcessEnv, color: boolean): Terminal {
  const able = stream.isTTY === true && env.TERM !== 'dumb';
  const forced = isSet(env.FORCE_COLOR) && env.FORCE_COLOR !== '0';
  const automatic = isSet(env.CI) && env.CI !== 'false';
  return { live: able && !automatic, colors: color && !isSet(env.NO_COLOR) && (able || forced) };
}

function isSet(value: string | undefined): value is string {
  return value !== undefined && value !== '';
}
