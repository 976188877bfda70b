import { defineConfig } from 'vitest/config';
import { viteImports } from './scripts/imports.mjs';
import { FAST } from './test/fast.ts';

/** The configuration of `npm run test:fast`. */
export default defineConfig({
  plugins: [viteImports],
  test: {
    include: FAST,
    globalSetup: ['test/folder-of-tests.ts'],
    setupFiles: ['test/random-seed.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
  },
});
