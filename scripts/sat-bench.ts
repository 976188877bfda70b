import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { init } from 'z3-solver';
import { createSatSolver } from '../src/logic/sat/solver.ts';
import type { SatAnswer, SatSolver } from '../src/logic/sat/types.ts';

/**
 * Compares the SAT core with cadical and Z3 on DIMACS files, such as those of bits-cnf.ts, one after
 * the other.
 *
 *     node scripts/run.mjs scripts/sat-bench.ts FOLDER [SECONDS] [SOLVERS]
 *
 * It prints seconds of CPU, including the reading of the file. Over the files that all of them decide,
 * it prints the ratio of the sums to cadical's and the geometric mean of the ratios. SECONDS limits
 * one solver on one file (default 60; CPU time for the core, wall clock for the others). SOLVERS is a
 * subset of core,proof,cadical,z3, which is the default. The script fails if two disagree.
 */

const [folder, seconds = '60', chosen = 'core,proof,cadical,z3'] = process.argv.slice(2);
if (folder === undefined || !(Number(seconds) > 0)) throw new Error('sat-bench.ts FOLDER [SECONDS] [SOLVERS]');
const limit = Number(seconds);

interface Outcome {
  readonly answer: SatAnswer;
  readonly seconds: number;
}

function cpu(since?: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1e6;
}

/** Adds the clauses of a file in DIMACS format. */
function read(text: Buffer, solver: SatSolver): void {
  const header = /^p cnf (\d+) \d+[^\n]*\n/m.exec(text.toString('latin1', 0, 10_000));
  if (header === null) throw new Error('no header within the first 10,000 bytes');
  for (let i = Number(header[1]); i > 0; i--) solver.newVariable();
  const clause: number[] = [];
  let number = 0;
  let sign = 0;
  let digits = false;
  for (let at = header.index + header[0].length; at <= text.length; at++) {
    const byte = text[at];
    if (byte === 45) sign = 1;
    else if (byte >= 48 && byte <= 57) {
      number = 10 * number + byte - 48;
      digits = true;
    } else if (digits) {
      if (number > 0) clause.push(2 * (number - 1) + sign);
      else {
        solver.addClause(clause);
        clause.length = 0;
      }
      number = 0;
      sign = 0;
      digits = false;
    }
  }
}

function core(path: string, proof: boolean): Outcome {
  const start = process.cpuUsage();
  const solver = createSatSolver({ proof });
  read(readFileSync(path), solver);
  const answer = solver.solve([], { stop: () => cpu(start) > limit });
  return { answer, seconds: cpu(start) };
}

function cadical(path: string): Outcome {
  const { status, stdout, error } = spawnSync('cadical', ['-n', '-t', String(Math.ceil(limit)), path], {
    encoding: 'utf8',
  });
  if (error !== undefined) throw error;
  const time = /total process time since initialization:\s*([\d.]+)/.exec(stdout);
  return {
    answer: status === 10 ? 'sat' : status === 20 ? 'unsat' : 'unknown',
    seconds: Number(time?.[1] ?? Number.NaN),
  };
}

const { Z3 } = await init();
const context = Z3.mk_context(Z3.mk_config());

async function z3(path: string): Promise<Outcome> {
  const start = performance.now();
  const solver = Z3.mk_solver_for_logic(context, Z3.mk_string_symbol(context, 'QF_FD'));
  Z3.solver_inc_ref(context, solver);
  // Z3 recognises DIMACS only if the text begins with the header.
  const text = readFileSync(path, 'latin1');
  Z3.solver_from_string(context, solver, text.slice(text.search(/^p cnf/m)));
  if (Z3.ast_vector_size(context, Z3.solver_get_assertions(context, solver)) === 0)
    throw new Error(`${path}: Z3 reads no clause`);
  const parameters = Z3.mk_params(context);
  Z3.params_inc_ref(context, parameters);
  Z3.params_set_uint(context, parameters, Z3.mk_string_symbol(context, 'timeout'), Math.ceil(1000 * limit));
  Z3.solver_set_params(context, solver, parameters);
  const result = await Z3.solver_check(context, solver);
  Z3.params_dec_ref(context, parameters);
  Z3.solver_dec_ref(context, solver);
  return { answer: result > 0 ? 'sat' : result < 0 ? 'unsat' : 'unknown', seconds: (performance.now() - start) / 1000 };
}

const solvers: Readonly<
  Record<string, { readonly name: string; readonly run: (path: string) => Outcome | Promise<Outcome> }>
> = {
  core: { name: 'core', run: (path) => core(path, false) },
  proof: { name: 'core with proof', run: (path) => core(path, true) },
  cadical: { name: 'cadical', run: cadical },
  z3: { name: 'z3 (wall clock)', run: z3 },
};

const compared = chosen.split(',').map((key) => {
  const solver = solvers[key];
  if (solver === undefined) throw new Error(`no such solver: ${key}`);
  return { key, ...solver, sum: 0, logarithms: 0 };
});
const reference = compared.find(({ key }) => key === 'cadical');
let decided = 0;
for (const file of readdirSync(folder).filter((name) => name.endsWith('.cnf'))) {
  const outcomes: Outcome[] = [];
  for (const { run } of compared) outcomes.push(await run(join(folder, file)));
  console.log(
    `${file}: ${outcomes.map(({ answer, seconds }, i) => `${compared[i].name} ${answer} ${seconds.toFixed(2)}`).join(', ')}`,
  );
  const answers = new Set(outcomes.map(({ answer }) => answer).filter((answer) => answer !== 'unknown'));
  if (answers.size > 1) throw new Error(`${file}: the answers differ`);
  if (outcomes.some(({ answer }) => answer === 'unknown')) continue;
  decided++;
  for (const [i, { seconds }] of outcomes.entries()) {
    compared[i].sum += seconds;
    // Cadical's clock stands still below 10 ms.
    compared[i].logarithms += Math.log(Math.max(seconds, 0.01));
  }
}
console.log(`${decided} files: ${compared.map(({ name, sum }) => `${name} ${sum.toFixed(2)} s`).join(', ')}`);
for (const { name, sum, logarithms } of compared) {
  if (reference === undefined || name === reference.name) continue;
  const mean = Math.exp((logarithms - reference.logarithms) / decided);
  console.log(
    `${name}: ${(sum / reference.sum).toFixed(2)} times cadical's time in all, ${mean.toFixed(2)} times in the geometric mean of the ratios`,
  );
}
process.exit(0);
