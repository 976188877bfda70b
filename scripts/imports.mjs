// Imports of files other than TypeScript, for bundlers. An import of X.wasm is the module that asc makes
// of X/index.ts, as bytes. An import of X.c or X.h is the file's text.
import { createHash, randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const cache = join(root, 'node_modules', '.cache', 'lemmata-wasm');
// The only bounds checks in linear memory are the engine's own, and errors trap.
const OPTIONS = ['-O3', '--noAssert', '--runtime', 'minimal', '--use', 'abort='];

/**
 * The compiled module of a folder; from the cache if the sources, the options and the compiler are
 * unchanged.
 */
export async function compileWasm(folder) {
  const names = readdirSync(folder)
    .filter((name) => name.endsWith('.ts'))
    .sort();
  const hash = createHash('sha256').update(JSON.stringify([OPTIONS, compilerVersion()]));
  for (const name of names)
    hash
      .update(name)
      .update('\0')
      .update(readFileSync(join(folder, name)))
      .update('\0');
  const cached = join(cache, `${hash.digest('hex')}.wasm`);
  if (existsSync(cached)) return readFileSync(cached);

  const { default: asc } = await import('assemblyscript/asc');
  const messages = [];
  const stream = { write: (text) => messages.push(text) };
  let binary;
  const { error } = await asc.main(['index.ts', '--outFile', 'out.wasm', ...OPTIONS], {
    stdout: stream,
    stderr: stream,
    readFile: (name) => (names.includes(name) ? readFileSync(join(folder, name), 'utf8') : null),
    writeFile: (name, contents) => {
      if (name === 'out.wasm') binary = contents;
    },
    listFiles: () => [],
  });
  if (error !== null || binary === undefined) throw new Error(`asc, ${folder}: ${messages.join('')}${error ?? ''}`);
  mkdirSync(cache, { recursive: true });
  // Renamed as a whole, because other processes may be reading.
  const own = `${cached}.${randomUUID()}`;
  writeFileSync(own, binary);
  renameSync(own, cached);
  return binary;
}

function compilerVersion() {
  return createRequire(import.meta.url)('assemblyscript/package.json').version;
}

function asScript(binary) {
  return `export default Buffer.from('${Buffer.from(binary).toString('base64')}', 'base64');\n`;
}

/** Plugin for esbuild. */
export const esbuildImports = {
  name: 'imports',
  setup(build) {
    build.onResolve({ filter: /^\.{1,2}\/.*\.wasm$/ }, ({ path, resolveDir }) => ({
      path: resolve(resolveDir, path.replace(/\.wasm$/, '')),
      namespace: 'assemblyscript',
    }));
    build.onLoad({ filter: /.*/, namespace: 'assemblyscript' }, async ({ path }) => ({
      contents: asScript(await compileWasm(path)),
      loader: 'js',
    }));
    build.onLoad({ filter: /\.[ch]$/ }, ({ path }) => ({ contents: readFileSync(path, 'utf8'), loader: 'text' }));
  },
};

/** Plugin for Vite, and so for Vitest. */
export const viteImports = {
  name: 'imports',
  enforce: 'pre',
  resolveId(source, importer) {
    if (importer !== undefined && /^\.{1,2}\/.*\.wasm$/.test(source))
      return `\0assemblyscript:${resolve(dirname(importer), source)}`;
  },
  async load(id) {
    if (/\.[ch]$/.test(id)) return `export default ${JSON.stringify(readFileSync(id, 'utf8'))};\n`;
    if (!id.startsWith('\0assemblyscript:')) return;
    return asScript(await compileWasm(id.slice('\0assemblyscript:'.length).replace(/\.wasm$/, '')));
  },
};
