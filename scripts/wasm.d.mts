import type { Plugin as EsbuildPlugin } from 'esbuild';
import type { Plugin as VitePlugin } from 'vitest/config';

export const esbuildWasm: EsbuildPlugin;
export const viteWasm: VitePlugin;
