import { OperatorCases } from '../test/unit/logic/domains/cases.ts';

/**
 * Random cases of abstract operators against concrete ones: `node scripts/run.mjs
 * scripts/abstract-operators.ts [CASES] [SEED]` prints how many results lay outside of what the
 * abstract operator said (ranges, known bits and congruences, forward and backward, joins, meets and
 * widenings); there must be none.
 */

const count = Number(process.argv[2] ?? 1_000_000);
const cases = new OperatorCases(Number(process.argv[3] ?? 1));
let outside = 0;
for (let i = 0; i < count; i++) {
  const problem = cases.next();
  if (problem === null) continue;
  outside += 1;
  if (outside <= 10) console.log(problem);
}
console.log(`${count} cases, ${outside} outside`);
process.exitCode = outside === 0 ? 0 : 1;
