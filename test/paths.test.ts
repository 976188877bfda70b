import { readdirSync, readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { checkCertificate } from '../src/certify/proof/certificate.ts';
import { alternatingRefuters } from '../src/certify/proof/refuters/alternating.ts';
import { plainRefuters } from '../src/certify/proof/refuters/plain/refuter.ts';
import { replay } from '../src/certify/replay/replay.ts';
import { traceInputs } from '../src/certify/replay/trace-inputs.ts';
import type { Engine } from '../src/engines/methods/engine.ts';
import { impact } from '../src/engines/paths/impact.ts';
import { predabs } from '../src/engines/paths/predabs.ts';
import { rse } from '../src/engines/paths/rse.ts';
import { split } from '../src/engines/paths/split.ts';
import { traces } from '../src/engines/paths/traces.ts';
import { bitFactory } from '../src/logic/bits/index.ts';
import { createSatSolver } from '../src/logic/sat/solver.ts';
import type { RefuterFactory } from '../src/logic/terms/refuter.ts';
import { loadZ3, type Z3Api, Z3FloatCircuits, z3Factory } from '../src/logic/z3/index.ts';
import type { Program } from '../src/program/cfa/automaton.ts';
import { parseBtor2 } from '../src/system/transys/btor2/parse.ts';
import { simplify } from '../src/system/transys/passes/simplify.ts';
import type { TransitionSystem } from '../src/system/transys/system.ts';
import { certificateBack, traceBack } from '../src/system/transys/way-back.ts';
import { cpuLimit } from './cpu-time.ts';
import { header } from './program-header.ts';
import { contextFor } from './unit/engines/context.ts';
import { compile } from './unit/system/encode/compile.ts';

/**
 * Programs that engines over paths decide alone within seconds: twelve of test/invariants, and those
 * of test/paths with their twins that fail. The first lines of each name its verdict, and of a twin the
 * steps before its error. After `inlined-edges` stands the size of the program beyond which functions are laid out once.
 */
const OWN = new URL('paths/', import.meta.url).pathname;
const INVARIANTS = new URL('invariants/', import.meta.url).pathname;
const SHARED = ['even-pair', 'hidden-step', 'parity', 'multiples-of-four', 'spin-lock', 'semaphore', 'handshake']
  .concat(['token-ring', 'interval', 'copy-bounds', 'phases', 'thermostat'])
  .map((name) => `${INVARIANTS}${name}.c`);
const FILES = [...SHARED, ...readdirSync(OWN).map((name) => `${OWN}${name}`)];

const ENGINES: readonly (readonly [string, Engine])[] = [
  ['predabs', predabs],
  ['impact', impact],
  ['traces', traces],
  ['split', split],
  ['rse', rse],
];

/** Milliseconds of CPU time for one engine; most programs need less than a second. */
const LIMIT = 60_000;

let z3: Z3Api;
beforeAll(async () => {
  z3 = await loadZ3();
});

function refuters({ terms }: TransitionSystem): RefuterFactory {
  const plain = plainRefuters(terms, { sat: () => createSatSolver({ proof: true }) });
  return alternatingRefuters(plain, z3Factory(z3, terms));
}

function read(file: string, text: string): { readonly system: TransitionSystem; readonly program: Program | null } {
  if (file.endsWith('.btor2')) return { system: parseBtor2(text, file), program: null };
  const inlined = header(text).get('inlined-edges');
  const limits = inlined === undefined ? {} : { inlined: Number(inlined) };
  return compile(text, 'LP64', { limits });
}

/** The verdict of an engine: a proof is certified on the system before any pass, a run is replayed. */
function verdictOf(engine: Engine, { system, program }: ReturnType<typeof read>): string {
  const { system: reduced, back } = simplify(system);
  const stopped = cpuLimit(LIMIT);
  const circuits = new Z3FloatCircuits(z3);
  const solvers = bitFactory(reduced.terms, { sat: () => createSatSolver(), evaluateModels: true, circuits, stopped });
  const context = contextFor(reduced, solvers, {
    checkers: refuters(reduced),
    stopped,
    otherEngines: ['bmc'],
    // The limit above is of CPU time; other work on the machine must not end a query.
    options: { queryMilliseconds: 100_000 },
  });
  const claim = engine({ ...context, circuits });
  switch (claim.kind) {
    case 'partial':
      throw new Error('a claim about single checks of a whole property');
    case 'safe': {
      const check = checkCertificate(system, certificateBack(system.terms, back, claim.certificate), refuters(system));
      return check.accepted ? 'TRUE' : `certificate refused: ${check.why}`;
    }
    case 'unsafe': {
      if (claim.run.kind !== 'system' || program === null) return 'a run of another kind';
      const { inputs } = traceInputs(system, traceBack(back, claim.run.trace));
      const result = replay({ program, errorFunctions: ['reach_error'], inputs, approximations: [] });
      return result.kind === 'reproduced'
        ? `FALSE at ${claim.run.trace.steps.length - 1}`
        : `the run was not reproduced: ${result.kind}`;
    }
    case 'unknown':
      return `UNKNOWN: ${claim.reason.kind}`;
  }
}

describe.each(ENGINES)('%s', (id, engine) => {
  test.each(FILES.map((file) => [file.split('/').slice(-2).join('/'), file]))('decides %s', (_name, file) => {
    const text = readFileSync(file, 'utf8');
    const verdict = /^[;/]+ verdict: (TRUE|FALSE)$/m.exec(text)?.[1];
    expect(verdict).toBeDefined();
    const found = verdictOf(engine, read(file, text));
    if (verdict === 'TRUE') expect(found).toBe('TRUE');
    // Engines that look at short paths first find a shortest run; rse searches depth first.
    else if (id === 'rse') expect(found).toMatch(/^FALSE at /);
    else expect(found).toBe(`FALSE at ${header(text).get('depth')}`);
  });
});

test('there are twenty programs, and six twins that fail', () => {
  const verdicts = FILES.map((file) => / verdict: (TRUE|FALSE)$/m.exec(readFileSync(file, 'utf8'))?.[1]);
  expect(verdicts.filter((verdict) => verdict === 'TRUE').length).toBe(20);
  expect(verdicts.filter((verdict) => verdict === 'FALSE').length).toBe(6);
});

test('the function of called-twice is laid out once', () => {
  const { system } = read('called-twice.c', readFileSync(`${OWN}called-twice.c`, 'utf8'));
  expect(system.stateVars.some(({ name, origin }) => origin === null && name.startsWith('limited'))).toBe(true);
});
