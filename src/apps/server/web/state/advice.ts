import { formatLocation } from '../../../../base/source.ts';
import { endText } from '../../../output/report/end-text.ts';
import { whyUndecided } from '../../../output/report/unknown-reason.ts';
import type { Race } from './race.ts';
import type { Result, StepPlace } from './result.ts';

type Unknown = Extract<Result, { readonly verdict: 'UNKNOWN' }>;

/** Returns advice for a job without a verdict, in the words of the page's form. */
export function adviceFor({ reason }: Unknown): readonly string[] {
  switch (reason.kind) {
    case 'unsupported':
      return ['Leave that construct out, or put a simple function in its place.'];
    case 'undefined-behaviour':
      return ['Repair the undefined behaviour first: the run is real up to there.'];
    case 'time-limit':
      return reason.during === 'compiling'
        ? ['Give it more time, or a smaller program.']
        : ['Give it more time.', 'Try the portfolio “proof” if you believe that the program is right, “bugs” if not.'];
    case 'memory-limit':
      return ['Choose one or two engines, so that they have the memory for themselves.'];
    case 'incomplete':
      return ['Try the portfolio “svcomp”, or the engines that did not take part.'];
    case 'crashed':
      return ['Choose another engine; and please report this, with the program.'];
    case 'stopped':
      return [];
    default:
      return reason satisfies never;
  }
}

/** The reason as a clause, before and behind the place that it names; null: it names none. */
export interface Why {
  readonly before: string;
  readonly at: StepPlace | null;
  readonly behind: string;
}

/** Returns the reason in the words of the terminal. A process that was ended from outside left a short text alone. */
export function whyOf({ reason }: Unknown): Why {
  const isWhole = Object.keys(reason).some((field) => field !== 'kind' && field !== 'text');
  const text = isWhole ? whyUndecided(reason) : reason.text;
  const at = 'at' in reason ? reason.at : null;
  const place = at === null ? '' : formatLocation(at);
  const start = place === '' ? -1 : text.indexOf(place);
  if (start < 0) return { before: text, at: null, behind: '' };
  return { before: text.slice(0, start), at, behind: text.slice(start + place.length) };
}

/** How an engine left a race without verdict, and its last state. */
export interface EngineState {
  readonly engine: string;
  readonly end: string;
  /** No run of at most this number of steps violates the property. */
  readonly bound: number | null;
  /** Its last note. */
  readonly note: string | null;
}

/** Returns the state of each engine; if the process was ended from outside, the reasons are missing. */
export function engineStates({ engines = [] }: Unknown, { lanes }: Pick<Race, 'lanes'>): readonly EngineState[] {
  if (engines.length === 0)
    return [...lanes.values()].map(({ engine, ended, bounds, note }) => ({
      engine,
      end: ended === null ? 'cut off' : endText(ended.end),
      bound: bounds.at(-1)?.bound ?? null,
      note,
    }));
  return engines.map(({ engine, end, bound }) => ({
    engine,
    end: endText(end),
    bound,
    note: lanes.get(engine)?.note ?? null,
  }));
}
