import { type Feature, randomProgram } from '../fuzz/program.ts';
import { Random } from '../fuzz/random.ts';
import { prologue } from '../fuzz/tasks.ts';
import { type Snippet, snippetFile } from './snippets.ts';

/** Bits of input of a run. */
export const BUDGET = 4;
/** The probe that tells that the planted call has an argument which is not zero. */
export const PLANTED = 1023;

/** Features of programs; most have none, so that proofs are found soon. */
const FEATURES: readonly (readonly Feature[])[] = [
  ...Array.from({ length: 6 }, () => []),
  ['calls'],
  ['pointers'],
  ['records'],
  ['heap'],
  ['effects'],
];

/** Arguments of the planted call: never, always, or by an input zero. */
const ARGUMENTS = ['0', '1', 'in(1)', 'in(2) == 2'];

/** A random program into one place of which a call of a snippet is put. */
export interface PlantedProgram {
  readonly seed: number;
  readonly snippet: Snippet;
  /** For GCC: the argument is zero unless `plants_` is set, and the result becomes the sum. */
  readonly native: string;
  /**
   * The program that is verified, with the condition of its only assertion. `text`: the snippet's, which may be
   * preprocessed. A line mark says that it is of the snippet's file.
   */
  readonly verified: (condition: string, text: string) => string;
}

/** Plants a snippet into the random program of a seed. */
export function plantedProgram(seed: number, choose: (random: Random) => Snippet): PlantedProgram {
  const random = new Random(seed ^ 0x9e37);
  const snippet = choose(random);
  const program = randomProgram(seed, random.pick(FEATURES));
  const place = random.pick([...program.text.matchAll(/\bP\((\d+)\);/g)].map(([, probe]) => probe));
  const argument = random.pick(ARGUMENTS);
  const placed = program.text.replace(/\bP\((\d+)\);/g, (_, probe) => (probe === place ? '@PLANTED@' : ';'));
  const call = (value: string, probe: string): string =>
    `{ int bad_ = ${argument}; ${probe} found_ = planted(${value}); }`;
  const head = prologue(BUDGET, random);
  const planted = (text: string): string => `${text}\nstatic int found_;\n`;
  return {
    seed,
    snippet,
    native:
      planted(snippet.text) +
      placed
        .replace('@PLANTED@', call('bad_ && plants_', `if (bad_) P(${PLANTED});`))
        .replace('R(sum);', 'R((unsigned)found_);'),
    verified: (condition, text) =>
      head +
      planted(`# 1 "${snippetFile(snippet)}"\n${text}\n# 1 "program.c"`) +
      placed.replace('@PLANTED@', call('bad_', '')).replace('R(sum);', `if (${condition}) reach_error();`),
  };
}
