import { readdirSync, readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { ENGINES } from '../../src/engines/implementations.ts';
import { completeOptions, descriptionOf, isSystemEngine, type SystemEngineId } from '../../src/engines/register.ts';
import { loadZ3, type Z3Api, z3Factory } from '../../src/logic/z3/index.ts';
import { selectBad } from '../../src/system/transys/btor2/assemble.ts';
import { parseBtor2 } from '../../src/system/transys/btor2/parse.ts';
import { simplify } from '../../src/system/transys/passes/simplify.ts';
import { contextFor, ownSolversFor, tracked } from '../unit/engines/context.ts';
import { judge } from '../unit/engines/judge.ts';
import { runsIntoBad } from './compare.ts';
import { Model } from './interpreter.ts';

/**
 * Models whose first lines say the verdict of each property (`; verdict: TRUE FALSE`), and which
 * engines may leave one open (`; open: bmc`; bounded model checking alone proves only where all
 * runs end, and analysis by abstract values finds no runs). Explicit search may leave all proofs
 * open.
 */
const FOLDER = new URL('models/', import.meta.url).pathname;
const NAMES = readdirSync(FOLDER).filter((file) => file.endsWith('.btor2'));

/**
 * Engines that leave open what their guesses do not decide, or where inputs take many values, and
 * models that they decide all the same.
 */
const GUESSING: Partial<Record<SystemEngineId, readonly string[]>> = {
  houdini: [
    'constraint-ends-runs',
    'counter-wraps',
    'fifo-pointers',
    'memory-keeps',
    'saturating-sum',
    'traffic-light',
  ],
  poly: ['division-by-hand'],
  exhaust: ['constraint-ends-runs', 'constraint-within-bad'],
};
/** An engine for programs with floats, of which the models have none: it gives up at once. */
const FOR_FLOATS: SystemEngineId = 'boxes';
const ENGINE_IDS = Object.keys(ENGINES)
  .filter(isSystemEngine)
  .filter((id) => descriptionOf(id).question === undefined);

/** Milliseconds for one engine on one property. */
const LIMIT = 10_000;
/** Milliseconds where the engine may leave the property open; a claim is judged all the same. */
const OPEN_LIMIT = 2_000;
const MAX_DEPTH = 16;

function header(text: string, key: string): string[] {
  return new RegExp(`^; ${key}: (.*)$`, 'm').exec(text)?.[1].split(' ') ?? [];
}

describe('BTOR2 models', () => {
  let z3: Z3Api;
  beforeAll(async () => {
    z3 = await loadZ3();
  });

  for (const engine of ENGINE_IDS) {
    test.each(NAMES)(
      `${engine} on %s`,
      (name) => {
        const text = readFileSync(`${FOLDER}${name}`, 'utf8');
        const read = parseBtor2(text, name);
        const { system: reduced, back } = simplify(read);
        const known = header(text, 'verdict');
        const decided = GUESSING[engine];
        const open =
          decided === undefined ? header(text, 'open').includes(engine) : !decided.includes(name.replace('.btor2', ''));
        const mayLeave = (verdict: string): boolean => open || (engine === 'explore' && verdict === 'TRUE');
        const verdicts = read.blocks[0].bads.map((_, property) => {
          const original = selectBad(read, property);
          const system = selectBad(reduced, property);
          const checkers = tracked(z3Factory(z3, system.terms));
          const end = performance.now() + (mayLeave(known[property]) ? OPEN_LIMIT : LIMIT);
          const stopped = (): boolean => performance.now() > end;
          const solvers = tracked(ownSolversFor(system, stopped));
          const options = { ...completeOptions(engine, {}).options, maxDepth: MAX_DEPTH };
          const claim = ENGINES[engine](contextFor(system, solvers, { checkers, options, stopped }));
          expect([solvers.alive, checkers.alive]).toEqual([0, 0]);
          const judgement = judge(claim, original, checkers, back);
          if (judgement.verdict === 'FALSE')
            expect(runsIntoBad(new Model(text), property, original, judgement.trace)).toBe(true);
          return judgement.verdict;
        });
        if (engine === FOR_FLOATS) return expect(verdicts).toEqual(known.map(() => 'UNKNOWN'));
        expect(verdicts).toEqual(
          known.map((verdict, i) => (mayLeave(verdict) && verdicts[i] === 'UNKNOWN' ? 'UNKNOWN' : verdict)),
        );
      },
      12 * LIMIT,
    );
  }
});
