import { createHash } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import type { DataModel } from '../src/c/types/types.ts';
import { exhaust } from '../src/engines/runs/exhaust.ts';
import { loadZ3, type Z3Api } from '../src/logic/z3/index.ts';
import { CHECK_KINDS, type CheckKind, STATED_READINGS, undefinedBeside } from '../src/program/cfa/checks/kinds.ts';
import { EXTERNAL_READINGS, type Externals } from '../src/program/cfa/externals.ts';
import { onlyPath } from '../src/system/encode/path/only-path.ts';
import { certifiedVerdict, claimOf, replayed } from './certified-verdict.ts';
import { entryOf, surroundingsOf, testPrograms } from './program-header.ts';
import { randomSeed } from './random-seed.ts';
import { type CompileOptions, compile } from './unit/system/encode/compile.ts';

/** Every program of `programs/` through the whole pipeline in this thread; its first lines say the verdict. */
const FOLDER = new URL('programs/', import.meta.url).pathname;

/** All runs, next to what other engines found. */
const EXHAUST_LIMIT = 100;
/** Share of the programs, drawn by the seed, whose runs are made next to what other engines found. */
const EXHAUSTED = process.env.LEMMATA_RUNS === undefined ? 0.1 : 1;
/** Edges of the only path. */
const MOST_EDGES = 20_000;

let z3: Z3Api;
beforeAll(async () => {
  z3 = await loadZ3();
});

function externalsOf(facts: ReadonlyMap<string, string>): Externals | undefined {
  const [reading, ...named] = facts.get('externals')?.split(', ') ?? [];
  const find = (name: string) => EXTERNAL_READINGS.find((one) => one === name)!;
  if (reading === undefined) return undefined;
  return {
    reading: find(reading),
    functions: Object.fromEntries(named.map((one) => one.split('=')).map(([name, how]) => [name, find(how)])),
  };
}

function checkNamed(name: string): CheckKind {
  return CHECK_KINDS.find((kind) => kind === name)!;
}

/** The verdict of engines, held against the only path of the program if it has one. */
function verdictOf(text: string, model: DataModel, options: CompileOptions, isDrawn: boolean): string {
  const compiled = compile(text, model, options);
  const { linked } = compiled;
  const path = onlyPath(linked, { edges: MOST_EDGES, isLate: () => false });
  const verdict = certifiedVerdict(compiled, z3);
  // The path is another way to a proof, which finds no other verdict; so are all runs of the programs drawn.
  if (verdict === 'FALSE' && path.kind === 'ends') return 'a path that ends, but FALSE';
  if (verdict === 'TRUE' && path.kind === 'fails') return 'a path into the error, but TRUE';
  if (!isDrawn) return verdict;
  const claim = claimOf(exhaust, compiled, z3, EXHAUST_LIMIT);
  if (verdict === 'FALSE' && claim.kind === 'safe') return 'all runs end, but FALSE';
  return verdict === 'TRUE' && claim.kind === 'unsafe' ? `a proof, but ${replayed(compiled, claim.run)}` : verdict;
}

/** Whether a program is one of those drawn: another seed draws others. */
function isDrawn(name: string): boolean {
  const hash = createHash('sha256').update(`${randomSeed()} ${name}`).digest();
  return hash.readUInt32BE() / 2 ** 32 < EXHAUSTED;
}

for (const { name, text, facts } of testPrograms(FOLDER, { inside: true })) {
  // termination.test.ts has these.
  if (facts.get('question') === 'termination') continue;
  test(`${name}: ${facts.get('reason')}`, () => {
    const model = facts.get('data-model') === 'ILP32' ? 'ILP32' : 'LP64';
    const allocationMayFail = facts.get('malloc') === 'may fail';
    const checks = facts.get('checks')?.split(', ').map(checkNamed);
    const openOrder = facts.has('order') ? { openOrder: true } : {};
    const isStated = facts.has('property');
    const asked = {
      entry: entryOf(facts),
      surroundings: surroundingsOf(facts),
      checks,
      ...(isStated ? STATED_READINGS : { gaps: undefinedBeside(checks ?? []) }),
      ...openOrder,
    };
    const byteOrder = facts.get('byte-order') === 'big' ? 'big' : 'little';
    const options = { allocationMayFail, externals: externalsOf(facts), byteOrder, ...asked } as const;
    expect(verdictOf(text, model, options, isDrawn(name))).toBe(facts.get('verdict'));
  });
}
