import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { globSync } from 'tinyglobby';
import { describe, expect, it } from 'vitest';

/** Words of the glossary, each with names that would be second words for the same thing. */
const SECOND_WORDS = {
  Engine: ['Entrant', 'Contestant', 'Contestants', 'Rival', 'Rivals', 'Runner', 'RaceEngine', 'Participant'],
  Race: ['LateEngines', 'Offers', 'Deal', 'Turns', 'PartTurn', 'fittingPlan', 'sentLate'],
  Target: [
    'oneProperty',
    'withoutChecks',
    'askedSystem',
    'claimedSystem',
    'keptPart',
    'NarrowedProgram',
    'Aim',
    'Asked',
  ],
  Model: [
    ...['OriginalSystem', 'PartAnswer', 'KeptModel', 'BuiltModel', 'PreparedModel', 'CompiledModel'],
    ...['Compiled', 'Encoded', 'Loaded', 'Prepared', 'Built', 'Kept', 'Narrowed', 'prepareFiles', 'linkPrepared'],
  ],
  Claim: ['EngineAnswer', 'claimAnswer', 'EngineRecord', 'Support', 'KeptAnswer', 'Judged', 'JUDGED'],
  Lemma: ['LemmaBus', 'LemmaRelay', 'RelayEntry', 'RelayListener', 'Auditing', 'AuditorApi', 'KnownClauses'],
  Certificate: ['Enumerated', 'Exhaustive', 'FewRuns', 'EveryRun', 'DeterministicRun', 'KInductive'],
} as const;

const FILES = globSync(['src/**/*.{ts,tsx}', 'workers/*.ts', 'scripts/**/*.{ts,mjs}']);
const DECLARED = new Set(
  FILES.flatMap((file) => [
    basename(file).replace(/\.\w+$/, ''),
    ...[
      ...readFileSync(file, 'utf8').matchAll(
        /^(?:export )?(?:async )?(?:abstract )?(?:class|interface|type|function\*?|const) (\w+)/gm,
      ),
    ].map(([, name]) => name),
  ]),
);
const GLOSSARY = readFileSync('docs/glossary.md', 'utf8');

describe.each(Object.entries(SECOND_WORDS))('what the glossary calls %s', (word, others) => {
  it('is in the glossary, and has no second name in the code', () => {
    expect(GLOSSARY).toContain(`- **${word}**`);
    expect(others.filter((name) => DECLARED.has(name))).toEqual([]);
  });
});

it.each(['Range', 'Part', 'Place', 'Known', 'Found', 'Step'])('a type %s is declared once', (name) => {
  const declaration = new RegExp(`^(?:export )?(?:class|interface|type) ${name}\\b`, 'm');
  const declaring = FILES.filter((file) => file.startsWith('src/') && declaration.test(readFileSync(file, 'utf8')));
  expect(declaring).toHaveLength(name === 'Found' ? 0 : 1);
});

it('the declared names are found', () => {
  expect(DECLARED.has('TransitionSystem')).toBe(true);
  expect(DECLARED.size).toBeGreaterThan(3000);
});
