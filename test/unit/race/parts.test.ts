import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { explain } from '../../../src/apps/output/report/explain.ts';
import { loopInvariants } from '../../../src/apps/output/report/loop-invariants.ts';
import { checkCertificate } from '../../../src/certify/proof/certificate.ts';
import { plainRefuters } from '../../../src/certify/proof/refuters/plain/refuter.ts';
import { createSatSolver } from '../../../src/logic/sat/solver.ts';
import type { VerifyEvent } from '../../../src/race/events.ts';
import type { Verdict } from '../../../src/race/verdict.ts';
import { verify } from '../../../src/race/verify.ts';
import { thawSystem } from '../../../src/system/transys/share.ts';
import { scratchFolder } from '../../scratch.ts';

// The threads are the bundled ones (npm test builds them).
const folder = scratchFolder('parts');

/** A choice of two loops; the first one can be followed to its end, the second one cannot. */
const program = (name: string, wrong: { readonly first: number; readonly second: number }): string => {
  const path = join(folder, name);
  writeFileSync(
    path,
    `extern void reach_error(void);
extern unsigned nondet(void);
void few(void) {
  unsigned x = nondet() & 7, n = 0;
  while (n < 5) { n++; x += 2; }
  if (x == ${wrong.first}) reach_error();
}
void many(void) {
  unsigned y = 1;
  while (nondet()) y += 2;
  if (y % 2 == ${wrong.second}) reach_error();
}
int main(void) {
  if (nondet()) few(); else many();
  return 0;
}
`,
  );
  return path;
};

const LIMIT = 60;

async function run(
  file: string,
  engines: readonly string[],
): Promise<{ readonly verdict: Verdict; readonly events: VerifyEvent[] }> {
  const events: VerifyEvent[] = [];
  const verification = verify({ files: [file], engines, timeout: LIMIT, externals: 'pure' });
  for await (const event of verification) events.push(event);
  return { verdict: await verification.result, events };
}

describe('a program of two parts', () => {
  it('is proved by a certificate for each, which together are one of the system as compiled', async () => {
    const { verdict, events } = await run(program('safe.c', { first: 30, second: 0 }), ['bmc', 'kind']);
    expect(verdict).toMatchObject({ kind: 'safe', proof: { certificate: { kind: 'parts' } } });
    if (verdict.kind !== 'safe') return;
    const { certificate } = verdict.proof;
    const system = thawSystem(verdict.proof.system);
    const refuters = plainRefuters(system.terms, { sat: () => createSatSolver({ proof: true }) });
    expect(checkCertificate(system, certificate, refuters)).toMatchObject({ accepted: true });
    expect(events.filter(({ kind }) => kind === 'part').length).toBeGreaterThanOrEqual(2);
    // Its program is run before the verdict is told.
    expect(events.some(({ kind }) => kind === 'trials')).toBe(true);
    expect(loopInvariants(verdict.proof).length).toBeLessThanOrEqual(2);
    const text = explain(verdict, { verbose: true }).map((line) => line.text);
    expect(text).toContain('The errors lie in 2 parts of the program, with a proof for each:');
  });

  it.each([
    ['first', { first: 17, second: 0 }],
    ['second', { first: 30, second: 1 }],
  ])('is refuted by a run into the error of the %s', async (name, wrong) => {
    const { verdict } = await run(program(`unsafe-${name}.c`, wrong), ['bmc']);
    expect(verdict).toMatchObject({ kind: 'unsafe', run: { kind: 'program' } });
  });
});
