// Costs of commands, as ratios within one run (machines are noisy). Usage: npm run bench
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const cli = join(root, 'dist', 'cli.js');
const scratch = mkdtempSync(join(tmpdir(), 'lemmata-bench-'));
const rounds = 7;

/**
 * Wall time and processor time (children included) in ms of one run; throws when the output is not
 * what it should be.
 */
function once(args, expected) {
  const before = childrenMilliseconds();
  const start = performance.now();
  const run = spawnSync(process.execPath, args, { encoding: 'utf8' });
  const wall = performance.now() - start;
  if (expected && !run.stdout.includes(expected)) throw new Error(`${args.join(' ')}: ${run.stdout}${run.stderr}`);
  return { wall, processor: childrenMilliseconds() - before };
}

/**
 * Processor time of all ended children in ms, in steps of 10 ms; NaN if the system does not report it.
 */
function childrenMilliseconds() {
  try {
    const fields = readFileSync('/proc/self/stat', 'latin1').split(') ')[1].split(' ');
    return 10 * (Number(fields[13]) + Number(fields[14]));
  } catch {
    return Number.NaN;
  }
}

const median = (times) => times.sort((a, b) => a - b)[times.length >> 1];

/**
 * Medians of the wall times of the commands, and in `processor` of their processor times. The commands
 * run in turn, so that all meet the same noise.
 */
function compare(commands, times = rounds) {
  const runs = commands.map(() => []);
  for (let round = 0; round < times; round++) {
    for (const [i, [args, expected]] of commands.entries()) runs[i].push(once(args, expected));
  }
  const walls = runs.map((own) => median(own.map(({ wall }) => wall)));
  return Object.assign(walls, { processor: runs.map((own) => median(own.map(({ processor }) => processor))) });
}

function program(name, text) {
  const file = join(scratch, name);
  writeFileSync(file, text);
  return file;
}

const head = 'extern void reach_error(void);\nextern int __VERIFIER_nondet_int(void);\n';
const safe = program(
  'safe.c',
  `${head}int main(void) { unsigned x = 1; while (__VERIFIER_nondet_int()) x += 2; if (x % 2 == 0) reach_error(); return 0; }\n`,
);
const unsafe = program(
  'unsafe.c',
  `${head}int main(void) { int x = __VERIFIER_nondet_int(); while (x > 0) { if (x == 77) reach_error(); x -= 100; } return 0; }\n`,
);
const iterations = (n) =>
  program(
    `deep${n}.c`,
    `${head}int main(void) { int s = 0; for (int i = 0; i < ${n}; i++) s += i & 3; if (__VERIFIER_nondet_int() == s) reach_error(); return 0; }\n`,
  );

try {
  const verify = (file, ...options) => [cli, 'verify', ...options, file];
  const small = compare(
    [
      [['-e', '0']],
      [[cli, '--version']],
      [verify(safe), 'result: TRUE'],
      [verify(unsafe), 'result: FALSE'],
      [verify(safe, '--engines', 'kind'), 'result: TRUE'],
    ],
    2 * rounds + 1,
  );
  console.log(
    `node -e 0                      ${small.processor[0].toFixed(0)} ms of processor time, ${small[0].toFixed(0)} ms`,
  );
  const units = (name, of, mark = '') => {
    const [processor, wall] = [small.processor, small].map((times) => (times[of] / times[0]).toFixed(1));
    console.log(`${name.padEnd(30)} ${processor} × its processor time, ${wall} × its time${mark}`);
  };
  units('lemmata --version', 1);
  units('tiny safe loop program', 2, ' (mark: 4)');
  units('tiny unsafe loop program', 3, ' (mark: 4)');
  units('the safe one, no quick stage', 4);
  const [one, many] = compare([
    [verify(iterations(1), '--engines', 'bmc'), 'result: FALSE'],
    [verify(iterations(10000), '--engines', 'bmc'), 'result: FALSE'],
  ]);
  console.log(
    `bmc, 10,000 iterations before the error: ${((many - one) / 1000).toFixed(2)} s more than one iteration (${(many / one).toFixed(2)} ×)`,
  );
  const properties = program('unreach-call.prp', 'CHECK( init(main()), LTL(G ! call(reach_error())) )\n');
  const tasks = Array.from({ length: 9 }, (_, index) =>
    program(
      `task${index}.yml`,
      `format_version: '2.0'\ninput_files: safe.c\nproperties: [{ property_file: unreach-call.prp, expected_verdict: true }]\n`,
    ),
  );
  const compete = (...files) => [cli, 'compete', ...files, '--fresh', '--quiet', '--output', join(scratch, 'results')];
  const [direct, first, all] = compare([
    [verify(safe, '--json', '--no-minimise', '--timeout', '60', '--property', properties), '"TRUE"'],
    [compete(tasks[0]), '1     1'],
    [compete(...tasks), '9     9'],
  ]);
  const each = (all - first) / (tasks.length - 1);
  console.log(
    `lemmata compete, each task   ${(each / direct).toFixed(2)} × lemmata verify (${(each - direct).toFixed(0)} ms more, mark: 50)`,
  );
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
