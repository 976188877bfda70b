/**
 * The dependency rule: every room knows only the rooms before it (ARCHITECTURE.md). A room that is not named in `mayImport` of another
 * may not be imported by it. `base` may be used everywhere.
 */
const mayImport = {
  base: [],
  types: [],
  builtins: ['types'],
  c: ['types', 'builtins'],
  cfa: ['types', 'builtins', 'c'],
  lowering: ['types', 'builtins', 'c', 'cfa'],
  threads: ['types', 'c', 'cfa', 'lowering'],
  inputs: ['types', 'cfa'],
  interpreter: ['types', 'builtins', 'c', 'cfa', 'inputs'],
  link: ['types', 'builtins', 'c', 'cfa', 'lowering'],
  terms: [],
  offsets: ['terms'],
  shapes: ['types', 'terms', 'offsets'],
  sat: [],
  bits: ['terms', 'sat'],
  boxes: ['terms'],
  z3: ['terms'],
  domains: ['terms'],
  transys: ['terms', 'domains'],
  analysis: ['terms', 'domains', 'transys'],
  encode: ['types', 'builtins', 'c', 'cfa', 'link', 'terms', 'offsets', 'shapes', 'transys'],
  interpolation: ['terms', 'sat', 'bits'],
  exchange: ['terms', 'transys'],
  methods: ['cfa', 'terms', 'sat', 'bits', 'transys', 'domains', 'analysis', 'interpolation', 'exchange'],
  engines: ['types', 'cfa', 'interpreter', 'terms', 'sat', 'bits', 'boxes', 'transys', 'analysis', 'interpolation', 'methods'],
  certify: ['types', 'cfa', 'interpreter', 'terms', 'sat', 'transys'],
  portfolio: ['types', 'c', 'cfa', 'lowering', 'threads', 'link', 'terms', 'sat', 'bits', 'z3', 'transys', 'encode', 'exchange', 'methods', 'engines', 'certify'],
  witness: ['types', 'cfa', 'interpreter', 'terms', 'transys', 'certify', 'portfolio', 'report'],
  report: ['c', 'cfa', 'terms', 'transys', 'certify', 'portfolio'],
  compete: ['types', 'c', 'cfa', 'portfolio'],
  editor: ['types', 'c', 'cfa', 'certify', 'portfolio', 'report'],
  server: ['portfolio', 'witness', 'report', 'compete'],
  cli: ['types', 'c', 'cfa', 'interpreter', 'threads', 'link', 'engines', 'certify', 'portfolio', 'witness', 'report', 'compete', 'server', 'editor'],
};

/** Rooms that use the package as its users do. */
const usersOfPackage = ['editor', 'cli'];

const rooms = Object.keys(mayImport);

module.exports = {
  forbidden: [
    ...rooms.map((room) => ({
      name: `room-${room}`,
      severity: 'error',
      from: { path: `^src/${room}/` },
      to: { path: '^(src|workers)/', pathNot: `^src/(${[room, 'base', ...mayImport[room]].join('|')})/${usersOfPackage.includes(room) ? '|^src/index.ts$' : ''}` },
    })),
    {
      name: 'engines-do-not-run-programs',
      comment: 'Only the simulator executes programs; the other engines see the transition system alone.',
      severity: 'error',
      from: { path: '^src/engines/', pathNot: '^src/engines/(sim|engine)' },
      to: { path: '^src/(c|cfa|interpreter|link)/' },
    },
    {
      name: 'certify-knows-no-engine',
      severity: 'error',
      from: { path: '^src/certify/' },
      to: { path: '^src/(engines|encode)/' },
    },
    {
      name: 'engine-code-in-threads',
      comment: 'Only threads load the code of engines; all else knows their register and their names.',
      severity: 'error',
      from: { path: '^(src|workers)/', pathNot: '^src/(engines|portfolio/worker)/' },
      to: { path: '^src/engines/', pathNot: '^src/engines/(register|engine-id)' },
    },
    { name: 'piscina-in-portfolio', severity: 'error', from: { pathNot: '^(src/portfolio|workers)/' }, to: { path: 'node_modules/piscina' } },
    { name: 'comlink-for-control', severity: 'error', from: { pathNot: '^(src/portfolio|workers)/' }, to: { path: 'node_modules/comlink' } },
    { name: 'z3-in-z3', severity: 'error', from: { pathNot: '^src/z3/' }, to: { path: 'node_modules/z3-solver' } },
    { name: 'nats-in-compete', severity: 'error', from: { path: '^src/', pathNot: '^src/compete/nats/' }, to: { path: 'node_modules/@nats-io' } },
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } } },
    { name: 'no-unresolved', severity: 'error', from: {}, to: { couldNotResolve: true, pathNot: '\\.wasm$' } },
    { name: 'no-orphans', severity: 'error', from: { orphan: true, path: '^src/', pathNot: '\\.d\\.ts$|^src/(compete/page/main|server/web/(live|recorded))' }, to: {} },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'require', 'node', 'default', 'types'] },
  },
};
