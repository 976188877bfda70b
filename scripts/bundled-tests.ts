// A plugin for Vitest: tests run as the bundles that esbuild makes of them, with native imports. Vite gives each
// imported name a getter, which costs a quarter of the time of a test in process.
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build, type Plugin as EsbuildPlugin } from 'esbuild';
import type { Plugin as VitePlugin } from 'vitest/config';
import { esbuildImports } from './imports.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** A bundle says the place of each source where the source asks for its own. */
const places: EsbuildPlugin = {
  name: 'places',
  setup(building) {
    building.onLoad({ filter: /\.ts$/ }, ({ path }) => {
      const text = readFileSync(path, 'utf8');
      if (!text.includes('import.meta.')) return null;
      const contents = text
        .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href))
        .replaceAll('import.meta.dirname', JSON.stringify(dirname(path)));
      return { contents, loader: 'ts' };
    });
  },
};

/** Bundles test files, paths from the root; returns the folder in which each has its place. */
async function bundle(files: readonly string[]): Promise<string> {
  const cache = join(root, 'node_modules', '.cache');
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'lemmata-tests-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  await build({
    absWorkingDir: root,
    entryPoints: [...files],
    outdir: folder,
    outbase: '.',
    outExtension: { '.js': '.mjs' },
    chunkNames: 'chunks/[hash]',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    packages: 'external',
    sourcemap: true,
    plugins: [places, esbuildImports],
    logLevel: 'warning',
  });
  return folder;
}

/**
 * The plugin for test files, paths from the root. All are bundled when the first is loaded. A run that watches
 * takes the sources themselves: a change of one is a change of the tests that import it.
 */
export function bundledTests(files: readonly string[]): VitePlugin {
  const known = new Set(files);
  let watching = false;
  let folder: Promise<string> | undefined;
  return {
    name: 'bundled-tests',
    enforce: 'pre',
    configureVitest({ vitest }) {
      watching = vitest.config.watch;
    },
    async load(id) {
      const file = relative(root, id);
      if (watching || !known.has(file)) return;
      folder ??= bundle(files);
      return `import ${JSON.stringify(join(await folder, file.replace(/\.ts$/, '.mjs')))};\n`;
    },
  };
}
