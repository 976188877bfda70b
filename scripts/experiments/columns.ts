import { SOURCE_NAMES } from '../../src/engines/interpolation/names.ts';
import type { SystemEngineId } from '../../src/engines/register.ts';

/** One column of an experiment: an engine with options, alone. */
export interface Column {
  /** The cut points between blocks. */
  readonly cuts?: 'loops' | 'joins' | 'branches';
  /** Name of the column, and of its folder of results. */
  readonly name: string;
  readonly engine: SystemEngineId;
  readonly options: Readonly<Record<string, string | number | boolean>>;
}

export const EXPERIMENT_NAMES = ['engines', 'sources', 'guided'] as const;
export type ExperimentName = (typeof EXPERIMENT_NAMES)[number];

/** Loops around interpolants, as in [CVN17] Table 1, and two of McMillan's kind. */
const LOOPS = ['traces', 'split', 'predabs', 'impact'] as const;

/** The engines of [IMC22] Table 2 and [TRF24] Table 3, beside the other engines over paths. */
const ENGINES = ['imc', 'ismc', 'dar', 'kind', 'bmc', 'ic3', 'impact', 'predabs', 'rse', 'traces', 'split'] as const;

/** The columns of [MEI17] Table II: kinds of interpolants, and weights. */
const GUIDED = [
  ['R', false, false, false],
  ['R+E', false, true, false],
  ['R+S', true, false, false],
  ['R+S+E', true, true, false],
  ['R+S+W', true, false, true],
  ['R+S+E+W', true, true, true],
] as const;

/** The sizes of blocks for [MEI17]: between loop heads, and between branches and joins. */
const BLOCKS = ['loops', 'branches'] as const;

/**
 * The columns of an experiment.
 * - `engines`: engines side by side ([IMC22] Table 2, [TRF24] Table 3).
 * - `sources`: Craig against Newton ([CVN17] Table 1): each loop with each source of interpolants.
 * - `guided`: R, S and E interpolants and weights ([MEI17] Table II), with two sizes of blocks.
 */
export function columnsOf(experiment: ExperimentName): readonly Column[] {
  switch (experiment) {
    case 'engines':
      return ENGINES.map((engine) => ({ name: engine, engine, options: {} }));
    case 'sources':
      return LOOPS.flatMap((engine) =>
        SOURCE_NAMES.map((source) => ({
          name: `${engine}-${source.replace(':', '-')}`,
          engine,
          options: { interpolants: source },
        })),
      );
    case 'guided':
      return BLOCKS.flatMap((cuts) =>
        GUIDED.map(([name, safe, unsafe, weights]) => ({
          name: `${name}-${cuts}`,
          engine: 'rse' as const,
          options: { safe, unsafe, weights },
          cuts,
        })),
      );
  }
}

/** The portfolio file that runs a column alone, without the quick stage; its set is `column`. */
export function portfolioOf({ engine, options, cuts = 'loops' }: Column, seconds: number): unknown {
  return { sets: { column: { quick: false, cuts, stages: [{ order: [{ engine, options, seconds }] }] } } };
}
