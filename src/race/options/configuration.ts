import { readFileSync } from 'node:fs';
import builtIn from '../../../portfolio.json' with { type: 'json' };
import { LemmataError } from '../../base/errors.ts';
import type { SystemFacts } from '../facts.ts';
import { ENGINE_NAMES } from '../schedule/engine-names.ts';
import type { PortfolioFile, PortfolioSet, QuickSetting, SliceEntry } from './portfolio-set.ts';

/** The names of the built-in sets. */
export function builtInSets(): readonly string[] {
  return Object.keys(builtIn.sets);
}

/**
 * The set that `--portfolio` names: a built-in one, or `FILE` or `FILE#NAME` of a JSON file. Throws
 * LemmataError `E-USAGE` for an unknown name, `E-INPUT` (located where possible) for a file that does
 * not match the schema. Asynchronous because the schema validator is loaded for user's files only.
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

const QUICK_MILLISECONDS = 150;
const QUICK_GATES = 50_000;

/**
 * The settings of the quick stage for a system with these facts; null: no quick stage. Without
 * milliseconds it does not search, and only follows runs.
 */
export function quickSetting({ quick = {} }: PortfolioSet, facts: SystemFacts): QuickSetting | null {
  if (quick === false) return null;
  const setting = { milliseconds: QUICK_MILLISECONDS, gates: QUICK_GATES, ...quick };
  if (!facts.floats && facts.gates <= setting.gates) return setting;
  return facts.source === 'hardware' ? null : { ...setting, milliseconds: 0 };
}

/**
 * First slice in seconds of each of the named engines; all later ones are equally long for all
 * engines.
 */
const NAMED_SECONDS = 0.1;

/**
 * A set of exactly the named engines, in equal growing slices, without a quick stage; options are
 * those of the first mention in `base`. Throws LemmataError `E-USAGE` for an unknown name.
 */
export function setOfEngines(names: readonly string[], base: PortfolioSet): PortfolioSet {
  const known = base.stages.flatMap((stage) => stage.order);
  const order = names.map((name): SliceEntry => {
    const engine = ENGINE_NAMES.find((candidate) => candidate === name);
    if (engine === undefined)
      throw new LemmataError('E-USAGE', `there is no engine named ${name}; there are ${ENGINE_NAMES.join(', ')}`);
    return { engine, options: known.find((other) => other.engine === engine)?.options ?? {}, seconds: NAMED_SECONDS };
  });
  if (order.length === 0) throw new LemmataError('E-USAGE', 'no engine is named');
  return { stages: [{ order }], quick: false, ...(base.cuts === undefined ? {} : { cuts: base.cuts }) };
}
