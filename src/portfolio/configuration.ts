import { readFileSync } from 'node:fs';
import builtIn from '../../portfolio.json' with { type: 'json' };
import { LemmataError } from '../base/errors.ts';
import { ENGINE_NAMES, type EngineName } from './engine-names.ts';
import { type LoopShape, loopShape, type SystemFacts } from './facts.ts';

/** The content of a portfolio file; the contract is `schemas/portfolio.schema.json`. */
export interface PortfolioFile {
  readonly sets: Readonly<Record<string, PortfolioSet>>;
}

export interface PortfolioSet {
  readonly description?: string;
  readonly stages: readonly Stage[];
  /** The quick stage before the race; false: none. Absent: with its defaults. */
  readonly quick?: Partial<QuickSetting> | false;
}

/** See `quickSetting`. */
export interface QuickSetting {
  /** Budget of the search, and once more of certifying what it found. */
  readonly milliseconds: number;
  /** Systems of more gates (`SystemFacts.gates`) are not searched. */
  readonly gates: number;
}

export interface Stage {
  readonly when?: StageCondition;
  /** Milliseconds after compilation. */
  readonly delay?: number;
  readonly engines: readonly StageEngine[];
}

export interface StageCondition {
  readonly loops?: readonly LoopShape[];
  readonly arrays?: boolean;
  readonly floats?: boolean;
  readonly products?: boolean;
  readonly deterministic?: boolean;
  readonly hardware?: boolean;
}

export type EngineOptions = Readonly<Record<string, number | string | boolean>>;

export interface StageEngine {
  readonly engine: EngineName;
  readonly options?: EngineOptions;
  /** Part of the time limit, 0 .. 1. */
  readonly share?: number;
}

/** One engine of a race that is about to begin. */
export interface Entrant {
  /** Unique in the race: the engine's name, with `.2`, `.3` behind it when it takes part several times. */
  readonly id: string;
  readonly engine: EngineName;
  readonly options: EngineOptions;
  /** Milliseconds after compilation. */
  readonly delay: number;
  readonly share: number;
}

/** The names of the sets that come with Lemmata. */
export function builtInSets(): readonly string[] {
  return Object.keys(builtIn.sets);
}

/**
 * The set that `--portfolio` names: a built-in one, or `FILE` or `FILE#NAME` of a JSON file. Throws LemmataError `E-USAGE` for an unknown
 * name, `E-INPUT` (located where possible) for a file that does not match the schema. Asynchronous because the schema validator is loaded
 * for user's files only.
 */
export async function loadPortfolioSet(name: string): Promise<PortfolioSet> {
  const own = (builtIn as PortfolioFile).sets;
  if (Object.hasOwn(own, name)) return own[name];
  const [file, setName] = name.split('#', 2);
  if (!file.endsWith('.json')) {
    throw new LemmataError(
      'E-USAGE',
      `there is no portfolio named ${name}; built-in ones are ${builtInSets().join(', ')}; a file ends in .json`,
    );
  }
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw new LemmataError('E-INPUT', `cannot read the portfolio file ${file}`, null, { cause: error });
  }
  const { parsePortfolio } = await import('./portfolio-file.ts');
  const { sets } = parsePortfolio(text, file);
  const names = Object.keys(sets);
  const wanted = setName ?? (names.length === 1 ? names[0] : 'default');
  if (!Object.hasOwn(sets, wanted))
    throw new LemmataError('E-INPUT', `${file} has no set named ${wanted}, only ${names.join(', ')}`);
  return sets[wanted];
}

/** The engines of a set that take part for a system with these facts, in order of their start. */
export function entrants(set: PortfolioSet, facts: SystemFacts): readonly Entrant[] {
  const chosen = set.stages
    .filter((stage) => conditionHolds(stage.when ?? {}, facts))
    .flatMap((stage) => stage.engines.map((engine) => ({ delay: stage.delay ?? 0, ...engine })))
    .filter((engine) => engine.engine !== 'sim' || facts.source === 'program')
    .sort((a, b) => a.delay - b.delay);
  const seen = new Map<string, number>();
  return chosen.map(({ engine, options = {}, delay, share = 1 }) => {
    const count = (seen.get(engine) ?? 0) + 1;
    seen.set(engine, count);
    return { id: count === 1 ? engine : `${engine}.${count}`, engine, options, delay, share };
  });
}

const QUICK_MILLISECONDS = 150;
const QUICK_GATES = 50_000;

/**
 * How the quick stage is tried on a system with these facts; null: not at all. Without milliseconds it does not search,
 * and only follows runs.
 */
export function quickSetting({ quick = {} }: PortfolioSet, facts: SystemFacts): QuickSetting | null {
  if (quick === false) return null;
  const setting = { milliseconds: QUICK_MILLISECONDS, gates: QUICK_GATES, ...quick };
  if (!facts.floats && facts.gates <= setting.gates) return setting;
  return facts.source === 'hardware' ? null : { ...setting, milliseconds: 0 };
}

function conditionHolds(when: StageCondition, facts: SystemFacts): boolean {
  return (
    (when.loops?.includes(loopShape(facts)) ?? true) &&
    (when.arrays ?? facts.arrays) === facts.arrays &&
    (when.floats ?? facts.floats) === facts.floats &&
    (when.products ?? facts.products) === facts.products &&
    (when.deterministic ?? facts.deterministic) === facts.deterministic &&
    (when.hardware ?? facts.source === 'hardware') === (facts.source === 'hardware')
  );
}

/**
 * A set of exactly the named engines, which all start at once, without a quick stage; options are those of the first mention in `base`. Throws LemmataError
 * `E-USAGE` for a name that is no engine.
 */
export function setOfEngines(names: readonly string[], base: PortfolioSet): PortfolioSet {
  const known = base.stages.flatMap((stage) => stage.engines);
  const engines = names.map((name) => {
    const engine = ENGINE_NAMES.find((candidate) => candidate === name);
    if (engine === undefined)
      throw new LemmataError('E-USAGE', `there is no engine named ${name}; there are ${ENGINE_NAMES.join(', ')}`);
    return { engine, options: known.find((other) => other.engine === engine)?.options };
  });
  if (engines.length === 0) throw new LemmataError('E-USAGE', 'no engine is named');
  return { stages: [{ engines }], quick: false };
}
