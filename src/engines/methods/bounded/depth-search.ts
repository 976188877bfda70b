import type { Claim, EngineContext, EngineUnknown, PartialClaim } from '../engine.ts';
import { checksOf } from '../inductive/claim.ts';
import { MAX_DEPTH, numberOf } from '../options.ts';
import type { BoundedSearch } from './search.ts';

export interface DepthSearchOptions {
  /** The reason reported at the depth limit (option `maxDepth`). */
  readonly limited: (maxDepth: number) => string;
  /** Tries a proof after depth k, as long as one is possible. */
  readonly prove?: (k: number) => Claim | null;
  /** Return once no proof is possible any more. */
  readonly proofsOnly?: boolean;
}

/** Steps in which all runs may end after the last one that can come to an error. */
const STEPS_TO_ENDS = 8;

/**
 * The loop of bounded model checking and of k-induction. It looks at depth after depth until a run
 * into bad is found, all runs have ended, or a proof succeeds. A gap or a doubtful error that a run
 * can meet makes proofs impossible: from then on only `unsafe` can be claimed.
 */
export function searchDepths(context: EngineContext, search: BoundedSearch, options: DepthSearchOptions): Claim {
  const maxDepth = numberOf(context, MAX_DEPTH);
  const ended = new EndedChecks(context);
  let bound: number | null = null;
  /** The depth from which on no run can come to an error; null: it is not known. */
  let over: number | null = null;
  const unknown = (reason: EngineUnknown): Claim => ({ kind: 'unknown', reason, bound });
  for (;;) {
    if (context.stopped()) return unknown({ kind: 'stopped' });
    const k = search.depth;
    if (maxDepth > 0 && k > maxDepth)
      return unknown(search.obstacle ?? { kind: 'incomplete', why: options.limited(maxDepth) });
    const result = search.step();
    switch (result.kind) {
      case 'bad':
        return { kind: 'unsafe', run: { kind: 'system', trace: result.trace } };
      case 'unknown':
        return unknown(result.reason);
      case 'exhausted':
        if (search.obstacle !== null) return unknown(search.obstacle);
        return { kind: 'safe', certificate: result.certificate };
      case 'clear': {
        if (search.obstacle !== null) break;
        if (result.ended.length > 0) ended.add(result.ended);
        if (result.ended.length > 0 && !search.isOver) context.prove(ended.claim(k));
        if (!search.isOver) break;
        over ??= k;
        // Where all runs end soon, the checker need not know from where none comes to an error.
        if (k < over + STEPS_TO_ENDS) break;
        const claim = ended.claim(k);
        return claim.open.length === 0 ? { kind: 'safe', certificate: claim.certificate } : claim;
      }
    }
    if (!search.doubtful) {
      bound = k;
      context.bound(k);
    }
    if (search.obstacle !== null) {
      if (options.proofsOnly === true) return unknown(search.obstacle);
      continue;
    }
    if (options.prove === undefined || context.stopped()) continue;
    const claim = options.prove(k);
    if (claim !== null) return claim;
  }
}

/** The checks that runs of bounded length decide, while the search goes on with the others. */
class EndedChecks {
  readonly #ended = new Set<string>();
  readonly #areApart: boolean;

  constructor(private readonly context: EngineContext) {
    this.#areApart = context.openChecks().length > 1;
  }

  add(checks: readonly string[]): void {
    for (const check of checks) this.#ended.add(check);
  }

  /** The claim that no run fails these checks after step k. Claims that are not certified yet are made again. */
  claim(k: number): PartialClaim {
    const { context } = this;
    const all = this.#areApart ? [...checksOf(context.system), ...context.openChecks()] : [];
    const open = [...new Set(all)].filter((name) => !this.#ended.has(name) || !context.isOpen(name));
    return { kind: 'partial', certificate: { kind: 'runs', bound: k }, open };
  }
}

/**
 * Continues with bounded model checking where an engine's own method ended without an answer, unless
 * `bmc` takes part in the race. Other claims stay as they are.
 */
export function elseSearchDepths(context: EngineContext, search: BoundedSearch, claim: Claim): Claim {
  if (claim.kind !== 'unknown' || context.otherEngines.includes('bmc')) return claim;
  const { reason } = claim;
  if (reason.kind === 'stopped' || reason.kind === 'solver') return claim;
  return searchDepths(context, search, { limited: () => (reason.kind === 'incomplete' ? reason.why : 'no proof') });
}
