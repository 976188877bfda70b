import type { Random } from '../fuzz/random.ts';

/** Kinds of small faults that are put into programs. */
const MUTATIONS = ['bound off by one', 'missing free', 'wider index', 'dropped initialisation'] as const;
type Mutation = (typeof MUTATIONS)[number];

/** A program with a fault put into one place. */
export interface Mutant {
  readonly mutation: Mutation;
  /** Line of the change, from 1. */
  readonly line: number;
  readonly text: string;
}

/** Places of each mutation in the text, with what replaces them. */
const PLACES: Readonly<Record<Mutation, readonly [RegExp, string]>> = {
  'bound off by one': [/(\b(?:for|while)\s*\([^)]*?[\w\])]\s*)<(?![<=])/g, '$1<='],
  'missing free': [/\bfree\s*\(\s*[\w.>[\]-]+\s*\)\s*;/g, ';'],
  'wider index': [/(\b\w+)\[([^\][]+)\](?=\s*[-+*/=;),<>!])(?!\s*=\s*\{)/g, '$1[($2) + 1]'],
  'dropped initialisation': [
    /(\b(?:int|unsigned|long|char|short|size_t)\s+(?:\w+\s+)?\*?\s*\w+)\s*=\s*(?:0|NULL|1)\s*;/g,
    '$1;',
  ],
};

/** What stands before a name in its declaration, from the start of the line. */
const DECLARES =
  /(?:^|[;{(])\s*(?:(?:static|const|extern|volatile|unsigned|signed|register|struct|union|enum)\s+)*\w+[\s*]+(?:[\w\s*]+(?:\[[^\]]*\])*\s*,\s*)*\**$/;

/** Whether the name at the position is declared there: brackets behind it hold no index. */
function isDeclared(text: string, position: number): boolean {
  const before = text.slice(text.lastIndexOf('\n', position - 1) + 1, position);
  return DECLARES.test(before) && !/\b(?:return|else|case|goto|sizeof)\s*$/.test(before);
}

/** All mutants of a program. */
export function mutantsOf(text: string): readonly Mutant[] {
  return MUTATIONS.flatMap((mutation) => {
    const [pattern, replacement] = PLACES[mutation];
    const places = [...text.matchAll(pattern)];
    const kept = mutation === 'wider index' ? places.filter(({ index }) => !isDeclared(text, index)) : places;
    return kept.map((match): Mutant => {
      const changed = replacement.replace(/\$(\d)/g, (_, group) => match[Number(group)]);
      const [before, after] = [text.slice(0, match.index), text.slice(match.index + match[0].length)];
      return { mutation, line: before.split('\n').length, text: before + changed + after };
    });
  });
}

/** One of the mutants; each kind of mutation that the program has is equally likely. Null: there is none. */
export function oneMutant(text: string, random: Random): Mutant | null {
  const all = mutantsOf(text);
  const kinds = MUTATIONS.filter((kind) => all.some(({ mutation }) => mutation === kind));
  if (kinds.length === 0) return null;
  const kind = kinds[random.below(kinds.length)];
  const those = all.filter(({ mutation }) => mutation === kind);
  return those[random.below(those.length)];
}
