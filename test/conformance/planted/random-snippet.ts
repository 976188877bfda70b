import type { Random } from '../fuzz/random.ts';
import { randomArithmetic } from './random-arithmetic.ts';
import { randomCall } from './random-calls.ts';
import type { Snippet } from './snippets.ts';
import { randomTruthValue } from './truth-values.ts';

/** One of the snippets of files, a random call of the library, a truth value that is none, or a random operation. */
export function randomSnippet(random: Random, files: readonly Snippet[]): Snippet {
  return random.weighted<(random: Random) => Snippet>([
    [3, () => random.pick(files)],
    [2, randomCall],
    [1, randomTruthValue],
    [1, randomArithmetic],
  ])(random);
}
