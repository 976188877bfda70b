import { Rules } from './rules.ts';
import type { FileText } from './text/file-text.ts';
import type { FoundCall } from './text/found.ts';
import { STARTERS } from './thread-sequence.ts';

/** A waypoint at a call that starts a thread. */
interface Start {
  /** Index of its segment. */
  readonly turn: number;
  /** The thread that makes the call. */
  readonly thread: number;
  /** Index of the waypoint. */
  readonly source: number;
}

interface StartSite {
  readonly text: FileText;
  readonly call: FoundCall;
  /** The name of the function that the new thread calls. */
  readonly started: string;
  /** Waypoints with the numbers of the new threads. */
  readonly starts: (Start & { readonly number: number })[];
}

/**
 * The calls that start the threads of a witness. The waypoints number them from 1, in the order of the witness. A
 * new thread begins with a function of its own, which sets its number. Other calls at these places end the run.
 */
export class ThreadStarts {
  readonly #sites = new Map<string, StartSite>();
  #count = 0;

  constructor(
    private readonly rules: Rules,
    private readonly defined: ReadonlySet<string>,
  ) {}

  /** Returns the reason in words why the call is not followed; null: it is. */
  add(text: FileText, call: FoundCall, start: Start): string | null {
    const argument = call.arguments[STARTERS.get(call.name ?? '') ?? 0];
    const [, started] =
      /^\s*&?\s*(\w+)\s*$/.exec(argument === undefined ? '' : text.text.slice(argument.start, argument.end)) ?? [];
    if (started === undefined || !this.defined.has(started)) return 'the function of the thread is not known';
    const key = `${text.file}:${call.start}`;
    const site = this.#sites.get(key) ?? { text, call, started, starts: [] };
    this.#sites.set(key, site);
    site.starts.push({ ...start, number: ++this.#count });
    return null;
  }

  /** Puts numbers into the calls; returns the words at the beginning and at the end of each file. */
  insert(): ReadonlyMap<FileText, { readonly head: string; readonly end: string }> {
    const words = new Map<FileText, { readonly head: string; readonly end: string }>();
    for (const { text, call, started, starts } of this.#sites.values()) {
      const argument = call.arguments[STARTERS.get(call.name ?? '') ?? 0];
      const type = call.name === 'thrd_create' ? 'int ' : 'void *';
      const choices = starts.map(
        ({ turn, thread, number }) =>
          `${Rules.THREAD} == ${thread} && ${Rules.TURN} == ${turn} ? (${Rules.TURN} = ${turn + 1}, ${nameOf(number)}) : `,
      );
      // Behind the end of a run no function counts; the first one there starts no thread of its own.
      const chosen = `${choices.join('')}(({ ${this.rules.blocked} }), ${nameOf(starts[0].number)})`;
      text.edits.wrap(argument, `((void)sizeof(`, `), (${chosen}))`, starts[0].source);
      const before = words.get(text) ?? { head: '', end: '' };
      const heads = starts.map(({ number }) => `${type}${nameOf(number)}(void *);`);
      const ends = starts.map(
        ({ number }) =>
          `${type}${nameOf(number)}(void *lemmata_argument) { ${Rules.THREAD} = ${number}; return ${started}(lemmata_argument); }`,
      );
      words.set(text, {
        head: `${before.head} ${heads.join(' ')}`,
        end: `${before.end} ${ends.join(' ')}`,
      });
    }
    return words;
  }
}

export function isStarter({ name }: FoundCall): boolean {
  return name !== null && STARTERS.has(name);
}

function nameOf(number: number): string {
  return `lemmata_start_${number}`;
}
