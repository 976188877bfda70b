// Plugin for esbuild: puts wrappers around parts of the command, which `probe.mjs` switches off or
// records. The product has no such switches.
import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..');
const EMPTY = '() => []';
const anything = '(found) => found.length > 0';

/** Code of wrappers by file and export. `original` is the export; a file may have an importer of its own. */
const PARTS = [
  ...[
    ['cone', 'coneOfInfluence'],
    ['exclude', 'dropExcluded'],
    ['narrow', 'narrowWidths'],
  ].map(([file, name]) => part(`src/system/transys/passes/${file}.ts`, name, `probe.pass('${file}', original)`)),
  switched('src/system/transys/passes/parts.ts', 'errorParts', 'pass:parts', EMPTY, anything),
  switched('src/system/encode/path/only-run.ts', 'encodeOnlyRun', 'pass:only run', 'null', '(run) => run !== null'),
  refuters(
    'src/certify/proof/refuters/algebra/refuter.ts',
    'algebraicRefuters',
    "(args[1] === 'sums' ? 'refuter:algebra of sums' : 'refuter:algebra')",
  ),
  refuters('src/certify/proof/refuters/bounds/refuter.ts', 'boundsRefuters', "'refuter:bounds'"),
  refuters('src/certify/proof/refuters/cases/refuter.ts', 'casesRefuters', "'refuter:cases'"),
  refuters('src/certify/proof/refuters/plain/refuter.ts', 'plainRefuters', "'refuter:plain'"),
  refuters('src/certify/proof/refuters/without-products.ts', 'withoutProducts', "'refuter:without products'"),
  part(
    'src/certify/proof/refuters/partwise.ts',
    'partwiseRefuters',
    "(store, inner) => probe.off('refuter:partwise') ? inner : probe.refuters('refuter:partwise', original(store, inner))",
  ),
  part(
    'src/certify/proof/refuters/alternating.ts',
    'alternatingRefuters',
    "(...all) => probe.off('refuter:alternating') ? probe.inOrder(all) : original(...all)",
  ),
  part(
    'src/certify/proof/certificate.ts',
    'checkCertificate',
    `(system, certificate, ...more) => {
      const name = 'certificate:' + certificate.kind;
      if (probe.off(name)) return { accepted: false, condition: 'form', why: 'off', decided: true };
      const result = original(system, certificate, ...more);
      if (result.accepted) probe.record(name);
      return result;
    }`,
  ),
  part(
    'src/race/worker/quick.ts',
    'quickStage',
    `(kept, job) => {
      const answer = original(kept, probe.off('quick:search') ? { ...job, milliseconds: 0 } : job);
      if (answer.kind === 'safe' || answer.kind === 'unsafe')
        probe.record('quick:' + ({ kind: 'search', sim: 'run', follow: 'follow' })[answer.by]);
      return answer;
    }`,
  ),
  part(
    'src/engines/runs/sim/sim.ts',
    'simulate',
    "(context) => probe.off('quick:run') ? { kind: 'unknown', reason: { kind: 'stopped' }, bound: null } : original(context)",
    'race/worker/quick.ts',
  ),
  part('src/engines/runs/sim/sim.ts', 'simulate', "probe.engine('sim', original)", 'workers/simulator.ts'),
  part('src/engines/runs/sim/endless.ts', 'simulateEndless', "probe.engine('sim', original)", 'workers/simulator.ts'),
  part(
    'src/certify/proof/runs/follower.ts',
    'followRuns',
    "probe.switched('quick:follow', original, null, (found) => found !== null)",
    'race/worker/quick.ts',
  ),
  part(
    'src/engines/implementations.ts',
    'ENGINES',
    'Object.fromEntries(Object.entries(original).map(([name, run]) => [name, probe.engine(name, run)]))',
  ),
  part(
    'src/engines/templates/candidates.ts',
    'candidateTiers',
    "function* (...args) { for (const tier of original(...args)) if (!probe.off('template:' + tier.name)) yield tier; }",
  ),
  switched(
    'src/engines/templates/equalities.ts',
    'inductiveEqualities',
    'template:equalities',
    'null',
    '(found) => (found ?? []).length > 0',
  ),
  switched('src/engines/templates/established.ts', 'establishedAtoms', 'template:established', EMPTY, anything),
  ...[
    ['hulls', 'hullInequalities'],
    ['carried', 'carriedInequalities'],
    ['entry-guards', 'entryGuards'],
    ['available', 'availableFormulas'],
  ].map(([file, name]) => switched(`src/system/analysis/${file}.ts`, name, `analysis:${file}`, EMPTY, anything)),
  switched('src/system/analysis/halves.ts', 'offsetsByObject', 'analysis:halves', EMPTY, anything),
  switched('src/engines/runs/states/states.ts', 'exploreStates', 'explore:states', 'null', '(claim) => claim !== null'),
  switched(
    'src/engines/runs/explore/regions.ts',
    'exploreRegions',
    'explore:regions',
    'null',
    '(claim) => claim !== null',
  ),
  part(
    'src/interpreter/hot/hot-loops.ts',
    'HotLoops',
    "class extends original { constructor(runtime, calls, after) { super(runtime, calls, probe.off('hot loops') ? Number.POSITIVE_INFINITY : after); } }",
  ),
  switched('src/interpreter/hot/loop-code.ts', 'loopCode', 'hot loops', 'null', '(code) => code !== null'),
  part('portfolio.json', 'default', 'probe.portfolio(original)', 'race/options/configuration.ts'),
];

function part(file, name, code, importer = '') {
  return { file: join(root, file), name, code, importer };
}
function switched(file, exported, name, instead, acts) {
  return part(file, exported, `probe.switched('${name}', original, ${instead}, ${acts})`);
}
function refuters(file, exported, name) {
  return part(file, exported, `(...args) => probe.refuters(${name}, original(...args))`);
}

export default {
  name: 'ablation',
  setup(build) {
    for (const { file } of PARTS) if (!existsSync(file)) throw new Error(`${file} has moved`);
    build.onResolve({ filter: /(\.ts|portfolio\.json)$/ }, ({ path, resolveDir, importer, namespace }) => {
      if (namespace === 'ablation' || !path.startsWith('.')) return undefined;
      const file = resolve(resolveDir, path);
      const index = PARTS.findIndex((one) => one.file === file && importer.endsWith(one.importer));
      return index < 0 ? undefined : { path: `${index}:${file}`, namespace: 'ablation' };
    });
    build.onLoad({ filter: /.*/, namespace: 'ablation' }, ({ path }) => {
      const { file, name, code } = PARTS[Number.parseInt(path, 10)];
      const more = name === 'default' ? '' : `export * from ${JSON.stringify(file)};`;
      const exported = name === 'default' ? 'export default part;' : `export { part as ${name} };`;
      return {
        contents: `import * as probe from ${JSON.stringify(join(root, 'scripts/ablation/probe.mjs'))};
          import { ${name} as original } from ${JSON.stringify(file)};
          ${more} const part = ${code}; ${exported}`,
        resolveDir: root,
        loader: 'js',
      };
    });
  },
};
