import { compareFaults } from '../test/conformance/csmith-faults.ts';
import { csmithArguments } from './csmith-arguments.ts';

/**
 * Compares the first faults of arithmetic with UBSan's in programs of csmith without safe arithmetic:
 * `node scripts/run.mjs scripts/csmith-faults.ts [FIRST] [COUNT]`, seeds from FIRST on until COUNT
 * programs are compared. Prints one line per difference, and counts. Exit code 1 if there is a
 * difference.
 */
const { first, count: wanted, headers } = csmithArguments();

const counts = new Map<string, number>();
const count = (what: string): number => counts.set(what, (counts.get(what) ?? 0) + 1).get(what)!;
let seed = first;
for (let compared = 0; compared < wanted; seed++) {
  const result = await compareFaults(seed, headers);
  if (result.kind !== 'skipped') compared++;
  switch (result.kind) {
    case 'same':
      count(`same: ${result.fault ?? 'no fault'}`);
      break;
    case 'reordered':
      count('faults of operands in another order');
      break;
    case 'dropped':
      count('faults of operations that GCC drops or narrows');
      break;
    case 'different':
      console.log(`seed ${seed}: gcc ${result.native}; interpreter ${result.ours} (${count('different')})`);
      break;
    case 'skipped':
      count(`skipped: ${result.why}`);
      break;
  }
  if (seed % 50 === 0) process.stderr.write(`${seed}: ${compared} compared ${JSON.stringify([...counts])}\n`);
}
console.log(`seeds ${first} to ${seed - 1}`);
for (const [what, n] of [...counts].sort()) console.log(`${n}  ${what}`);
process.exitCode = counts.has('different') ? 1 : 0;
