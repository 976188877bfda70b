import { regionsFormula } from '../../../system/analysis/regions/formula.ts';
import { RegionGraph } from '../../../system/analysis/regions/graph.ts';
import { RegionModel } from '../../../system/analysis/regions/model.ts';
import type { Claim, EngineContext } from '../../methods/engine.ts';
import { GuidedSearch } from './guided.ts';

/** Most regions of one graph. */
const MOST_REGIONS = 20_000;

/** The precision of regions in one round, and its limits. */
interface Round {
  /** Variables of at most this many values have separate regions for each. */
  readonly few: number;
  /** Changes of a region before it becomes all of its parts. */
  readonly patience: number;
  /**
   * Most terms that are visited for the graph. If the first round's graph is too large, those of later
   * rounds are, too.
   */
  readonly work: number;
  /** Most steps of the search for a run; 0: no search in this round. */
  readonly steps: number;
}

const ROUNDS: readonly Round[] = [
  { few: 2, patience: 0, work: 2_500_000, steps: 4_000 },
  { few: 2, patience: 8, work: 2_500_000, steps: 0 },
  { few: 16, patience: 48, work: 4_000_000, steps: 40_000 },
];

/**
 * Explores regions of states: sets of states that agree on all comparisons of their variables in the
 * program. If no step fails from any region that may be reached, the regions are an invariant.
 * Otherwise they guide a search for a run: they bound which states may lead to the error, and in how
 * many steps. Abstractions serve as heuristics in the same way in Edelkamp, Lluch Lafuente, Leue:
 * Directed Explicit Model Checking with HSF-SPIN, SPIN 2001. Null if there is neither a proof nor a
 * run.
 */
export function exploreRegions(context: EngineContext): Claim | null {
  const { system } = context;
  let model: RegionModel | null = null;
  let before: Round | null = null;
  for (const round of ROUNDS) {
    if (model === null || before?.few !== round.few) model = new RegionModel(system, round.few);
    before = round;
    const { patience, work } = round;
    const graph = new RegionGraph(model, { patience, regions: MOST_REGIONS, work, stopped: () => context.stopped() });
    const complete = graph.complete();
    const failing = [...graph.regions].filter(({ fails }) => fails).length;
    context.note(`${graph.size} regions${complete ? '' : ', which are not all'}; a step may fail in ${failing}`);
    if (!complete) return null;
    if (failing === 0) {
      const invariant = regionsFormula(model, graph);
      return {
        kind: 'safe',
        certificate: { kind: 'inductive', invariant, k: 0, instances: [] },
        uses: [],
      };
    }
    const claim = model.isWhole && round.steps > 0 ? new GuidedSearch(context, model, graph).run(round.steps) : null;
    if (claim !== null) return claim;
    if (context.stopped()) return null;
  }
  return null;
}
