import { LemmataError } from '../../base/errors.ts';
import { SOURCE_NAMES } from '../interpolation/names.ts';
import type { EngineContext } from './engine.ts';

interface Described {
  readonly name: string;
  readonly doc: string;
}

/** An option that is a natural number. */
export interface NumberOption extends Described {
  readonly default: number;
}

export interface Switch extends Described {
  readonly default: boolean;
}

/** An option whose value is one of several words. */
export interface Choice<C extends string = string> extends Described {
  readonly default: string;
  readonly choices: readonly C[];
}

/** An option whose value is a list of different words, joined by commas. */
export interface WordList<W extends string = string> extends Described {
  readonly default: string;
  readonly words: readonly W[];
}

/** An engine's option, as portfolio files give it. */
export type EngineOption = NumberOption | Switch | Choice | WordList;

/**
 * The given value of the option, else its default. Throws LemmataError `E-INTERNAL` if that is not a
 * number.
 */
export function numberOf({ options }: Pick<EngineContext, 'options'>, option: NumberOption): number {
  const value = options[option.name] ?? option.default;
  if (typeof value !== 'number') throw new LemmataError('E-INTERNAL', `the option ${option.name} is not a number`);
  return value;
}

/**
 * The given value of the option, else its default. Throws LemmataError `E-INTERNAL` if that is neither
 * true nor false.
 */
export function isOn({ options }: Pick<EngineContext, 'options'>, option: Switch): boolean {
  const value = options[option.name] ?? option.default;
  if (typeof value !== 'boolean')
    throw new LemmataError('E-INTERNAL', `the option ${option.name} is neither true nor false`);
  return value;
}

/**
 * The given list of words, else the default. Throws LemmataError `E-INTERNAL` if it contains another
 * word.
 */
export function wordsOf<W extends string>({ options }: Pick<EngineContext, 'options'>, option: WordList<W>): W[] {
  const value = String(options[option.name] ?? option.default);
  return value.split(',').map((given) => {
    const word = option.words.find((known) => known === given);
    if (word === undefined) throw new LemmataError('E-INTERNAL', `the option ${option.name} has no word '${given}'`);
    return word;
  });
}

type Options = Readonly<Record<string, EngineOption>>;

/** The option of every engine that asks a solver. The caller that runs the engine applies it. */
export const SOLVER: Choice = {
  name: 'solver',
  default: 'bits',
  choices: ['bits', 'z3'],
  doc: 'solver of its queries: bits (gates and the SAT core; Z3 where these have no answer) or z3',
};

export const MAX_DEPTH: NumberOption = {
  name: 'maxDepth',
  default: 0,
  doc: 'longest run searched, in steps; 0: no limit',
};

export const KIND = {
  step: {
    name: 'stepMilliseconds',
    default: 2_000,
    doc: 'time limit of a step check in ms, doubled whenever it is met; 0: none',
  },
} satisfies Options;

export const INTERPOLATION = {
  query: {
    name: 'queryMilliseconds',
    default: 5_000,
    doc: 'time limit of a solver query while interpolants are made, in ms',
  },
  sources: {
    name: 'interpolants',
    default: 'craig',
    words: SOURCE_NAMES,
    doc: 'sources of interpolants in the order in which they are tried, joined by commas: craig, letters, newton:it-wp and its variants',
  },
} satisfies Options;

export const PATHS = {
  sources: {
    ...INTERPOLATION.sources,
    default: 'letters,craig',
    doc: 'sources of interpolants, joined by commas: tried until one is inductive for the path program, or two have any',
  },
  query: INTERPOLATION.query,
} satisfies Options;

export const RSE = {
  safe: { name: 'safe', default: true, doc: 'sets of states from which no run leads to the error cut paths off' },
  unsafe: { name: 'unsafe', default: true, doc: 'cubes of states from which inputs lead to the error are aimed at' },
  weights: { name: 'weights', default: true, doc: 'weights of letters choose the order of the search' },
  letters: { name: 'letters', default: 12, doc: 'most paths of one block that are told apart; 1: whole blocks' },
} satisfies Options;

export const HOUDINI = {
  sample: { name: 'sampleMilliseconds', default: 1_000, doc: 'time limit of the random runs, in ms' },
  round: { name: 'roundMilliseconds', default: 10_000, doc: 'time limit of one tier of candidates, in ms' },
  query: { name: 'queryMilliseconds', default: 2_000, doc: 'time limit of a solver query, in ms' },
} satisfies Options;

export const POLY = {
  sample: { name: 'sampleMilliseconds', default: 1_000, doc: 'time limit of the random runs, in ms' },
  round: {
    name: 'roundMilliseconds',
    default: 5_000,
    doc: 'time limit of one round of learning or of one proof, in ms',
  },
  query: { name: 'queryMilliseconds', default: 400, doc: 'time limit of a solver query, in ms' },
} satisfies Options;

export const SIM = {
  runs: { name: 'runs', default: 0, doc: 'most runs; 0: no limit' },
} satisfies Options;
