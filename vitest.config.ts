import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { bundledTests } from './scripts/bundled-tests.ts';
import { viteImports } from './scripts/imports.mjs';

/** Tests that run the command or a race: each has several threads and processes of its own, and time limits. */
const COMMANDS = [
  'test/browser/**',
  'test/cli/**',
  'test/conformance/{csmith-tasks,external-drivers,regressions}.test.ts',
  'test/large/**',
  'test/server/**',
  'test/examples.test.ts',
  'test/unit/race/**',
  'test/unit/apps/compete/**',
];

/** Optimised code of other files would leave more of the stack to this test. */
const DEEP_STACK = 'test/unit/race/calling-thread.test.ts';

const TESTS = readdirSync(join(import.meta.dirname, 'test'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.test.ts'))
  .map((name) => `test/${name}`);

/** Tests that replace modules or clocks, or set variables of the environment: each has a process of its own. */
const REPLACING = TESTS.filter((name) =>
  /\bvi\.(mock|useFakeTimers)\(|\bprocess\.env\.\w+ = /.test(readFileSync(join(import.meta.dirname, name), 'utf8')),
).concat(DEEP_STACK);

/** A package that this test imports imports JSON as Node does not. */
const FROM_SOURCES = ['test/cli/tools.test.ts'];

const bundled = bundledTests(TESTS.filter((name) => !REPLACING.includes(name) && !FROM_SOURCES.includes(name)));

/** The test files that take longest. They begin first, so that none of them runs alone at the end. */
const LONGEST = [
  'test/programs.test.ts',
  'test/cli/contracts.test.ts',
  'test/browser/page.test.ts',
  'test/cli/documented.test.ts',
  'test/loops.test.ts',
  'test/cli/package.test.ts',
];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const place = ({ moduleId }: TestSpecification): number => {
      const index = LONGEST.findIndex((name) => moduleId.endsWith(`/${name}`));
      return index < 0 ? LONGEST.length : index;
    };
    return sorted.sort((a, b) => place(a) - place(b));
  }
}

const common = {
  globalSetup: ['test/folder-of-tests.ts'],
  setupFiles: ['test/random-seed.ts'],
  testTimeout: 60_000,
  hookTimeout: 60_000,
  maxWorkers: 2,
};

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        plugins: [bundled, viteImports],
        test: {
          ...common,
          name: 'in process',
          include: ['test/**/*.test.ts'],
          exclude: [...COMMANDS, ...REPLACING],
          // A worker loads each module once for all of its files. This saves half a second of CPU time a file.
          isolate: false,
        },
      },
      {
        plugins: [bundled, viteImports],
        test: {
          ...common,
          name: 'commands',
          include: COMMANDS.map((path) => (path.endsWith('**') ? `${path}/*.test.ts` : path)),
          exclude: REPLACING,
          isolate: false,
        },
      },
      {
        plugins: [viteImports],
        test: { ...common, name: 'replacing', include: REPLACING },
      },
    ],
  },
});
