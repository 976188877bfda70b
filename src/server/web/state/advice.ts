import type { Result } from './result.ts';

type Unknown = Extract<Result, { readonly verdict: 'UNKNOWN' }>;

/** What may help where there is no verdict, in the words of the page's form. */
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
