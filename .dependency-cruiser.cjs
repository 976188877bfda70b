/**
 * The dependency rule (ARCHITECTURE.md): a wing knows only the wings before it, and a room only the rooms that stand behind it here.
 * The room `base` may be used everywhere.
 */
const mayImport = {
  base: [],
  'c/types': [],
  'c/builtins': ['c/types'],
  c: ['c/types', 'c/builtins'],
  program: ['c'],
  'program/cfa': ['c'],
  'program/lowering': ['c', 'program/cfa'],
  'program/threads': ['c', 'program/cfa', 'program/lowering'],
  'program/link': ['c', 'program/cfa', 'program/lowering'],
  'program/inputs': ['c/types', 'program/cfa'],
  interpreter: ['c', 'program/cfa', 'program/inputs'],
  'logic/terms': [],
  'logic/sat': [],
  'logic/bits': ['logic/terms', 'logic/sat'],
  'logic/boxes': ['logic/terms'],
  'logic/z3': ['logic/terms'],
  'logic/domains': ['logic/terms'],
  'system/offsets': ['logic/terms'],
  'system/shapes': ['c/types', 'logic/terms', 'system/offsets'],
  'system/transys': ['logic/terms', 'logic/domains'],
  'system/analysis': ['logic/terms', 'logic/domains', 'system/transys'],
  'system/encode': ['c', 'program/cfa', 'program/link', 'logic/terms', 'system/offsets', 'system/shapes', 'system/transys'],
  'engines/interpolation': ['logic/terms', 'logic/sat', 'logic/bits'],
  'engines/methods': ['program/cfa', 'logic/terms', 'logic/sat', 'logic/bits', 'logic/domains', 'system/transys', 'system/analysis', 'engines/interpolation'],
  engines: ['c/types', 'program/cfa', 'interpreter', 'logic/terms', 'logic/sat', 'logic/bits', 'logic/boxes', 'system/transys', 'system/analysis'],
  certify: ['c/types', 'program/cfa', 'interpreter', 'logic/terms', 'logic/sat', 'system/transys'],
  race: ['c', 'program', 'logic/terms', 'logic/sat', 'logic/bits', 'logic/z3', 'system/analysis', 'system/transys', 'system/encode', 'engines', 'certify'],
  'apps/output': ['c', 'program/cfa', 'interpreter', 'logic/terms', 'logic/sat', 'system/transys', 'certify', 'race'],
  'apps/compete': ['c', 'program/cfa', 'race'],
  'apps/editor': ['c', 'program/cfa', 'certify', 'race', 'apps/output'],
  'apps/agents': ['program/cfa'],
  'apps/server': ['program/cfa', 'race', 'apps/output', 'apps/compete'],
  'apps/cli': ['c', 'program', 'interpreter', 'engines', 'certify', 'race', 'apps'],
};

/** The floors of the encoder: a file knows its own floor and those before it. */
const floors = ['plan', 'objects', 'machine', 'memory/lifetimes', 'memory/pointers', 'memory/bytes', 'memory/places', 'memory/heap']
  .concat(['floats', 'values', 'calls', 'library', 'operations.ts', 'blocks', 'path'])
  .map((floor) => `^src/system/encode/${floor}(/|$)`);

/** Rooms that use the package as its users do. */
const usersOfPackage = ['apps/editor', 'apps/cli'];

const rooms = Object.keys(mayImport);
/** Rooms within a folder that is a room itself. */
const within = (room) => rooms.filter((other) => other.startsWith(`${room}/`));

module.exports = {
  forbidden: [
    ...rooms.map((room) => ({
      name: `room-${room.replace('/', '-')}`,
      severity: 'error',
      from: { path: `^src/${room}/`, pathNot: within(room).map((other) => `^src/${other}/`) },
      to: {
        path: '^(src|workers)/',
        pathNot: [
          `^src/(${[room, 'base', ...mayImport[room]].join('|')})/`,
          ...(usersOfPackage.includes(room) ? ['^src/index.ts$'] : []),
        ],
      },
    })),
    ...floors.slice(0, -1).map((from, i) => ({
      name: `floor-${i}-of-encode`,
      severity: 'error',
      from: { path: from },
      to: { path: floors.slice(i + 1) },
    })),
    {
      name: 'methods-know-no-engine',
      severity: 'error',
      from: { path: '^src/engines/(methods|interpolation)/' },
      to: { path: '^src/engines/', pathNot: '^src/engines/(methods|interpolation)/' },
    },
    {
      name: 'engines-do-not-run-programs',
      comment: 'Only the simulator executes programs; the other engines see the transition system alone.',
      severity: 'error',
      from: { path: '^src/engines/', pathNot: '^src/engines/(runs/sim|engine|methods)' },
      to: { path: '^src/(c|program|interpreter)/' },
    },
    {
      name: 'certify-knows-no-engine',
      severity: 'error',
      from: { path: '^src/certify/' },
      to: { path: '^src/(engines|system/encode)/' },
    },
    {
      name: 'engine-code-in-threads',
      comment: 'Only threads load the code of engines; all else knows their register, their names, and their contract.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/(engines|race/worker)/' },
      to: { path: '^src/engines/', pathNot: '^src/engines/(register|engine-id|methods/)' },
    },
    { name: 'piscina-in-race', severity: 'error', from: { pathNot: '^(src/race|workers)/' }, to: { path: 'node_modules/piscina' } },
    { name: 'comlink-for-control', severity: 'error', from: { pathNot: '^(src/race|workers)/' }, to: { path: 'node_modules/comlink' } },
    { name: 'z3-in-z3', severity: 'error', from: { pathNot: '^src/logic/z3/' }, to: { path: 'node_modules/z3-solver' } },
    { name: 'nats-in-compete', severity: 'error', from: { path: '^src/', pathNot: '^src/apps/compete/nats/' }, to: { path: 'node_modules/@nats-io' } },
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    { name: 'no-unresolved', severity: 'error', from: {}, to: { couldNotResolve: true, pathNot: '\\.wasm$' } },
    { name: 'no-orphans', severity: 'error', from: { orphan: true, path: '^src/', pathNot: '\\.d\\.ts$|^src/apps/(compete/page/main|server/web/(live|recorded))' }, to: {} },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'require', 'node', 'default', 'types'] },
  },
};
