import type { Term } from '../../../logic/terms/builder.ts';
import { blocksBefore, predecessorsIn } from '../../../system/transys/passes/parts.ts';
import { controlOf, type TransitionSystem } from '../../../system/transys/system.ts';

/** Systems with more blocks that have errors tell no checks apart here. */
const MOST_ERROR_BLOCKS = 64;

/** Checks whose errors lie behind the same blocks. */
interface Way {
  /** Names of checks; null: all errors of the system. */
  readonly checks: readonly string[] | null;
  /** Blocks from which a run may come to the errors, or to a gap. */
  readonly before: ReadonlySet<number>;
}

/**
 * The blocks from which runs may still come to an error. A search of bounded depth proves a check once no run
 * is in a block before its errors, although runs go on elsewhere.
 *
 * Example: a program first tests a table by ten turns of a loop, and then reads messages for ever. After ten
 * steps no run is before the assertion about the table.
 */
export class WaysToErrors {
  #open: readonly Way[];

  /** `checks`: names of the checks that are decided one by one; []: all errors are one. */
  constructor(
    private readonly system: TransitionSystem,
    checks: readonly string[],
  ) {
    this.#open = waysOf(system, checks);
  }

  /** Whether no run can come to an error any more. */
  get isOver(): boolean {
    return this.#open.length === 0;
  }

  /**
   * Takes out ways that have ended, and returns their checks: none where the system does not tell them apart. `at`: the conditions of the blocks where runs may be. `isPossible`: whether some run satisfies a
   * condition. It is also true where that is not known.
   */
  ended(
    at: ReadonlyMap<number, Term>,
    isOpen: (check: string) => boolean,
    isPossible: (somewhere: Term) => boolean,
  ): readonly string[] {
    const { terms } = this.system;
    const found: string[] = [];
    const open: Way[] = [];
    for (const way of this.#open) {
      if (way.checks !== null && !way.checks.some(isOpen)) continue;
      // Where runs are before few blocks, they are before more blocks as well.
      const isKnown = open.some(({ before }) => [...before].every((id) => way.before.has(id)));
      const before = [...at].filter(([id]) => way.before.has(id));
      const somewhere = before.length === at.size ? terms.true : terms.orAll(before.map(([, condition]) => condition));
      if (isKnown || (before.length > 0 && somewhere !== terms.false && isPossible(somewhere))) open.push(way);
      else found.push(...(way.checks ?? []));
    }
    this.#open = open;
    return found;
  }
}

/**
 * The ways, from those of few blocks to those of many. They lead through the control before any pass: the checker
 * of the proof does not know why an error or a step was taken away.
 */
function waysOf(system: TransitionSystem, checks: readonly string[]): readonly Way[] {
  const { blocks, pc } = system;
  const control = system.unreduced ?? controlOf(system);
  const errors = control.errors.map((id) => blocks[id]);
  if (pc === null || errors.length === 0) return [{ checks: null, before: new Set(blocks.keys()) }];
  const sources = predecessorsIn(control);
  const behind = (ids: readonly number[]): ReadonlySet<number> => blocksBefore(sources, ids);
  if (checks.length < 2 || errors.length > MOST_ERROR_BLOCKS)
    return [{ checks: null, before: behind(errors.map(({ id }) => id)) }];
  // Errors without names and gaps concern all checks.
  const gaps = new Set(system.gaps.map(({ block }) => block));
  const common = errors.filter(({ id, bads }) => gaps.has(id) || bads.length === 0).map(({ id }) => id);
  const ways = new Map<string, { readonly checks: string[]; readonly ids: readonly number[] }>();
  const blocksOf = new Map(checks.map((check) => [check, new Set(common)]));
  for (const { id, bads } of errors) for (const { name } of bads) blocksOf.get(name)?.add(id);
  for (const [check, ids] of blocksOf) {
    const key = [...ids].join(' ');
    const way = ways.get(key);
    if (way === undefined) ways.set(key, { checks: [check], ids: [...ids] });
    else way.checks.push(check);
  }
  return [...ways.values()]
    .map(({ checks: names, ids }) => ({ checks: names, before: behind(ids) }))
    .sort((a, b) => a.before.size - b.before.size);
}
