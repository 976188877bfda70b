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
const analysis = (name: string, decision: string, ...files: readonly string[]): Part => ({
  name: `analysis:${name}`,
  files: [`${name}.ts`, ...files].map((file) => `src/system/analysis/${file}`),
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
  files: files.map((file) => `src/certify/proof/refuters/${file}`),
  decision,
});

/** The parts in the order of the table. */
export const PARTS: readonly Part[] = [
  engine('sim', 'stays', 'runs/sim/*.ts'),
  engine(
    'exhaust',
    'stays: the only solver of partial_mod_count_limited_4, and cohencu-ll_valuebound100 takes a third of the time of poly',
    'runs/exhaust.ts',
    'runs/exhaust/*.ts',
  ),
  engine('explore', 'stays', 'runs/explore.ts', 'runs/explore/*.ts'),
  { name: 'explore:states', files: ['src/engines/runs/states/*.ts'], decision: 'stays: most proofs about threads' },
  {
    name: 'explore:regions',
    files: ['src/engines/runs/explore/{regions,guided}.ts', 'src/system/analysis/regions/*.ts'],
    decision: 'stays: without it, threads that a loop begins are open after 10 s, and proved in 3 s with it',
  },
  engine('bmc', 'of the papers', 'bounded/bmc.ts'),
  engine('kind', 'of the papers', 'bounded/kind.ts', 'bounded/step-case.ts'),
  engine('ai', 'stays', 'dataflow/ai.ts'),
  analysis('entry-guards', 'stays: one check of a decoder of UTF-8; eight other programs do not need it'),
  analysis('carried', 'stays: parsers that read a length and then so many bytes', 'inequalities.ts'),
  analysis(
    'hulls',
    'stays: writers that add a byte to some others, records of a least length',
    'dual-cone.ts',
    'sum-steps.ts',
    'inequality.ts',
  ),
  engine('houdini', 'stays', 'templates/*.ts', 'templates/heap/*.ts'),
  engine(
    'poly',
    'stays: the only solver of cohencu-ll, fermat2-ll and geo3-ll, which the sample leaves out',
    'algebra/*.ts',
  ),
  engine('boxes', 'stays', 'boxes/*.ts'),
  engine('ic3', 'stays', 'frames/ic3.ts', 'frames/ic3/*.ts'),
  engine('pdr', 'gone: ic3 solves what it solved'),
  engine('imc', 'of the papers', 'interpolating/imc.ts'),
  engine('ismc', 'of the papers', 'interpolating/ismc.ts'),
  engine('dar', 'of the papers', 'interpolating/dar.ts'),
  engine('bmc:z3', 'gone: it alone decided none of 34 tasks without loops'),
  engine('lasso', 'stays: runs without end behind rare inputs', 'termination/lasso.ts'),
  engine('rank', 'stays', 'termination/rank.ts', 'termination/rank/*.ts'),
  engine(
    'recur',
    'stays: runs without end in which no state comes twice',
    'termination/recur.ts',
    'termination/recur/*.ts',
  ),
  { name: 'quick', files: ['src/race/worker/quick.ts', 'src/race/coordinator/quick-stage.ts'], decision: 'stays' },
  { name: 'quick:search', files: [], decision: 'stays' },
  { name: 'quick:run', files: [], decision: 'stays' },
  { name: 'quick:follow', files: [], decision: 'stays' },
  {
    name: 'hot loops',
    files: ['src/interpreter/hot/*.ts'],
    decision: 'stays: an error after 40 million turns takes 9 times as long',
  },
  { name: 'exchange', files: ['src/race/exchange/*.ts'], decision: 'stays' },
  { name: 'cache', files: ['src/race/cache/*.ts'], decision: 'stays: users ask for it by an option' },
  pass('cone', 'stays', 'cone'),
  pass('constants', 'gone'),
  pass('equal', 'gone'),
  pass('exclude', 'stays: overflow of products between bounds', 'exclude'),
  pass('narrow', 'stays', 'narrow'),
  pass('parts', 'stays', 'parts'),
  { name: 'pass:only run', files: ['src/system/encode/path/only-run.ts'], decision: 'stays' },
  refuter('algebra', 'not judged here', 'algebra/*.ts'),
  refuter('algebra of sums', 'not judged here'),
  refuter('without products', 'stays: cohencu-ll', 'without-products.ts'),
  refuter('bounds', 'stays', 'bounds/*.ts'),
  refuter('cases', 'stays', 'cases/*.ts'),
  refuter('partwise', 'stays: invariants with products', 'partwise.ts'),
  refuter('alternating', 'stays: it joins the others', 'alternating.ts'),
  { name: 'certificate:universal', files: [], decision: 'stays' },
  { name: 'certificate:ranking', files: [], decision: 'stays' },
  { name: 'certificate:parts', files: ['src/certify/proof/parts.ts'], decision: 'stays with the pass' },
  template('atoms', 'stays'),
  template('turns', 'gone'),
  template('established', 'stays', 'established.ts'),
  template('shrunk', 'gone'),
  template('passed guards', 'stays with engine:poly', 'passed-guards.ts'),
  template('ends of strings', 'stays: copies and scans of strings', 'terminators.ts'),
  template('heap', 'stays', 'heap/*.ts'),
  template('heap walked', 'gone'),
  template('contents said', 'stays', 'contents.ts'),
  template('contents learnt', 'stays'),
  template('orders', 'stays: sorts by insertion, selection and bubbles, of any length', 'orders.ts'),
  template('tables', 'stays: the only proof of init-non-constant-2-n-u', 'tables.ts'),
  template('equals', 'stays: rings whose elements come out in their turn', 'equals.ts'),
  template('phases', 'stays: counters that rise, then fall', 'phases.ts'),
  template('equalities', 'stays', 'equalities.ts'),
  template('limits', 'stays: shared_mem1'),
  template('bounds', 'gone'),
  template('elements', 'gone'),
  template('clauses', 'stays: protocols take up to 1.5 times as long'),
];
