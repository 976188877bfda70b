import { regionsFormula } from '../../analysis/regions/formula.ts';
import { RegionGraph } from '../../analysis/regions/graph.ts';
import { RegionModel } from '../../analysis/regions/model.ts';
import type { Claim, EngineContext } from '../engine.ts';
import { GuidedSearch } from './guided.ts';

/** Regions of one graph. */
const MOST_REGIONS = 20_000;

/** How closely regions are told apart, and what that may cost. */
interface Round {
  /** Variables of at most so many values have regions of their own for each. */
  readonly few: number;
  /** Changes of a region before it becomes all of its parts. */
  readonly patience: number;
  /** Terms looked at for the graph. Where that of the first round is too large, those of the others would be larger. */
  readonly work: number;
  /** Of the search for a run; 0: the next round's regions come first. */
  readonly steps: number;
}

const ROUNDS: readonly Round[] = [
  { few: 2, patience: 0, work: 2_500_000, steps: 4_000 },
  { few: 2, patience: 8, work: 2_500_000, steps: 0 },
  { few: 16, patience: 48, work: 4_000_000, steps: 40_000 },
];

/**
 * Explores regions of states instead of states: all that agree in what the program compares their variables with. Where no step fails from a region that may be
 * reached, the regions are an invariant; else they say which states may still lead to the error, and how far that is, to a search for a run
 * (states abstracted as a heuristic: Edelkamp, Lluch Lafuente, Leue: Directed Explicit Model Checking with HSF-SPIN, SPIN 2001). Null if neither comes of it.
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
      return { kind: 'safe', certificate: { kind: 'k-inductive', invariant, k: 0, instances: [], distinct: null }, uses: [] };
    }
    const claim = model.isWhole && round.steps > 0 ? new GuidedSearch(context, model, graph).run(round.steps) : null;
    if (claim !== null) return claim;
    if (context.stopped()) return null;
  }
  return null;
}
