// Bundles the command, the library and the worker entries into dist/. Records V8's bytecode beside the
// code of every verification, and writes the library's type declarations.
// Usage:
//     node scripts/build.mjs [--no-types] [--bytecode] [--out DIR] [--plugin FILE]
// --no-types leaves out declarations and bytecode, for builds while working; --bytecode then records
// the bytecode nevertheless. --plugin adds a plugin of esbuild, for measurements.
import { execFileSync, spawn } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build as esbuild } from 'esbuild';
import { readExamples } from './examples.mjs';
import { esbuildImports } from './imports.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
process.chdir(root);
const outArgument = process.argv.indexOf('--out');
const out = outArgument > 0 ? process.argv[outArgument + 1] : 'dist';
const pluginArgument = process.argv.indexOf('--plugin');
const { default: plugin } = pluginArgument > 0 ? await import(pathToFileURL(process.argv[pluginArgument + 1])) : {};
// The output is built beside the old one and then renamed, so that a failed build leaves the old one.
const fresh = `${out}.new-${process.pid}`;
rmSync(fresh, { recursive: true, force: true });

const complete = !process.argv.includes('--no-types');
/** Exit code of the type check, which writes the declarations beside the bundling; 0 without declarations. */
const declared = complete ? writeDeclarations(join(fresh, 'types')) : Promise.resolve(0);

/** Folders below node_modules whose code is in a bundle. The runtime of AssemblyScript is in the SAT core. */
const packages = new Set(['assemblyscript']);
/** @param {import('esbuild').BuildOptions} options */
async function build(options) {
  const { metafile } = await esbuild({ ...options, metafile: true });
  for (const { inputs } of Object.values(metafile.outputs))
    for (const [input, { bytesInOutput }] of Object.entries(inputs)) {
      const [, folder] = /node_modules\/((?:.*\/node_modules\/)?(?:@[^/]+\/)?[^/]+)\//.exec(input) ?? [];
      if (folder !== undefined && bytesInOutput > 0) packages.add(folder);
    }
}

const common = {
  bundle: true,
  // The maps of the build translate the places of an internal error.
  minify: true,
  platform: 'node',
  target: 'node20',
  // z3-solver finds its WebAssembly file beside itself; piscina starts its own worker file;
  // classic-level loads a library of the machine's.
  external: ['z3-solver', 'piscina', 'classic-level'],
  sourcemap: 'linked',
  logLevel: 'warning',
  plugins: [...(plugin === undefined ? [] : [plugin]), esbuildImports],
};

/** The module of the package that stands for the command: one file, because each further one takes a start a millisecond. */
const programApart = {
  name: 'program-apart',
  setup({ onResolve }) {
    onResolve({ filter: /^\.\/program\.ts$/ }, () => ({ path: './program.js', external: true }));
  },
};
const modules = {
  ...common,
  outdir: fresh,
  format: 'esm',
  banner: {
    js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
  },
};
await build({
  ...modules,
  entryPoints: { cli: 'src/apps/cli/main.ts' },
  plugins: [...common.plugins, programApart],
});
await build({
  ...modules,
  entryPoints: {
    index: 'src/index.ts',
    'load-code': 'src/apps/cli/load-code.ts',
    'record-code': 'scripts/bytecode.ts',
  },
  splitting: true,
  plugins: [...common.plugins, packagesApart('./code/', /certificate\/collection\.ts$/)],
});

/** The code of these commands lies beside the program's, which other commands load. */
const commandsApart = {
  name: 'commands-apart',
  setup({ onResolve }) {
    onResolve(
      { filter: /^\.\/(compete-command|serve-command|lsp-command|mcp-command|broadcast)\.ts$/ },
      ({ path }) => ({
        path: `./code/${path.slice(2, -3)}.cjs`,
        external: true,
      }),
    );
  },
};
/**
 * Packages and tables that several bundles load from one file in `code/`.
 * @param {string} folder the way from the folder against which the bundle resolves names to `code/`
 * @param {RegExp} filter imports of what is loaded from there
 */
function packagesApart(folder, filter = /^(yaml|ajv|\.\/(others|nats-client)\.ts)$|certificate\/collection\.ts$/) {
  return {
    name: 'packages-apart',
    setup({ onResolve }) {
      onResolve({ filter }, ({ path }) => ({
        path: `${folder}${basename(path, '.ts')}.cjs`,
        external: true,
      }));
    },
  };
}
/** The clients of NATS and certificates, which `verify` loads on demand; the rest is in its bundle, with bytecode. */
const CLIENTS = /^\.\/nats-client\.ts$|certificate\/collection\.ts$/;
await build({
  ...common,
  entryPoints: {
    yaml: 'yaml',
    ajv: 'ajv',
    others: 'src/c/builtins/library/others.ts',
    collection: 'src/apps/output/certificate/collection.ts',
    'nats-client': 'src/apps/compete/nats/nats-client.ts',
  },
  outdir: join(fresh, 'code'),
  outExtension: { '.js': '.cjs' },
  format: 'cjs',
});

/** The processes of the language server load the library, as other users of it do. */
const libraryApart = {
  name: 'library-apart',
  setup({ onResolve }) {
    onResolve({ filter: /^\.\.\/\.\.\/index\.ts$/ }, ({ importer }) =>
      importer.endsWith('lsp-child.ts') ? { path: '../index.js', external: true } : undefined,
    );
  },
};
/**
 * Leaves out the messages of zod in other languages, and the validator for schemas that clients send.
 * `lemmata mcp` has no use for them: its own schemas are those of zod.
 */
const partsOfAgents = {
  name: 'parts-of-agents',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^\.\.\/locales\/index\.js$/ }, ({ importer }) =>
      /node_modules\/zod\/v4\//.test(importer) ? { path: 'locales', namespace: 'parts-of-agents' } : undefined,
    );
    onResolve({ filter: /^@modelcontextprotocol\/server\/_shims$/ }, () => ({
      path: 'shims',
      namespace: 'parts-of-agents',
    }));
    onLoad({ filter: /^locales$/, namespace: 'parts-of-agents' }, () => ({ contents: '' }));
    onLoad({ filter: /^shims$/, namespace: 'parts-of-agents' }, () => ({
      contents: `export { default as process } from 'node:process';
export class DefaultJsonSchemaValidator {
  getValidator() {
    throw new Error('schemas of clients are not validated');
  }
}`,
    }));
  },
};
await build({
  ...common,
  entryPoints: {
    'compete-command': 'src/apps/cli/compete-command.ts',
    'serve-command': 'src/apps/cli/serve-command.ts',
    'lsp-command': 'src/apps/cli/lsp-command.ts',
    'lsp-child': 'src/apps/cli/lsp-child.ts',
    'mcp-command': 'src/apps/cli/mcp-command.ts',
    broadcast: 'src/apps/cli/reporters/broadcast.ts',
  },
  outdir: join(fresh, 'code'),
  outExtension: { '.js': '.cjs' },
  format: 'cjs',
  banner: { js: "const __origin = require('node:url').pathToFileURL(__filename).href;" },
  define: { 'import.meta.url': '__origin' },
  plugins: [...common.plugins, libraryApart, partsOfAgents, packagesApart('./')],
});

const inBrowsers = {
  bundle: true,
  minify: true,
  platform: 'browser',
  target: 'es2022',
  logLevel: 'warning',
  plugins: [esbuildImports],
};

// The page of results, and a run as a report.
await build({
  ...inBrowsers,
  format: 'iife',
  entryPoints: {
    'compete-page': 'src/apps/compete/page/main.ts',
    'compete-style': 'src/apps/compete/page/style.css',
    'report-page': 'src/apps/server/web/recorded.tsx',
    'report-style': 'src/apps/server/web/style.css',
  },
  outdir: fresh,
  jsx: 'automatic',
  jsxImportSource: 'preact',
});

// The page of the server: the editor comes after the rest.
await build({
  ...inBrowsers,
  format: 'esm',
  splitting: true,
  entryPoints: [
    { in: 'src/apps/server/web/live.tsx', out: 'page' },
    { in: 'src/apps/server/web/style.css', out: 'page' },
  ],
  outdir: join(fresh, 'page'),
  jsx: 'automatic',
  jsxImportSource: 'preact',
  define: { EXAMPLES: JSON.stringify(readExamples('examples')) },
});
copyFileSync('src/apps/server/web/page.html', join(fresh, 'page', 'page.html'));

/** Commands that the parser of the command line loads with their bytecode, one script each. */
const commands = ['verify', 'export', 'validate', 'run', 'engines', 'completion', 'certificate', 'contracts'].map(
  (name) => `${name}-command`,
);
const commandsWithBytecode = {
  name: 'commands-with-bytecode',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: new RegExp(`^\\./(${commands.join('|')})\\.ts$`) }, ({ path, importer }) =>
      importer.endsWith('program.ts') ? { path: path.slice(2, -3), namespace: 'command' } : undefined,
    );
    onLoad({ filter: /./, namespace: 'command' }, ({ path }) => ({
      contents: `import { loadCode } from './load-code.ts';
export const { ${path.replace(/-c/, 'C')} } = loadCode(new URL('./code/${BESIDE.get(path) ?? path}.cjs', import.meta.url), import.meta.url);`,
      resolveDir: 'src/apps/cli',
    }));
  },
};

// The parts that load as a whole, with bytecode: one script each, and, for threads, a module that
// loads it.
/**
 * Commands and threads that share the bundle of another one, which knows most of what they do: `lemmata contracts` that
 * of `verify`; `lemmata run`, the follower and the replayer that of the compiler; the exchange of lemmas that of the
 * certifier.
 */
const BESIDE = new Map([
  ['contracts-command', 'verify-command'],
  ['workers/run', 'workers/compile'],
  ['workers/follower', 'workers/compile'],
  ['workers/replayer', 'workers/compile'],
  ['workers/exchange', 'workers/certifier'],
]);
const threads = readdirSync('workers').map((file) => `workers/${file.slice(0, -3)}`);
/**
 * Modules of Node that a verification needs late or never: they are loaded with the first call.
 * Loading them takes as long as deciding a small program.
 */
const LATE_MODULES = {
  'node:crypto': ['createHash', 'randomBytes', 'randomUUID'],
  'node:worker_threads': ['MessageChannel', 'Worker'],
};
const lateModules = {
  name: 'late-modules',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^node:(crypto|worker_threads)$/, namespace: 'file' }, ({ path, importer }) =>
      path === 'node:crypto' || /src\/race\/(threads|exchange|schedule)\//.test(importer)
        ? { path, namespace: 'late' }
        : undefined,
    );
    onLoad({ filter: /./, namespace: 'late' }, ({ path }) => ({
      contents: LATE_MODULES[path]
        .map((name) => {
          const call = `require('${path}').${name}`;
          const made = /^[A-Z]/.test(name) ? `Reflect.construct(${call}, words)` : `${call}(...words)`;
          return `export function ${name}(...words) { return ${made}; }`;
        })
        .join('\n'),
    }));
  },
};
/**
 * @param {readonly (readonly [string, string])[]} entries names of bundles, and their files
 * @param {import('esbuild').Plugin[]} plugins
 */
async function buildLoaded(entries, plugins) {
  await build({
    ...common,
    entryPoints: Object.fromEntries(entries),
    outdir: join(fresh, 'code'),
    outExtension: { '.js': '.cjs' },
    format: 'cjs',
    define: { 'import.meta.url': '__origin' },
    // Calls `require`: a script of bytecode has no loader for modules.
    supported: { 'dynamic-import': false },
    plugins: [...common.plugins, lateModules, commandsApart, commandsWithBytecode, ...plugins],
  });
}
const besideOthers = {
  name: 'beside-others',
  setup({ onLoad }) {
    onLoad({ filter: /workers\/(compile|certifier)\.ts$|verify-command\.ts$/ }, ({ path }) => {
      const others = [...BESIDE].flatMap(([name, at]) =>
        basename(at) === basename(path, '.ts') ? [basename(name)] : [],
      );
      const exported = others.map((name) =>
        name.endsWith('-command')
          ? `export * from './${name}.ts';`
          : `export { default as ${name} } from './${name}.ts';`,
      );
      return { contents: `${readFileSync(path, 'utf8')}${exported.join('\n')}`, loader: 'ts' };
    });
  },
};
const loaded = [
  ...['program', ...commands].map((name) => /** @type {const} */ ([name, `src/apps/cli/${name}.ts`])),
  ...threads.map((name) => /** @type {const} */ ([name, `${name}.ts`])),
].filter(([name]) => !BESIDE.has(name));
const sharing = new Map([
  ['export-command', './code/'],
  ['validate-command', './code/'],
  ...['job', 'simulator'].map((name) => /** @type {const} */ ([`workers/${name}`, '../code/'])),
]);
await buildLoaded(
  loaded.filter(([name]) => !sharing.has(name)),
  [besideOthers, packagesApart('./code/', CLIENTS)],
);
for (const [name, folder] of sharing)
  await buildLoaded(
    loaded.filter(([other]) => other === name),
    [packagesApart(folder)],
  );
for (const name of ['program', ...threads]) {
  const up = name === 'program' ? './' : '../';
  const bundle = BESIDE.get(name) ?? name;
  const code = `loadCode(new URL('${up}code/${bundle}.cjs', import.meta.url), import.meta.url)`;
  const exported = exportedBy(name, code);
  mkdirSync(dirname(join(fresh, name)), { recursive: true });
  writeFileSync(join(fresh, `${name}.js`), `import { loadCode } from '${up}load-code.js';\n${exported}\n`);
}
chmodSync(join(fresh, 'cli.js'), 0o755);
writeFileSync(join(fresh, 'packages.json'), `${JSON.stringify([...packages].sort(), null, 2)}\n`);
if (complete || process.argv.includes('--bytecode')) node(join(fresh, 'record-code.js'), fresh);

if ((await declared) !== 0) process.exit(1);
if (complete) keepReached(join(fresh, 'types'), 'src/index.d.ts');
rmSync(out, { recursive: true, force: true });
renameSync(fresh, out);

/** The text of the module that loads a bundle by `code`. */
function exportedBy(name, code) {
  switch (basename(name)) {
    case 'program':
      return `export const { runCommandLine } = ${code};`;
    case 'compile':
      return `${code}.default();`;
    case 'run':
      return `${code}.run();`;
    default:
      return `export default ${code}.${BESIDE.has(name) ? basename(name) : 'default'};`;
  }
}

function node(...args) {
  execFileSync(process.execPath, args, { stdio: 'inherit' });
}

/** Checks all types and writes the declarations; resolves to the exit code. */
function writeDeclarations(folder) {
  const tsc = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin', 'tsc');
  const args = [tsc, '--emitDeclarationOnly', '--stripInternal', '--incremental', 'false', '--outDir', folder];
  const child = spawn(process.execPath, args, { stdio: 'inherit' });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 1));
  });
}

/** Deletes the declarations that those of the entry do not lead to. */
function keepReached(folder, entry) {
  const reached = new Set([entry]);
  for (const file of reached) {
    const text = readFileSync(join(folder, file), 'utf8');
    for (const [, , path] of text.matchAll(/(from |import\()['"](\.[^'"]+)\.ts['"]/g))
      reached.add(join(dirname(file), `${path}.d.ts`));
  }
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
    if (file.endsWith('.d.ts') && !reached.has(file)) rmSync(join(folder, file));
}
