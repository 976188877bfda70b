import type { ProviderName } from './provider.ts';

/** Counts and times of one provider's interpolants. */
export interface ProviderStatistics {
  given: number;
  /**
   * Sequences refused by the checker. Each is an error of the provider, unless it may give sequences that
   * are too weak (`inexact`).
   */
  refused: number;
  /** Not decided by the checker. */
  open: number;
  /** Queries without an answer. */
  failed: number;
  /** Eliminations of variables whose results contain more states than were asked for. */
  inexact: number;
  /** Times of the provider, of simplification and of the checker, in ms. */
  time: number;
  simplifyTime: number;
  checkTime: number;
  /** Nodes of each interpolant given, before and after simplification. */
  readonly rawNodes: number[];
  readonly nodes: number[];
}

/** Statistics of an interpolation service. */
export class InterpolationStatistics {
  /** Choices of predicates: number of problems, numbers of undecided ones, and time in ms. */
  readonly choices = { asked: 0, indistinct: 0, unknown: 0, time: 0 };
  /** Number of predicates chosen for each problem, over all cuts. */
  readonly chosen: number[] = [];
  readonly providers = new Map<ProviderName, ProviderStatistics>();

  of(name: ProviderName): ProviderStatistics {
    let found = this.providers.get(name);
    if (found === undefined) {
      found = {
        given: 0,
        refused: 0,
        open: 0,
        failed: 0,
        inexact: 0,
        time: 0,
        simplifyTime: 0,
        checkTime: 0,
        rawNodes: [],
        nodes: [],
      };
      this.providers.set(name, found);
    }
    return found;
  }

  /**
   * Numbers for tables: counts and times by provider (`enumeration.given`), and the choice of
   * predicates. Sizes are medians, in nodes.
   */
  get numbers(): Readonly<Record<string, number>> {
    const { asked, indistinct, unknown, time } = this.choices;
    const all: Record<string, number> = {
      'choice.asked': asked,
      'choice.indistinct': indistinct,
      'choice.unknown': unknown,
      'choice.predicates': median(this.chosen),
      'choice.timeMilliseconds': Math.round(time),
    };
    for (const [name, { rawNodes, nodes, time: own, simplifyTime, checkTime, ...counts }] of this.providers) {
      for (const [key, value] of Object.entries(counts)) all[`${name}.${key}`] = value;
      all[`${name}.timeMilliseconds`] = Math.round(own);
      all[`${name}.simplifyMilliseconds`] = Math.round(simplifyTime);
      all[`${name}.checkMilliseconds`] = Math.round(checkTime);
      all[`${name}.rawNodes`] = median(rawNodes);
      all[`${name}.nodes`] = median(nodes);
    }
    return all;
  }

  /**
   * One line, `name key=value ...; name key=value ...`: first the choice of predicates, then each
   * provider. Times are in ms; sizes are medians over the interpolants given, in nodes.
   */
  summary(): string {
    const { asked, indistinct, unknown, time } = this.choices;
    const line = (name: string, values: Readonly<Record<string, number>>): string =>
      [name, ...Object.entries(values).map(([key, value]) => `${key}=${Math.round(value)}`)].join(' ');
    const choices = line('choice', { asked, indistinct, unknown, median: median(this.chosen), time });
    const providers = [...this.providers].map(([name, { rawNodes, nodes, ...counts }]) =>
      line(name, { ...counts, rawNodes: median(rawNodes), nodes: median(nodes) }),
    );
    return [choices, ...providers].join('; ');
  }
}

/** The upper median; 0 for an empty list. */
function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
}
