import type { Term } from '../../../../logic/terms/builder.ts';
import type { RefuterFactory } from '../../../../logic/terms/refuter.ts';
import type { TermStore } from '../../../../logic/terms/store.ts';
import { type Deadline, OwnRefuter, Undecided } from '../refuter.ts';
import { type Case, propagated } from './case.ts';
import { splitting } from './splitting.ts';

/** Terms that may be looked at, per term of the first case, before the progress is checked, and in all. */
const TRIAL = 64;
const LEAST_TRIAL = 20_000;
const MOST_WORK = 60_000_000;
/** Longer slices: it rejects unsuitable queries well before the slice ends. */
const PATIENCE = 4;

/** A query in the course of its refutation. */
interface Search {
  readonly formulas: readonly Term[];
  /** Remaining cases, each with its share of the whole. */
  readonly open: (Case & { readonly share: number })[];
  /** Number of terms looked at, and the share that is refuted. */
  work: number;
  done: number;
  /** The work after which the progress is checked. */
  trial: number;
}

/**
 * Refutes by cases of comparisons of variables. Each case sets comparisons true or false, until some
 * assertion fails or ranges of integers exclude it. That suits large steps of many branches, where
 * little is left in each case, and invariants that list such cases. The numbers computed within one
 * case need no circuits. It answers `unsat` or `unknown`, never `sat`.
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

  /** A repeated query continues from its last state. */
  #searchFor(formulas: readonly Term[]): Search {
    const last = this.#search;
    if (last !== null && last.formulas.length === formulas.length && last.formulas.every((t, i) => t === formulas[i]))
      return last;
    const search = { formulas, open: [{ formulas, known: new Map(), share: 1 }], work: 0, done: 0, trial: LEAST_TRIAL };
    this.#search = search;
    return search;
  }

  /**
   * Splits a case without further variables by everything that its ranges determine. Null if they
   * determine nothing.
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
      if (parts === null) throw new Undecided('a case cannot be split further');
      open.pop();
      for (const part of parts) open.push({ ...part, share: next.share / parts.length });
      if (parts.length === 0) search.done += next.share;
      if (open.length > 0) deadline.check();
      if (search.work < search.trial) continue;
      // The estimated total work for the whole query.
      if (search.work > search.done * MOST_WORK) throw new Undecided('too many cases');
      search.trial *= 2;
    }
  }
}

export function casesRefuters(store: TermStore): RefuterFactory {
  return { name: 'cases', patience: PATIENCE, create: () => new CasesRefuter(store) };
}
