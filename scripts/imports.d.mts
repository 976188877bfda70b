import type { Plugin as EsbuildPlugin } from 'esbuild';
import type { Plugin as VitePlugin } from 'vitest/config';

export const esbuildImports: EsbuildPlugin;
export const viteImports: VitePlugin;
