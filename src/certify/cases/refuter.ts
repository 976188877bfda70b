import type { Term } from '../../terms/builder.ts';
import type { RefuterFactory } from '../../terms/refuter.ts';
import type { TermStore } from '../../terms/store.ts';
import { type Deadline, OwnRefuter, Undecided } from '../refuter.ts';
import { type Case, propagated } from './case.ts';
import { splitting } from './splitting.ts';

/**
 * Terms that may be looked at for each one of the first case before the progress is asked for, and terms that all of it may
 * take.
 */
const TRIAL = 64;
const LEAST_TRIAL = 20_000;
const MOST_WORK = 60_000_000;
/** Its turns are longer than those of others: what is not for it, it gives up in a part of one. */
const PATIENCE = 4;

/** A query that is being refuted. */
interface Search {
  readonly formulas: readonly Term[];
  /** Cases that are left, each with its share of the whole. */
  readonly open: (Case & { readonly share: number })[];
  /** Terms looked at, and the share that is refuted. */
  work: number;
  done: number;
  /** The work after which it is asked how far that has come. */
  trial: number;
}

/**
 * Refutes by cases of comparisons of variables. In each case comparisons are put in as true or false, until something asserted
 * fails or ranges of integers exclude it. That suits large steps of many branches, where little is left in each case, and
 * invariants that list such cases. The numbers computed within one case need no circuits. Answers `unsat` or `unknown`, never
 * `sat`.
 */
class CasesRefuter extends OwnRefuter {
  #search: Search | null = null;

  constructor(private readonly store: TermStore) {
    super();
  }

  override dispose(): void {
    super.dispose();
    this.#search = null;
  }

  protected override decide(assumptions: readonly Term[], deadline: Deadline): 'unsat' {
    this.#exhaust(this.#searchFor([...this.asserted, ...assumptions]), deadline);
    return 'unsat';
  }

  /** A query that is asked again goes on from where it was. */
  #searchFor(formulas: readonly Term[]): Search {
    const last = this.#search;
    if (last !== null && last.formulas.length === formulas.length && last.formulas.every((t, i) => t === formulas[i])) return last;
    const search = { formulas, open: [{ formulas, known: new Map(), share: 1 }], work: 0, done: 0, trial: LEAST_TRIAL };
    this.#search = search;
    return search;
  }

  /**
   * Returns the parts of a case in which no variable is left to tell apart, by all that its ranges tell. Null if nothing is
   * known of it then.
   */
  #last(left: Case): readonly Case[] | null {
    const { open } = propagated(this.store, left, Number.POSITIVE_INFINITY);
    return open === null ? [] : splitting(this.store, open);
  }

  /** Throws {@link Undecided} unless no case is left. */
  #exhaust(search: Search, deadline: Deadline): void {
    const { open } = search;
    for (let next = open.at(-1); next !== undefined; next = open.at(-1)) {
      const { open: left, work } = propagated(this.store, next);
      if (search.work === 0) search.trial = Math.max(LEAST_TRIAL, TRIAL * work);
      search.work += work;
      const parts = left === null ? [] : (splitting(this.store, left) ?? this.#last(left));
      if (parts === null) throw new Undecided('no case is left to tell apart');
      open.pop();
      for (const part of parts) open.push({ ...part, share: next.share / parts.length });
      if (parts.length === 0) search.done += next.share;
      if (open.length > 0) deadline.check();
      if (search.work < search.trial) continue;
      // All of it takes about so much.
      if (search.work > search.done * MOST_WORK) throw new Undecided('too many cases');
      search.trial *= 2;
    }
  }
}

export function casesRefuters(store: TermStore): RefuterFactory {
  return { patience: PATIENCE, create: () => new CasesRefuter(store) };
}
