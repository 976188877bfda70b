/**
 * The dependency rule: every room knows only the rooms before it (ARCHITECTURE.md). A room that is not named in `mayImport` of another
 * may not be imported by it. `base` may be used everywhere.
 */
const mayImport = {
  base: [],
  c: [],
  cfa: ['c'],
  smt: [],
  domains: ['smt'],
  transys: ['smt', 'domains'],
  analysis: ['smt', 'domains', 'transys'],
  encode: ['c', 'cfa', 'smt', 'transys'],
  interpolation: ['smt'],
  exchange: ['smt', 'transys'],
  engines: ['c', 'cfa', 'smt', 'transys', 'analysis', 'interpolation', 'exchange'],
  certify: ['c', 'cfa', 'smt', 'transys'],
  portfolio: ['c', 'cfa', 'encode', 'smt', 'transys', 'interpolation', 'exchange', 'engines', 'certify'],
  witness: ['c', 'cfa', 'smt', 'transys', 'certify', 'portfolio', 'report'],
  report: ['c', 'cfa', 'smt', 'transys', 'certify', 'portfolio'],
  compete: ['c', 'portfolio'],
  server: ['portfolio', 'witness', 'report', 'compete'],
  cli: ['c', 'cfa', 'encode', 'smt', 'transys', 'interpolation', 'exchange', 'engines', 'certify', 'portfolio', 'witness', 'report', 'compete', 'server'],
};

const rooms = Object.keys(mayImport);

module.exports = {
  forbidden: [
    ...rooms.map((room) => ({
      name: `room-${room}`,
      severity: 'error',
      from: { path: `^src/${room}/` },
      to: { path: '^(src|workers)/', pathNot: `^src/(${[room, 'base', ...mayImport[room]].join('|')})/` },
    })),
    {
      name: 'engines-do-not-run-programs',
      comment: 'Only the simulator executes programs; the other engines see the transition system alone.',
      severity: 'error',
      from: { path: '^src/engines/', pathNot: '^src/engines/(sim|engine)' },
      to: { path: '^src/(c|cfa)/' },
    },
    {
      name: 'certify-knows-no-engine',
      severity: 'error',
      from: { path: '^src/certify/' },
      to: { path: '^src/(engines|encode)/' },
    },
    {
      name: 'certify-shares-no-translation',
      comment: 'What an engine proved by gates is certified by another translation; the SAT core is under a checker of its proofs.',
      severity: 'error',
      from: { path: '^src/certify/' },
      to: { path: '^src/smt/bits/' },
    },
    { name: 'piscina-in-portfolio', severity: 'error', from: { pathNot: '^(src/portfolio|workers)/' }, to: { path: 'node_modules/piscina' } },
    { name: 'comlink-for-control', severity: 'error', from: { pathNot: '^(src/portfolio|workers)/' }, to: { path: 'node_modules/comlink' } },
    { name: 'z3-in-smt', severity: 'error', from: { pathNot: '^src/smt/z3/' }, to: { path: 'node_modules/z3-solver' } },
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
