import { defineConfig } from 'vitest/config';
import { viteImports } from './scripts/imports.mjs';

/** Tests that run the command or a race: each has several threads and processes of its own, and time limits. */
const COMMANDS = [
  'test/browser/**',
  'test/cli/**',
  'test/conformance/{csmith-tasks,external-drivers,regressions}.test.ts',
  'test/large/**',
  'test/server/**',
  'test/examples.test.ts',
  'test/unit/portfolio/**',
  'test/unit/compete/**',
];

export default defineConfig({
  test: {
    projects: [
      {
        plugins: [viteImports],
        test: {
          name: 'in process',
          include: ['test/**/*.test.ts'],
          exclude: COMMANDS,
          setupFiles: ['test/random-seed.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          maxWorkers: 2,
          sequence: { groupOrder: 0 },
        },
      },
      {
        plugins: [viteImports],
        test: {
          name: 'commands',
          include: COMMANDS.map((path) => (path.endsWith('**') ? `${path}/*.test.ts` : path)),
          setupFiles: ['test/random-seed.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          maxWorkers: 1,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
