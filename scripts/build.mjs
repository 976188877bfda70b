// Bundles the command, the library and the worker entries into dist/, and writes the library's type declarations.
// Usage: node scripts/build.mjs [--no-types] [--out DIR]
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { esbuildWasm } from './wasm.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
process.chdir(root);
const outArgument = process.argv.indexOf('--out');
const out = outArgument > 0 ? process.argv[outArgument + 1] : 'dist';
// Built beside it and then put in its place, so that a failed build leaves the old one.
const fresh = `${out}.new-${process.pid}`;
rmSync(fresh, { recursive: true, force: true });

const workers = readdirSync('workers').filter((f) => f.endsWith('.ts'));
const entryPoints = {
  cli: 'src/cli/main.ts',
  index: 'src/index.ts',
  ...Object.fromEntries(workers.map((f) => [`workers/${f.slice(0, -3)}`, `workers/${f}`])),
};
await build({
  entryPoints: Object.fromEntries(Object.entries(entryPoints).filter(([, file]) => existsSync(file))),
  outdir: fresh,
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  // z3-solver finds its WebAssembly file beside itself; piscina starts its own worker file.
  external: ['z3-solver', 'piscina'],
  plugins: [esbuildWasm],
  banner: {
    js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
  },
  sourcemap: 'linked',
  logLevel: 'warning',
});
chmodSync(join(fresh, 'cli.js'), 0o755);

if (!process.argv.includes('--no-types')) {
  const tsc = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin', 'tsc');
  execFileSync(process.execPath, [tsc, '--emitDeclarationOnly', '--outDir', join(fresh, 'types')], { stdio: 'inherit' });
}
rmSync(out, { recursive: true, force: true });
renameSync(fresh, out);
