/** A row of the table. */
interface Part {
  readonly name: string;
  /** Patterns of the files that are its own. */
  readonly files: readonly string[];
  readonly decision: string;
}

const engine = (name: string, decision: string, ...files: readonly string[]): Part => ({
  name: `engine:${name}`,
  files: files.map((file) => `src/engines/${file}`),
  decision,
});
const template = (name: string, decision: string, ...files: readonly string[]): Part => ({
  name: `template:${name}`,
  files: files.map((file) => `src/engines/templates/${file}`),
  decision,
});
const pass = (name: string, decision: string, ...files: readonly string[]): Part => ({
  name: `pass:${name}`,
  files: files.map((file) => `src/system/transys/passes/${file}.ts`),
  decision,
});
const refuter = (name: string, decision: string, ...files: readonly string[]): Part => ({
  name: `refuter:${name}`,
  files: files.map((file) => `src/certify/proof/${file}`),
  decision,
});

/** The parts in the order of the table. */
export const PARTS: readonly Part[] = [
  engine('sim', '', 'runs/sim/*.ts'),
  engine('exhaust', 'not judged here', 'runs/exhaust.ts', 'runs/exhaust/*.ts'),
  engine('explore', 'not judged here', 'runs/explore.ts', 'runs/explore/*.ts'),
  engine('bmc', 'of the papers', 'bounded/bmc.ts'),
  engine('kind', 'of the papers', 'bounded/kind.ts', 'bounded/step-case.ts'),
  engine('ai', 'not judged here', 'dataflow/ai.ts'),
  engine('houdini', 'not judged here', 'templates/*.ts', 'templates/heap/*.ts'),
  engine('poly', 'not judged here', 'algebra/*.ts'),
  engine('boxes', '', 'boxes/*.ts'),
  engine('ic3', 'not judged here', 'frames/ic3.ts', 'frames/ic3/*.ts'),
  engine('pdr', 'not judged here', 'frames/pdr.ts', 'frames/pdr/*.ts'),
  engine('imc', 'of the papers', 'interpolating/imc.ts'),
  engine('ismc', 'of the papers', 'interpolating/ismc.ts'),
  engine('dar', 'of the papers', 'interpolating/dar.ts'),
  engine('bmc:z3', ''),
  engine('lasso', '', 'termination/lasso.ts'),
  engine('rank', '', 'termination/rank.ts', 'termination/rank/*.ts'),
  engine('recur', '', 'termination/recur.ts', 'termination/recur/*.ts'),
  { name: 'quick', files: ['src/race/worker/quick.ts', 'src/race/coordinator/quick-stage.ts'], decision: '' },
  { name: 'quick:search', files: [], decision: '' },
  { name: 'quick:run', files: [], decision: '' },
  { name: 'quick:follow', files: [], decision: '' },
  { name: 'hot loops', files: ['src/interpreter/hot/*.ts'], decision: '' },
  { name: 'exchange', files: ['src/race/exchange/*.ts'], decision: 'stays' },
  { name: 'cache', files: ['src/race/cache/*.ts'], decision: 'not judged here' },
  pass('cone', '', 'cone'),
  pass('constants', '', 'constants', 'edges', 'ranges'),
  pass('equal', '', 'equal'),
  pass('exclude', '', 'exclude'),
  pass('narrow', '', 'narrow'),
  pass('parts', '', 'parts'),
  { name: 'pass:only run', files: ['src/system/encode/path/only-run.ts'], decision: '' },
  refuter('algebra', 'not judged here', 'algebra/*.ts'),
  refuter('algebra of sums', 'not judged here'),
  refuter('without products', '', 'algebra/without-products.ts'),
  refuter('bounds', '', 'bounds/*.ts'),
  refuter('cases', '', 'cases/*.ts'),
  refuter('partwise', '', 'partwise.ts'),
  refuter('alternating', '', 'alternating.ts'),
  { name: 'certificate:universal', files: [], decision: '' },
  { name: 'certificate:ranking', files: ['src/certify/proof/true/ranking-conditions.ts'], decision: '' },
  { name: 'certificate:parts', files: ['src/certify/proof/parts.ts'], decision: '' },
  template('atoms', ''),
  template('turns', '', 'turns.ts'),
  template('established', '', 'established.ts'),
  template('shrunk', '', 'shrunk.ts'),
  template('passed guards', '', 'passed-guards.ts'),
  template('ends of strings', '', 'terminators.ts'),
  template('heap', '', 'heap/*.ts'),
  template('heap walked', ''),
  template('contents said', '', 'contents.ts'),
  template('contents learnt', ''),
  template('phases', '', 'phases.ts'),
  template('equalities', '', 'equalities.ts'),
  template('limits', ''),
  template('bounds', '', 'bounds.ts'),
  template('elements', '', 'elements.ts'),
  template('clauses', ''),
];
