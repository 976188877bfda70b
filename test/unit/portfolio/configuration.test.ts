import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { portfolioSchema } from '../../../scripts/portfolio-schema.ts';
import { CATALOGUE } from '../../../src/engines/catalogue.ts';
import { builtInSets, entrants, loadPortfolioSet, quickSetting, setOfEngines } from '../../../src/portfolio/configuration.ts';
import { ENGINE_NAMES } from '../../../src/portfolio/engine-names.ts';
import type { SystemFacts } from '../../../src/portfolio/facts.ts';
import { parsePortfolio } from '../../../src/portfolio/portfolio-file.ts';
import { scratchFolder } from '../../scratch.ts';

const facts: SystemFacts = {
  source: 'program',
  lines: 9,
  loops: 1,
  stateVars: 1,
  stateBits: 32,
  inputs: 1,
  arrays: false,
  floats: false,
  products: false,
  deterministic: false,
  approximations: 0,
  gaps: 0,
  terms: 10,
  gates: 100,
};

describe('portfolio.json', () => {
  it('matches its schema and has the documented sets', () => {
    parsePortfolio(readFileSync('portfolio.json', 'utf8'), 'portfolio.json');
    expect(builtInSets()).toEqual(['default', 'quick', 'proof', 'bugs', 'svcomp']);
  });

  it('names every engine that there is in its schema', () => {
    const schema = JSON.parse(readFileSync('schemas/portfolio.schema.json', 'utf8'));
    expect(schema.definitions.engine.properties.engine.enum).toEqual([...ENGINE_NAMES]);
    expect(Object.keys(CATALOGUE).sort()).toEqual([...ENGINE_NAMES]);
  });

  it('has the options of all engines in its schema, as the catalogue says (portfolio-schema.ts --write)', () => {
    const text = readFileSync('schemas/portfolio.schema.json', 'utf8');
    expect(text).toBe(portfolioSchema(text));
  });

  it('starts some engine for every kind of system, in each set', async () => {
    for (const name of builtInSets()) {
      const set = await loadPortfolioSet(name);
      for (const loops of [0, 1, 5]) {
        for (const source of ['program', 'hardware'] as const) {
          expect(entrants(set, { ...facts, loops, source }).filter(({ engine }) => engine !== 'sim')).not.toHaveLength(0);
        }
      }
    }
  });
});

/** A portfolio file whose options of an engine begin in line 3. */
function withOptions(engine: string, options: string): string {
  return `{ "sets": { "a": {\n "stages": [{ "engines": [{ "engine": "${engine}",\n "options": ${options} }] }] } } }`;
}

describe('a portfolio file', () => {
  const folder = scratchFolder('portfolio');
  const write = (text: string): string => {
    const file = join(folder, 'p.json');
    writeFileSync(file, text);
    return file;
  };

  it('gives its set, with engines numbered that take part twice', async () => {
    const stages = [{ delay: 50, engines: [{ engine: 'kind', options: { simplePath: true } }] }, { engines: [{ engine: 'kind' }] }];
    const file = write(JSON.stringify({ sets: { mine: { stages } } }));
    expect(entrants(await loadPortfolioSet(file), facts).map(({ id, delay }) => [id, delay])).toEqual([
      ['kind', 0],
      ['kind.2', 50],
    ]);
    await expect(loadPortfolioSet(`${file}#other`)).rejects.toThrow('no set named other');
  });

  it('has engines for programs that multiply variables, and for those that do not', async () => {
    const stages = [
      { when: { products: true }, engines: [{ engine: 'poly' }] },
      { when: { products: false }, engines: [{ engine: 'ic3' }] },
    ];
    const set = await loadPortfolioSet(write(JSON.stringify({ sets: { mine: { stages } } })));
    expect(entrants(set, facts).map(({ id }) => id)).toEqual(['ic3']);
    expect(entrants(set, { ...facts, products: true }).map(({ id }) => id)).toEqual(['poly']);
  });

  it.each([
    ['{ "sets": { "a": { "stages": [\n { "engines": [{ "engine": "magic" }] } ] } } }', 'allowed values', 2],
    ['{ "sets": { "a": {\n "stages": [{ "engines": [{ "engine": "bmc",\n "share": 7 }] }] } } }', '<= 1', 3],
    ['{ "sets": { "a": {\n "quick": true,\n "stages": [{ "engines": [{ "engine": "bmc" }] }] } } }', 'sets.a.quick', 2],
    [
      '{ "sets": { "a": { "quick": {\n "milliseconds": 0 },\n "stages": [{ "engines": [{ "engine": "bmc" }] }] } } }',
      'sets.a.quick',
      2,
    ],
    [withOptions('imc', '{ "atMost": true,\n "maxDept": 3 }'), '(maxDept); known are maxDepth, atMost, backward', 4],
    [withOptions('sim', '{\n "maxDepth": 3 }'), '(maxDepth); known are runs', 4],
    [withOptions('dar', '{ "maxDepth":\n -1 }'), 'options.maxDepth must be >= 0', 4],
    [withOptions('pdr', '{\n "dropFailures": 0.5 }'), 'options.dropFailures must be integer', 4],
    [withOptions('ismc', '{\n "backward": "no" }'), 'options.backward must be boolean', 4],
    [withOptions('kind', '{\n "solver": "yices" }'), 'allowed values: bits,z3', 4],
    [withOptions('bmc', '7'), 'options must be object', 3],
    ['{ "sets": \n', 'not a JSON file', 2],
    ['[1]', 'must be object', 1],
  ])('is rejected where it is wrong: %s', async (text, message, line) => {
    const error = await loadPortfolioSet(write(text)).catch((caught: unknown) => caught);
    expect(error).toMatchObject({ code: 'E-INPUT', message: expect.stringContaining(message), at: { line } });
  });

  it('is told from a name', async () => {
    await expect(loadPortfolioSet('fast')).rejects.toMatchObject({
      code: 'E-USAGE',
      message: expect.stringContaining('default, quick'),
    });
  });
});

describe('quickSetting', () => {
  const { stages } = setOfEngines(['kind'], { stages: [] });

  it('has defaults, which a set may change one by one', () => {
    expect(quickSetting({ stages }, facts)).toEqual({ milliseconds: 150, gates: 50_000 });
    expect(quickSetting({ stages, quick: { gates: 100 } }, facts)).toEqual({ milliseconds: 150, gates: 100 });
  });

  it('only follows runs for floats and for larger systems', () => {
    expect(quickSetting({ stages }, { ...facts, floats: true })).toEqual({ milliseconds: 0, gates: 50_000 });
    expect(quickSetting({ stages, quick: { gates: 99 } }, facts)).toEqual({ milliseconds: 0, gates: 99 });
  });

  it('is none where it is switched off, for large hardware models and for named engines', () => {
    expect(quickSetting({ stages, quick: false }, facts)).toBeNull();
    expect(quickSetting({ stages, quick: { gates: 99 } }, { ...facts, source: 'hardware' })).toBeNull();
    expect(quickSetting(setOfEngines(['kind'], { stages }), facts)).toBeNull();
  });
});

describe('setOfEngines', () => {
  it('takes the named engines with their options from the set', async () => {
    const base = await loadPortfolioSet('default');
    expect(entrants(setOfEngines(['kind', 'bmc'], base), facts).map(({ id }) => id)).toEqual(['kind', 'bmc']);
    expect(() => setOfEngines(['nobody'], base)).toThrow('there is no engine named nobody');
  });
});
