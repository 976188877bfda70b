import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkCertificate } from '../../../../src/certify/proof/certificate.ts';
import { replay } from '../../../../src/certify/replay/replay.ts';
import { cycleInputs } from '../../../../src/certify/replay/trace-inputs.ts';
import type { ClaimedRun } from '../../../../src/engines/methods/engine.ts';
import { simulateEndless } from '../../../../src/engines/runs/sim/endless.ts';
import { lasso } from '../../../../src/engines/termination/lasso.ts';
import { rank } from '../../../../src/engines/termination/rank.ts';
import { simplify } from '../../../../src/system/transys/passes/simplify.ts';
import { certificateBack, traceBack } from '../../../../src/system/transys/way-back.ts';
import { cpuLimit } from '../../../cpu-time.ts';
import { type Compiled, compile } from '../../system/encode/compile.ts';
import { contextFor, ownSolversFor, solversFor } from '../context.ts';

/** Number of random programs, of which each has 256 states at each place. */
const PROGRAMS = Number(process.env.LEMMATA_RUNS ?? 10);
/** Turns of loops after which a run of such a program has no end. */
const MOST_TURNS = 20_000;
/** Milliseconds of CPU time for one engine. */
const LIMIT = 4_000;

/** Expressions and statements that mean the same in C and in JavaScript, over numbers from 0 to 15. */
const variable = fc.constantFrom('x', 'y');
const operand = fc.oneof(variable, fc.nat(15).map(String));
const value = fc
  .tuple(variable, fc.constantFrom('+', '-', '^', '&', '|'), operand)
  .map(([a, operator, b]) => `((${a} ${operator} ${b}) & 15)`);
const condition = fc
  .tuple(operand, fc.constantFrom('<', '<=', '!=', '>', '=='), variable)
  .map((parts) => parts.join(' '));
const assignment = fc.tuple(variable, value).map(([target, text]) => `${target} = ${text};`);
const choice = fc.tuple(condition, assignment, assignment).map(([test, a, b]) => `if (${test}) { ${a} } else { ${b} }`);
const simple = fc.oneof(
  assignment,
  choice,
  condition.map((test) => `if (${test}) break;`),
);
const block = fc.array(simple, { minLength: 1, maxLength: 3 }).map((list) => list.join(' '));
const loop = fc.tuple(condition, block).map(([test, body]) => `while (${test}) { TURN ${body} }`);
const nested = fc
  .tuple(condition, block, loop, block)
  .map(([test, first, inner, last]) => `while (${test}) { TURN ${first} ${inner} ${last} }`);
const body = fc.oneof(loop, nested);

/** Whether the program ends for all inputs, by trying all of them. */
function ends(text: string): boolean {
  const turn = `if (++turns > ${MOST_TURNS}) return false;`;
  const run = new Function('x', 'y', `let turns = 0; ${text.replaceAll('TURN', turn)} return true;`);
  for (let x = 0; x < 16; x++) for (let y = 0; y < 16; y++) if (run(x, y) !== true) return false;
  return true;
}

async function verdictOf(compiled: Compiled): Promise<string> {
  const { system, program } = compiled;
  const { system: reduced, back } = simplify(system);
  const stopped = cpuLimit(LIMIT);
  const context = contextFor(reduced, ownSolversFor(reduced), { stopped });
  const proof = rank(context);
  if (proof.kind === 'safe') {
    const certificate = certificateBack(system.terms, back, proof.certificate);
    const check = checkCertificate(system, certificate, await solversFor(system));
    return check.accepted ? 'TRUE' : `refused: ${check.condition}: ${check.why}`;
  }
  const simulated = simulateEndless({
    ...{ program, errorFunctions: [], options: { runs: 64 }, seed: 0, stopped },
    note: () => {},
  });
  const searched = lasso(context);
  const runs: ClaimedRun[] = [simulated, searched].flatMap((claim) => (claim.kind === 'unsafe' ? [claim.run] : []));
  const results = runs.map((run) => {
    if (run.kind === 'recurrent') throw new Error('no engine here claims a closed set');
    const inputs =
      run.kind === 'system' ? cycleInputs(system, traceBack(back, run.trace), run.cycle ?? 0) : { cycle: [], ...run };
    return replay({ program, errorFunctions: [], ...inputs, approximations: [] }).kind;
  });
  if (results.some((kind) => kind !== 'reproduced')) return `a run is not reproduced: ${results.join(', ')}`;
  return results.length > 0 ? 'FALSE' : 'UNKNOWN';
}

test(`${PROGRAMS} random programs end as all their runs say`, async () => {
  const counts = { TRUE: 0, FALSE: 0, UNKNOWN: 0 };
  const declarations = 'extern unsigned char __VERIFIER_nondet_uchar(void);';
  await fc.assert(
    fc.asyncProperty(body, async (text) => {
      const inputs = 'unsigned char x = __VERIFIER_nondet_uchar() & 15, y = __VERIFIER_nondet_uchar() & 15;';
      const source = `${declarations} int main(void) { ${inputs} ${text.replaceAll('TURN', '')} return 0; }`;
      const verdict = await verdictOf(compile(source, 'LP64', { goal: 'cycle' }));
      expect(['UNKNOWN', ends(text) ? 'TRUE' : 'FALSE']).toContain(verdict);
      counts[verdict as keyof typeof counts]++;
    }),
    { numRuns: PROGRAMS, seed: Number(process.env.LEMMATA_SEED ?? 1), endOnFailure: true },
  );
  // Many of them are decided, so that the test is about both answers.
  expect(counts.TRUE + counts.FALSE).toBeGreaterThan(PROGRAMS / 4);
  expect(Math.min(counts.TRUE, counts.FALSE)).toBeGreaterThan(PROGRAMS / 30);
  if (process.env.LEMMATA_COUNTS !== undefined) console.log(counts);
}, 300_000);
