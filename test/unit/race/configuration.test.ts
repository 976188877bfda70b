import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { portfolioSchema, withEngineTable } from '../../../scripts/register-texts.ts';
import { REGISTER } from '../../../src/engines/register.ts';
import type { SystemFacts } from '../../../src/race/facts.ts';
import { builtInSets, loadPortfolioSet, quickSetting, setOfEngines } from '../../../src/race/options/configuration.ts';
import { parsePortfolio } from '../../../src/race/options/portfolio-file.ts';
import { ENGINE_NAMES } from '../../../src/race/schedule/engine-names.ts';
import { slicesFor, slicesOfProvers, withLongRuns } from '../../../src/race/schedule/slices.ts';
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
  heap: false,
  checks: 0,
  threads: false,
  comparisons: 2,
  deterministic: false,
  approximations: 0,
  gaps: 0,
  terms: 10,
  gates: 100,
};

describe('portfolio.json', () => {
  it('matches its schema and has the documented sets', () => {
    parsePortfolio(readFileSync('portfolio.json', 'utf8'), 'portfolio.json');
    expect(builtInSets()).toEqual(['default', 'quick', 'proof', 'bugs', 'termination', 'svcomp']);
  });

  it('names every engine that there is in its schema', () => {
    const schema = JSON.parse(readFileSync('schemas/portfolio.schema.json', 'utf8'));
    expect(schema.definitions.slice.properties.engine.enum).toEqual([...ENGINE_NAMES]);
    expect(Object.keys(REGISTER).sort()).toEqual([...ENGINE_NAMES]);
  });

  it('has the options of all engines in its schema, as the register says (register-texts.ts --write)', () => {
    const text = readFileSync('schemas/portfolio.schema.json', 'utf8');
    expect(text).toBe(portfolioSchema(text));
  });

  it('runs the engines that the table in README.md lists, as the register describes them (register-texts.ts --write)', () => {
    const text = readFileSync('README.md', 'utf8');
    expect(text).toBe(withEngineTable(text));
  });

  it('starts some engine for every kind of system, in each set', async () => {
    for (const name of builtInSets()) {
      const set = await loadPortfolioSet(name);
      for (const loops of [0, 1, 5]) {
        for (const source of ['program', 'hardware'] as const) {
          const { engines } = slicesFor(set, { ...facts, loops, source });
          expect(engines.filter(({ engine }) => engine !== 'sim')).not.toHaveLength(0);
        }
      }
    }
  });
});

/** A portfolio file whose options of an engine begin in line 3. */
function withOptions(engine: string, options: string): string {
  return `{ "sets": { "a": {\n "stages": [{ "order": [{ "engine": "${engine}", "seconds": 1,\n "options": ${options} }] }] } } }`;
}

describe('a portfolio file', () => {
  const folder = scratchFolder('portfolio');
  const write = (text: string): string => {
    const file = join(folder, 'p.json');
    writeFileSync(file, text);
    return file;
  };

  it('gives its set; a later entry with the same options is a further slice, one with others another engine', async () => {
    const order = [
      { engine: 'kind', seconds: 0.1, options: { stepMilliseconds: 700, maxDepth: 9 } },
      { engine: 'kind', seconds: 0.2 },
      { engine: 'kind', seconds: 0.5, options: { maxDepth: 9, stepMilliseconds: 700 } },
      { engine: 'kind', seconds: 2, options: {} },
    ];
    const file = write(JSON.stringify({ sets: { mine: { stages: [{ order }] } } }));
    const { engines, slices } = slicesFor(await loadPortfolioSet(file), facts);
    expect(engines).toEqual([
      { id: 'kind', engine: 'kind', options: { stepMilliseconds: 700, maxDepth: 9 } },
      { id: 'kind.2', engine: 'kind', options: {} },
    ]);
    expect(slices.map(({ engine, milliseconds }) => [engine, milliseconds])).toEqual([
      ['kind', 100],
      ['kind.2', 200],
      ['kind', 500],
      ['kind.2', 2000],
    ]);
    await expect(loadPortfolioSet(`${file}#other`)).rejects.toThrow('no set named other');
  });

  it('has the schedule of the first stage whose condition holds, and none where none does', async () => {
    const order = (engine: string) => [{ engine, seconds: 1 }];
    const stages = [
      { when: { products: true }, order: order('poly') },
      { when: { loops: ['one', 'many'], arrays: true, heap: true }, order: order('houdini') },
      { when: { threads: true }, order: order('bmc') },
      { when: { cases: true }, order: order('explore') },
      { when: { deterministic: false }, order: order('ic3') },
    ];
    const set = await loadPortfolioSet(write(JSON.stringify({ sets: { mine: { stages } } })));
    const chosen = (changed: Partial<SystemFacts>) =>
      slicesFor(set, { ...facts, ...changed }).engines.map(({ id }) => id);
    expect(chosen({})).toEqual(['ic3']);
    expect(chosen({ products: true, heap: true, arrays: true })).toEqual(['poly']);
    expect(chosen({ arrays: true })).toEqual(['ic3']);
    expect(chosen({ arrays: true, heap: true })).toEqual(['houdini']);
    expect(chosen({ arrays: true, heap: true, loops: 0 })).toEqual(['ic3']);
    expect(chosen({ threads: true, comparisons: 15 })).toEqual(['bmc']);
    expect(chosen({ comparisons: 15, deterministic: true })).toEqual(['explore']);
    expect(chosen({ comparisons: 14, deterministic: true })).toEqual([]);
  });

  it('leaves the simulator out for hardware', async () => {
    const order = [
      { engine: 'sim', seconds: 1 },
      { engine: 'ic3', seconds: 1 },
    ];
    const set = await loadPortfolioSet(write(JSON.stringify({ sets: { mine: { stages: [{ order }] } } })));
    expect(slicesFor(set, { ...facts, source: 'hardware' }).slices).toEqual([{ engine: 'ic3', milliseconds: 1000 }]);
  });

  it.each([
    [
      '{ "sets": { "a": { "stages": [\n { "order": [{ "engine": "magic", "seconds": 1 }] } ] } } }',
      'allowed values',
      2,
    ],
    ['{ "sets": { "a": {\n "stages": [{ "order": [{ "engine": "bmc",\n "seconds": 7000 }] }] } } }', '<= 600', 3],
    ['{ "sets": { "a": {\n "stages": [{ "order": [{ "engine": "bmc" }] }] } } }', "required property 'seconds'", 2],
    [
      '{ "sets": { "a": {\n "stages": [{ "order": [{ "engine": "bmc", "seconds": 6 }, { "engine": "bmc", "seconds": 4 },\n { "engine": "kind", "seconds": 1 }] }] } } }',
      'kind has its first slice after another engine has had 10 s',
      3,
    ],
    [
      '{ "sets": { "a": {\n "stages": [{ "order": [{ "engine": "bmc", "seconds": 1 }],\n "fewLeft": [{ "engine": "kind", "seconds": 1 }] }] } } }',
      'kind with these options has no slice in the order',
      3,
    ],
    [
      '{ "sets": { "a": {\n "quick": true,\n "stages": [{ "order": [{ "engine": "bmc", "seconds": 1 }] }] } } }',
      'sets.a.quick',
      2,
    ],
    [
      '{ "sets": { "a": { "quick": {\n "milliseconds": 0 },\n "stages": [{ "order": [{ "engine": "bmc", "seconds": 1 }] }] } } }',
      'sets.a.quick',
      2,
    ],
    [withOptions('imc', '{ "maxDepth": 9,\n "maxDept": 3 }'), '(maxDept); known are maxDepth, queryMilliseconds', 4],
    [withOptions('sim', '{\n "maxDepth": 3 }'), '(maxDepth); known are runs', 4],
    [withOptions('dar', '{ "maxDepth":\n -1 }'), 'options.maxDepth must be >= 0', 4],
    [withOptions('ic3', '{\n "maxDepth": 0.5 }'), 'options.maxDepth must be integer', 4],
    [withOptions('rse', '{\n "safe": "no" }'), 'options.safe must be boolean', 4],
    [withOptions('kind', '{\n "solver": "yices" }'), 'allowed values: bits,z3', 4],
    [withOptions('bmc', '7'), 'options must be an object with fields', 3],
    ['{ "sets": \n', 'not a JSON file', 2],
    ['[1]', 'must be an object with fields', 1],
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

describe('slicesOfProvers', () => {
  it('takes the engines that do not follow runs, without those that said all they can', async () => {
    const base = await loadPortfolioSet('default');
    const all = slicesFor(setOfEngines(['houdini', 'bmc', 'ai', 'sim'], base), facts);
    const named = (finished: readonly string[]): readonly string[] =>
      slicesOfProvers(all, new Set(finished)).engines.map(({ engine }) => engine);
    expect(named([])).toEqual(['houdini', 'ai']);
    expect(named(['ai'])).toEqual(['houdini']);
    expect(named(['ai', 'houdini'])).toEqual([]);
  });
});

describe('withLongRuns', () => {
  it('gives the simulator at least this time, and others what they had', async () => {
    const base = await loadPortfolioSet('default');
    const all = slicesFor(setOfEngines(['bmc', 'sim'], base), facts);
    const long = withLongRuns(all, 5000);
    for (const [i, { engine, milliseconds }] of all.slices.entries())
      expect(long.slices[i].milliseconds).toBe(engine === 'sim' ? Math.max(5000, milliseconds) : milliseconds);
  });
});

describe('setOfEngines', () => {
  it('takes the named engines with their options from the set', async () => {
    const base = await loadPortfolioSet('default');
    const { engines, slices } = slicesFor(setOfEngines(['kind', 'bmc'], base), facts);
    expect(engines.map(({ id }) => id)).toEqual(['kind', 'bmc']);
    expect(new Set(slices.map(({ milliseconds }) => milliseconds)).size).toBe(1);
    expect(() => setOfEngines(['nobody'], base)).toThrow('there is no engine named nobody');
  });
});
