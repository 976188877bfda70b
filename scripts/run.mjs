// Runs a TypeScript script of this folder on a thread with a deep stack, which the front end needs.
// Usage: node scripts/run.mjs scripts/SCRIPT.ts [arguments]
import { mkdtempSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { build } from 'esbuild';
import { esbuildImports } from './imports.mjs';

const [script, ...args] = process.argv.slice(2);
if (script === undefined) throw new Error('which script?');
const root = dirname(dirname(fileURLToPath(import.meta.url)));
// Inside the project, so that imports find packages.
const scratch = mkdtempSync(join(root, 'node_modules', '.lemmata-script-'));
const outfile = join(scratch, `${basename(script, '.ts')}.mjs`);
await build({
  entryPoints: [script],
  outfile,
  bundle: true,
  format: 'esm',
  platform: 'node',
  packages: 'external',
  plugins: [esbuildImports],
  logLevel: 'warning',
});
const worker = new Worker(outfile, { argv: args, resourceLimits: { stackSizeMb: 256, maxOldGenerationSizeMb: 6000 } });
worker.on('exit', (code) => {
  rmSync(scratch, { recursive: true, force: true });
  process.exitCode = code;
});
