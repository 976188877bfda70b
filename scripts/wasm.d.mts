import type { Plugin } from 'vitest/config';

export const viteWasm: Plugin;
