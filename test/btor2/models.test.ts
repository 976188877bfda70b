import { readdirSync, readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { ENGINES } from '../../src/engines/implementations.ts';
import { completeOptions, isSystemEngine, type SystemEngineId } from '../../src/engines/register.ts';
import { selectBad } from '../../src/transys/btor2/assemble.ts';
import { parseBtor2 } from '../../src/transys/btor2/parse.ts';
import { simplify } from '../../src/transys/passes/simplify.ts';
import { loadZ3, type Z3Api, z3Factory } from '../../src/z3/index.ts';
import { contextFor, ownSolversFor, tracked } from '../unit/engines/context.ts';
import { judge } from '../unit/engines/judge.ts';
import { runsIntoBad } from './compare.ts';
import { Model } from './interpreter.ts';

/**
 * Models whose first lines say the verdict of each property (`; verdict: TRUE FALSE`), and which engines may leave one open (`; open: bmc`;
 * bounded model checking alone proves only where all runs end, and analysis by abstract values finds no runs). The engines that only guess invariants
 * may leave any open, and explicit search all proofs.
 */
const FOLDER = new URL('models/', import.meta.url).pathname;
const NAMES = readdirSync(FOLDER).filter((file) => file.endsWith('.btor2'));

/** They leave open what their guesses, or bounds of floats, do not decide, or where inputs take many values. */
const GUESSING: ReadonlySet<SystemEngineId> = new Set<SystemEngineId>(['houdini', 'poly', 'boxes', 'exhaust']);
const ENGINE_IDS = Object.keys(ENGINES).filter(isSystemEngine);

/** Milliseconds for one engine on one property. */
const LIMIT = 10_000;
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
        const verdicts = read.blocks[0].bads.map((_, property) => {
          const original = selectBad(read, property);
          const system = selectBad(reduced, property);
          const checkers = tracked(z3Factory(z3, system.terms));
          const end = performance.now() + LIMIT;
          const stopped = (): boolean => performance.now() > end;
          const solvers = tracked(ownSolversFor(system, stopped));
          const options = { ...completeOptions(engine, {}).options, maxDepth: MAX_DEPTH };
          const claim = ENGINES[engine](contextFor(system, solvers, { checkers, options, stopped }));
          expect([solvers.alive, checkers.alive]).toEqual([0, 0]);
          const judgement = judge(claim, original, checkers, back);
          if (judgement.verdict === 'FALSE') expect(runsIntoBad(new Model(text), property, original, judgement.trace)).toBe(true);
          return judgement.verdict;
        });
        const known = header(text, 'verdict');
        const open = GUESSING.has(engine) || header(text, 'open').includes(engine);
        const mayLeave = (verdict: string): boolean => open || (engine === 'explore' && verdict === 'TRUE');
        expect(verdicts).toEqual(known.map((verdict, i) => (mayLeave(verdict) && verdicts[i] === 'UNKNOWN' ? 'UNKNOWN' : verdict)));
      },
      12 * LIMIT,
    );
  }
});
