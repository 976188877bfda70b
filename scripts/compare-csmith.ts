import { compareSeed } from '../test/conformance/csmith.ts';
import { csmithArguments } from './csmith-arguments.ts';

/**
 * Compares the interpreter with gcc on random programs: `compare-csmith FIRST COUNT`, seeds from FIRST
 * on until COUNT programs have been compared. Prints one line per program that differs, and the
 * counts; progress on stderr. Run it by `node scripts/run.mjs`.
 */
const { first, count: wanted, headers } = csmithArguments();

let compared = 0;
let different = 0;
let skipped = 0;
let milliseconds = 0;
let steps = 0;
for (let seed = first; compared < wanted; seed++) {
  const result = await compareSeed(seed, headers);
  process.stderr.write(`${seed} ${result.kind}\n`);
  if (result.kind === 'skipped') skipped++;
  else compared++;
  if (result.kind === 'different') {
    different++;
    console.log(`seed ${seed}: gcc ${result.native}; interpreter ${result.ours}`);
  } else if (result.kind === 'same') {
    milliseconds += result.milliseconds;
    steps += result.steps;
  }
}
console.log(
  `${compared} programs compared, ${different} different, ${skipped} skipped; ${(steps / 1e6).toFixed(1)} million steps in ${(milliseconds / 1000).toFixed(1)} s`,
);
process.exitCode = different === 0 ? 0 : 1;
