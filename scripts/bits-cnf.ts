import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseProgram } from '../src/c/index.ts';
import { preprocess } from '../src/c/source/preprocess.ts';
import type { DataModel } from '../src/c/types/types.ts';
import { Blaster } from '../src/logic/bits/blast.ts';
import { ClauseWriter } from '../src/logic/bits/clauses.ts';
import { FloatRemoval } from '../src/logic/bits/float-removal.ts';
import { ArrayElimination } from '../src/logic/terms/array-free.ts';
import { NO_TERM, type Term } from '../src/logic/terms/builder.ts';
import { dagSize } from '../src/logic/terms/traverse.ts';
import { loadZ3, Z3FloatCircuits } from '../src/logic/z3/index.ts';
import { buildProgram, linkProgram } from '../src/program/passes.ts';
import { encode } from '../src/system/encode/index.ts';
import { simplify } from '../src/system/transys/passes/simplify.ts';
import type { TransitionSystem } from '../src/system/transys/system.ts';
import { Unroller } from '../src/system/transys/unroll.ts';

/**
 * Writes the queries of bounded model checking as DIMACS files: is there a run of exactly k steps that
 * ends in bad?
 *
 *     node scripts/run.mjs scripts/bits-cnf.ts FILE.c[,FILE.c ...] BOUNDS FOLDER [ILP32|LP64]
 *
 * BOUNDS is a list such as "3,8,20". The script writes FOLDER/FILE.k<bound>.cnf and prints sizes and
 * CPU milliseconds. It names and leaves out queries that fold to a constant while unrolling, and those
 * with arrays that cannot be eliminated. LEMMATA_POLARITY=1: clauses by polarity.
 */

const [files, bounds, folder, model = 'ILP32'] = process.argv.slice(2);
if (files === undefined || bounds === undefined || folder === undefined || (model !== 'ILP32' && model !== 'LP64'))
  throw new Error('bits-cnf.ts FILE.c[,FILE.c ...] BOUNDS FOLDER [ILP32|LP64]');

const circuits = new Z3FloatCircuits(await loadZ3());
mkdirSync(folder, { recursive: true });
for (const file of files.split(',')) {
  const system = await compile(file, model);
  const name = basename(file).replace(/\.[ci]$/, '');
  for (const bound of bounds.split(',').map(Number)) write(system, bound, name, join(folder, `${name}.k${bound}.cnf`));
}

async function compile(path: string, dataModel: DataModel): Promise<TransitionSystem> {
  const program = buildProgram(parseProgram([await preprocess(path, { model: dataModel })], { model: dataModel }));
  const linked = linkProgram(program, { errorFunctions: ['reach_error'] });
  if ('unsupported' in linked) throw new Error(linked.unsupported);
  return simplify(encode(linked).system).system;
}

/** The conjuncts of the query at a bound. */
function query({ terms, initConstraint }: TransitionSystem, unroller: Unroller, bound: number): Term[] {
  const out = [initConstraint];
  for (let j = 0; j <= bound; j++) {
    out.push(...unroller.definitions(j));
    out.push(j < bound ? unroller.feasible(j) : unroller.bad(j));
  }
  return out.filter((t) => t !== terms.true);
}

/** CPU milliseconds of a piece of work. */
function timed<T>(work: () => T): { readonly result: T; readonly ms: number } {
  const start = process.cpuUsage();
  const result = work();
  const { user, system: kernel } = process.cpuUsage(start);
  return { result, ms: (user + kernel) / 1000 };
}

function write(of: TransitionSystem, bound: number, name: string, path: string): void {
  const { terms } = of;
  const { result: asserted, ms: unrolling } = timed(() => query(of, new Unroller(of, { start: 'init' }), bound));
  if (asserted.includes(terms.false) || asserted.length === 0) {
    console.log(`${path}: constant`);
    return;
  }
  const arrays = new ArrayElimination(terms);
  const floats = new FloatRemoval(terms, circuits);
  const { result: plain, ms: lowering } = timed(() => {
    const out: Term[] = [];
    for (const t of asserted) {
      const form = arrays.apply(floats.apply(t));
      if (form === NO_TERM) return null;
      out.push(form, ...arrays.takeConstraints());
    }
    return out;
  });
  if (plain === null) {
    console.log(`${path}: arrays stay`);
    return;
  }
  const blaster = new Blaster(terms);
  const { ms: blasting } = timed(() => {
    for (const t of plain) blaster.translate(t);
  });
  let variables = 0;
  const clauses: string[] = [];
  const sink = {
    newVariable: (): number => variables++,
    clause: (literals: readonly number[]): void => {
      clauses.push(`${literals.map((x) => ((x & 1) === 1 ? -1 - (x >> 1) : 1 + (x >> 1))).join(' ')} 0`);
    },
  };
  const writer = new ClauseWriter(blaster.graph, sink, process.env.LEMMATA_POLARITY === '1', sink.newVariable);
  const { ms: writing } = timed(() => {
    for (const t of plain) writer.assert(blaster.edge(t));
  });
  writeFileSync(
    path,
    `c ${name}, is there a run of ${bound} steps into bad?\np cnf ${variables} ${clauses.length}\n${clauses.join('\n')}\n`,
  );
  const times = { unrolling, lowering, blasting, writing };
  const costs = Object.entries(times).map(([phase, ms]) => `${phase} ${ms.toFixed(0)}`);
  console.log(
    `${path}: ${dagSize(terms, plain)} terms, ${blaster.graph.size} nodes, ${variables} variables, ${clauses.length} clauses; ms: ${costs.join(', ')}`,
  );
}
