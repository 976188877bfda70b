import { defineConfig } from 'vitest/config';
import { viteWasm } from './scripts/wasm.mjs';

export default defineConfig({
  plugins: [viteWasm],
  test: {
    include: ['test/**/*.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
