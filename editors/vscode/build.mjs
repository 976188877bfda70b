// Bundles the extension into dist/extension.js. The editor itself provides `vscode`.
// Usage:
//     node build.mjs [--out FILE] [--external NAME]
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';

const folder = dirname(fileURLToPath(import.meta.url));
const { values } = parseArgs({
  options: { out: { type: 'string' }, external: { type: 'string', multiple: true, default: [] } },
});
await build({
  entryPoints: [join(folder, 'src', 'extension.ts')],
  outfile: values.out ?? join(folder, 'dist', 'extension.js'),
  bundle: true,
  minify: true,
  platform: 'node',
  format: 'cjs',
  target: 'node20',
  external: ['vscode', ...values.external],
  logLevel: 'warning',
});
