import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { checkCertificate } from '../../../src/certify/proof/certificate.ts';
import { ENGINES } from '../../../src/engines/implementations.ts';
import type { Engine, EngineContext } from '../../../src/engines/methods/engine.ts';
import type { SystemEngineId } from '../../../src/engines/register.ts';
import { simplify } from '../../../src/system/transys/passes/simplify.ts';
import type { TransitionSystem } from '../../../src/system/transys/system.ts';
import { certificateBack } from '../../../src/system/transys/way-back.ts';
import { cpuLimit } from '../../cpu-time.ts';
import { compile } from '../system/encode/compile.ts';
import { contextFor, ownSolversFor, solversFor } from './context.ts';

/** Programs whose property is not k-inductive for any k: an invariant has to be found. */
const FOLDER = new URL('../../invariants/', import.meta.url).pathname;
const NAMES = readdirSync(FOLDER).filter((file) => file.endsWith('.c'));

/** Milliseconds of CPU time for one engine. */
const LIMIT = 30_000;

/** Whether the engine proves the program; its proof is checked on the system as it was before any pass. */
async function proves(engine: Engine, name: string, options: EngineContext['options']): Promise<boolean> {
  const { system } = compile(readFileSync(`${FOLDER}${name}`, 'utf8'));
  const { system: reduced, back } = simplify(system);
  const checkers = await solversFor(system);
  const claim = engine(contextFor(reduced, ownSolversFor(reduced), { checkers, options, stopped: cpuLimit(LIMIT) }));
  if (claim.kind === 'unsafe') throw new Error('a run to the error was claimed');
  if (claim.kind === 'unknown') return false;
  expect(checkCertificate(system, certificateBack(system.terms, back, claim.certificate), checkers)).toMatchObject({
    accepted: true,
  });
  return true;
}

/** What the first lines of a program say after a key; null if nothing. */
function noted(name: string, key: string): string | null {
  return new RegExp(`^// ${key}: (.*)$`, 'm').exec(readFileSync(`${FOLDER}${name}`, 'utf8'))?.[1] ?? null;
}

/** Tests that an engine proves each of the programs; those that take it long name it. */
export function testInvariants(id: SystemEngineId, options: EngineContext['options'] = {}): void {
  describe('programs that need an invariant', () => {
    for (const name of NAMES)
      if (!noted(name, 'not-proved-by')?.split(', ').includes(id))
        test(`${name} is proved`, async () => expect(await proves(ENGINES[id], name, options)).toBe(true), 2 * LIMIT);
  });
}

/** The programs, whether they say that they are k-inductive, and the system of each. */
export function invariantPrograms(): { name: string; isInductive: boolean; system: TransitionSystem }[] {
  return NAMES.map((name) => ({
    name,
    isInductive: noted(name, 'k-inductive') !== null,
    system: compile(readFileSync(`${FOLDER}${name}`, 'utf8')).system,
  }));
}
