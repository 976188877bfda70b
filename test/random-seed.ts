import * as fc from 'fast-check';

/**
 * Seeds the random tests. Each run of the tests makes the same ones, so that a failure shows what a
 * change did. The environment variable `LEMMATA_SEED` varies them: a number, or `random`.
 */
const wanted = process.env.LEMMATA_SEED ?? '1';
if (wanted !== 'random') fc.configureGlobal({ seed: Number(wanted) });

/** The same seed for tests that choose on their own. */
export function randomSeed(): number {
  return wanted === 'random' ? Math.floor(Math.random() * 1_000_000) : Number(wanted);
}
