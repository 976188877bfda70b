import type { ProviderName } from './provider.ts';

/** What came of the interpolants asked for, by provider. */
export interface ProviderStatistics {
  given: number;
  /** By the checker: each is a mistake of the provider. */
  refused: number;
  /** The checker did not decide. */
  open: number;
  /** Without an answer. */
  failed: number;
  /** Of the provider, of simplification and of the checker, in ms. */
  time: number;
  simplifyTime: number;
  checkTime: number;
  /** Nodes of each interpolant given, before and after simplification. */
  readonly rawNodes: number[];
  readonly nodes: number[];
}

/** What an interpolation service did: numbers for tables. */
export class InterpolationStatistics {
  /** Problems for which predicates were looked for: how many, how many were not decided, ms. */
  readonly choices = { asked: 0, indistinct: 0, unknown: 0, time: 0 };
  /** Predicates chosen, by problem, over all cuts. */
  readonly chosen: number[] = [];
  readonly providers = new Map<ProviderName, ProviderStatistics>();

  of(name: ProviderName): ProviderStatistics {
    let found = this.providers.get(name);
    if (found === undefined) {
      found = { given: 0, refused: 0, open: 0, failed: 0, time: 0, simplifyTime: 0, checkTime: 0, rawNodes: [], nodes: [] };
      this.providers.set(name, found);
    }
    return found;
  }

  /** For tables: what came of it by provider (`enumeration.given`), and the choice of predicates; sizes are medians, in nodes. */
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
   * One line, `name key=value ...; name key=value ...`: of the choice of predicates, then of each provider. Times in ms; sizes are medians over the
   * interpolants given, in nodes.
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

/** The upper median; 0 of an empty list. */
function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
}
