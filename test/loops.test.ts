import { readdirSync, readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { checkCertificate } from '../src/certify/proof/certificate.ts';
import { plainRefuters } from '../src/certify/proof/refuters/plain/refuter.ts';
import { replay } from '../src/certify/replay/replay.ts';
import { traceInputs } from '../src/certify/replay/trace-inputs.ts';
import { poly } from '../src/engines/algebra/poly.ts';
import { bmc } from '../src/engines/bounded/bmc.ts';
import type { ClaimedRun, Engine } from '../src/engines/methods/engine.ts';
import { houdini } from '../src/engines/templates/houdini.ts';
import { createSatSolver } from '../src/logic/sat/solver.ts';
import type { RefuterFactory } from '../src/logic/terms/refuter.ts';
import type { TermStore } from '../src/logic/terms/store.ts';
import { loadZ3, type Z3Api, z3Factory } from '../src/logic/z3/index.ts';
import { CHECK_KINDS, type CheckKind } from '../src/program/cfa/checks/kinds.ts';
import { ownRefuters } from '../src/race/worker/refuters.ts';
import { simplify } from '../src/system/transys/passes/simplify.ts';
import { certificateBack, traceBack, type WayBack } from '../src/system/transys/way-back.ts';
import { header } from './program-header.ts';
import { contextFor, ownSolversFor } from './unit/engines/context.ts';
import { type Compiled, compile } from './unit/system/encode/compile.ts';

/**
 * Loops with counters that keep linear or polynomial relations, scans for the end of a block, and linked
 * blocks of any number. The first lines of each name the
 * verdict and, after `proved-by` or `found-by`, each engine that reaches it alone within seconds.
 * `checks` names the checks that are asked instead of the error function. Programs with `slow: yes` run only when
 * LEMMATA_RUNS asks for long runs.
 */
const FOLDER = new URL('loops/', import.meta.url).pathname;

/** Milliseconds for the engine; it needs a tenth of them. */
const LIMIT = 60_000;
/** Limits that a machine with other work to do does not meet. */
const OPTIONS = { sampleMilliseconds: 2_000, roundMilliseconds: 30_000, queryMilliseconds: 5_000 };

const ENGINES: Readonly<
  Record<string, { readonly engine: Engine; readonly options: Readonly<Record<string, number>> }>
> = {
  bmc: { engine: bmc, options: {} },
  houdini: { engine: houdini, options: OPTIONS },
  poly: { engine: poly, options: OPTIONS },
};

let z3: Z3Api;
beforeAll(async () => {
  z3 = await loadZ3();
});

function refuters(terms: TermStore): RefuterFactory {
  const plain = plainRefuters(terms, { sat: () => createSatSolver({ proof: true }) });
  return ownRefuters(terms, plain, z3Factory(z3, terms));
}

/** The checks of the header; undefined: the error function. */
function checksOf(facts: ReadonlyMap<string, string>): readonly CheckKind[] | undefined {
  const named = facts.get('checks')?.split(', ');
  return named?.map((name) => CHECK_KINDS.find((kind) => kind === name)!);
}

/** The verdict of one engine, certified on the system as it was before any pass. */
function verdictOf(text: string, { engine, options }: (typeof ENGINES)[string]): string {
  const checks = checksOf(header(text));
  const compiled = compile(text, 'LP64', checks === undefined ? {} : { checks });
  const { system } = compiled;
  const { system: reduced, back } = simplify(system);
  const end = performance.now() + LIMIT;
  const context: ReturnType<typeof contextFor> = contextFor(reduced, ownSolversFor(reduced), {
    checkers: refuters(reduced.terms),
    options,
    stopped: (): boolean => performance.now() > end || context.offers.length > 0,
  });
  const claim = engine(context);
  switch (claim.kind) {
    case 'partial':
      throw new Error('a claim about single checks of a whole property');
    case 'safe': {
      const check = checkCertificate(
        system,
        certificateBack(system.terms, back, claim.certificate),
        refuters(system.terms),
      );
      return check.accepted ? 'TRUE' : `certificate refused: ${check.why}`;
    }
    case 'unsafe':
      return replayed(compiled, back, claim.run);
    case 'unknown':
      return context.offers.some((run) => replayed(compiled, back, run) === 'FALSE') ? 'FALSE' : 'UNKNOWN';
  }
}

function replayed({ system, program, linked }: Compiled, back: WayBack, run: ClaimedRun): string {
  if (run.kind !== 'system') return 'a run of another kind';
  const { inputs } = traceInputs(system, traceBack(back, run.trace));
  const result = replay({ program, errorFunctions: linked.errorFunctions, inputs, approximations: [] });
  return result.kind === 'reproduced' ? 'FALSE' : `the run was not reproduced: ${result.kind}`;
}

describe('loops with counters', () => {
  for (const name of readdirSync(FOLDER).filter((file) => file.endsWith('.c'))) {
    const text = readFileSync(`${FOLDER}${name}`, 'utf8');
    const facts = header(text);
    const verdict = facts.get('verdict');
    const ids = facts.get(verdict === 'TRUE' ? 'proved-by' : 'found-by')?.split(', ') ?? [];
    for (const id of ids) {
      const skipped = facts.get('slow') === 'yes' && process.env.LEMMATA_RUNS === undefined;
      test.skipIf(skipped)(`${id} answers ${verdict} to ${name}`, { timeout: 2 * LIMIT }, () => {
        expect(verdictOf(text, ENGINES[id])).toBe(verdict);
      });
    }
    test(`${name} names its engines`, () => expect(ids).not.toEqual([]));
  }
});
