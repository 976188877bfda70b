import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { header } from '../test/program-header.ts';

/**
 * Has the certificates of programs checked by others, and prints a line for each TRUE, then totals. Usage:
 *     node scripts/run.mjs scripts/certificates.ts [--seconds S] [--python PYTHON] [--cerbtora PROGRAM] FILE...
 * A file is a C program, or a task of SV-COMP (.yml) about unreach-call. `--seconds`: limit of a verification. `--python`: a Python
 * with the packages z3-solver, cvc5 and bitwuzla, which are asked about each obligation in SMT-LIB. `--cerbtora`: the program of that name
 * (github.com/Froleyks/cerbtora), which checks witness circuits with Bitwuzla. Exit code 1 if anybody refutes an obligation.
 */
const { values, positionals } = parseArgs({
  options: { seconds: { type: 'string', default: '15' }, python: { type: 'string' }, cerbtora: { type: 'string' } },
  allowPositionals: true,
});

/** Milliseconds that a solver has for an obligation. */
const SOLVER_MS = 3000;
/** Most obligations of a certificate that solvers are asked about. */
const MOST_ASKED = 40;

/** Milliseconds for each condition of a witness circuit. */
const CIRCUIT_MS = 20_000;
const CIRCUIT_CONDITIONS = ['reset', 'transition', 'property', 'base', 'step'];

interface Task {
  readonly file: string;
  readonly flags: readonly string[];
}

function taskOf(path: string): Task {
  const text = readFileSync(path, 'utf8');
  if (!path.endsWith('.yml')) {
    const facts = header(text);
    const valued = ['data-model', 'externals'].flatMap((key) => (facts.has(key) ? [`--${key}`, facts.get(key)!] : []));
    const flags = [
      ...(facts.get('byte-order') === 'big' ? ['--big-endian'] : []),
      ...(facts.get('malloc') === 'may fail' ? ['--malloc-may-fail'] : []),
    ];
    return { file: path, flags: [...valued, ...flags] };
  }
  const named = (pattern: RegExp): string => pattern.exec(text)?.[1] ?? '';
  const file = join(dirname(path), named(/input_files:\s*['"]?([^'"\n]+)/));
  return { file, flags: ['--data-model', named(/data_model:\s*(\w+)/) || 'LP64'] };
}

interface Row {
  readonly code: number | null;
  readonly checked: number;
  readonly open: number;
  readonly why: string;
  readonly ratio: number;
  readonly hasSteps: boolean;
  readonly solvers: ReadonlyMap<string, number>;
  /** The opinion of Cerbtora and Bitwuzla on the witness circuit. */
  readonly circuit: Opinion;
  /** The opinion of Z3 on the solution of the Horn clauses. */
  readonly clauses: Opinion;
}

/** `open`: in part; `none`: there is nothing to be checked. */
type Opinion = 'accepted' | 'open' | 'refuted' | 'none';

function row(path: string): Row | null {
  const { file, flags } = taskOf(path);
  const folder = mkdtempSync(join(tmpdir(), 'lemmata-certificates-'));
  try {
    const begun = performance.now();
    const command = ['dist/cli.js', 'verify', '--json', '--timeout', values.seconds, '--certificate', folder, ...flags];
    const { stdout } = spawnSync(process.execPath, [...command, file], { encoding: 'utf8' });
    const total = (performance.now() - begun) / 1000;
    const manifest = join(folder, 'manifest.json');
    if (!existsSync(manifest)) return null;
    const { seconds, verdict } = JSON.parse(stdout);
    if (verdict !== 'TRUE') return null;
    const checker = spawnSync(process.execPath, ['checker/src/main.js', '--verbose', folder], { encoding: 'utf8' });
    const lines = checker.stderr.split('\n');
    const hasSteps = JSON.parse(readFileSync(manifest, 'utf8')).followed === undefined;
    return {
      code: checker.status,
      checked: lines.filter((line) => line.includes(': checked')).length,
      open: lines.filter((line) => line.includes(': open')).length,
      why: checker.stdout.split('\n')[0],
      ratio: total / seconds,
      hasSteps,
      solvers: askSolvers(folder),
      circuit: askCerbtora(folder),
      clauses: askClauses(folder),
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The answers about the obligations of a folder, such as `z3 unsat`, with their number. */
function askSolvers(folder: string): ReadonlyMap<string, number> {
  const answers = new Map<string, number>();
  const obligations = join(folder, 'obligations');
  const files = readdirSync(obligations).filter((name) => name.endsWith('.smt2'));
  if (values.python === undefined || files.length === 0) return answers;
  const paths = files.slice(0, MOST_ASKED).map((name) => join(obligations, name));
  const words = ['scripts/solve-obligations.py', String(SOLVER_MS), ...paths];
  const { stdout } = spawnSync(values.python, words, { encoding: 'utf8' });
  for (const line of stdout.trimEnd().split('\n')) {
    const said = line.split(' ').slice(1);
    ['z3', 'cvc5', 'bitwuzla'].forEach((name, i) => {
      const key = `${name} ${said[i] ?? 'error'}`;
      answers.set(key, (answers.get(key) ?? 0) + 1);
    });
    const key = said.includes('unsat') ? 'any unsat' : 'none';
    answers.set(key, (answers.get(key) ?? 0) + 1);
  }
  return answers;
}

function askClauses(folder: string): Opinion {
  const file = join(folder, 'system.smt2');
  if (values.python === undefined || !existsSync(file)) return 'none';
  const words = ['scripts/solve-obligations.py', String(SOLVER_MS), file];
  const { stdout } = spawnSync(values.python, words, { encoding: 'utf8' });
  const said = stdout.trimEnd().split(' ').at(-1);
  return said === 'unsat' ? 'accepted' : said === 'sat' ? 'refuted' : 'open';
}

function askCerbtora(folder: string): Opinion {
  const [model, witness] = ['model.btor2', 'witness.btor2'].map((name) => join(folder, name));
  if (values.cerbtora === undefined || values.python === undefined || !existsSync(witness)) return 'none';
  const files = CIRCUIT_CONDITIONS.map((name) => join(folder, `${name}.btor2`));
  if (spawnSync(values.cerbtora, [model, witness, ...files]).status !== 0) return 'open';
  const words = ['scripts/solve-obligations.py', String(CIRCUIT_MS), ...files];
  const { stdout } = spawnSync(values.python, words, { encoding: 'utf8' });
  const said = (word: string): number => stdout.split(` ${word}.`).length - 1;
  return said('satisfiable') > 0 ? 'refuted' : said('unsatisfiable') === files.length ? 'accepted' : 'open';
}

const rows: Row[] = [];
const answers = new Map<string, number>();
for (const path of positionals) {
  const one = row(path);
  if (one === null) continue;
  rows.push(one);
  for (const [key, count] of one.solvers) answers.set(key, (answers.get(key) ?? 0) + count);
  const { code, checked, open, why, ratio, circuit, clauses, solvers } = one;
  const said = [...solvers].map(([key, count]) => `${count} ${key}`).join(', ');
  const cells = [code, checked, open, ratio.toFixed(2), circuit, clauses, basename(path), code === 0 ? said : why];
  writeSync(1, `${cells.join('\t')}\n`);
}
const ended = (code: number): number => rows.filter((one) => one.code === code).length;
const ratios = rows.map(({ ratio }) => ratio).sort((a, b) => a - b);
const followed = rows.filter(({ hasSteps }) => !hasSteps).length;
console.log(
  `${rows.length} TRUE: ${ended(0)} checked, ${ended(5)} in part (${followed} without steps), ${ended(10)} refuted`,
);
console.log(
  `time with the certificate, as a ratio to the verification: median ${ratios[ratios.length >> 1]?.toFixed(2)}`,
);
for (const kind of ['circuit', 'clauses'] as const) {
  const many = (what: Opinion): number => rows.filter((one) => one[kind] === what).length;
  console.log(
    `${kind}: ${many('accepted')} accepted, ${many('open')} open, ${many('refuted')} refuted, ${many('none')} not written`,
  );
}
for (const [key, count] of [...answers].sort()) console.log(`${key}: ${count} obligations`);
const isRefuted =
  ended(10) > 0 ||
  rows.some(({ circuit, clauses }) => circuit === 'refuted' || clauses === 'refuted') ||
  [...answers.keys()].some((key) => key.endsWith(' sat'));
process.exitCode = isRefuted ? 1 : 0;
