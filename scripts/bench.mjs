// What things cost, as ratios within one run (machines are noisy). Usage: npm run bench
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const cli = join(root, 'dist', 'cli.js');
const scratch = mkdtempSync(join(tmpdir(), 'lemmata-bench-'));
const rounds = 7;

/** Wall time in ms of one run; throws when the output is not what it should be. */
function once(args, expected) {
  const start = performance.now();
  const run = spawnSync(process.execPath, args, { encoding: 'utf8' });
  const time = performance.now() - start;
  if (expected && !run.stdout.includes(expected)) throw new Error(`${args.join(' ')}: ${run.stdout}${run.stderr}`);
  return time;
}

const median = (times) => times.sort((a, b) => a - b)[times.length >> 1];

/** Medians of the commands, measured in turn so that all meet the same noise. */
function compare(commands) {
  const times = commands.map(() => []);
  for (let round = 0; round < rounds; round++) {
    for (const [i, [args, expected]] of commands.entries()) times[i].push(once(args, expected));
  }
  return times.map(median);
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
  const [nothing, safeTime, unsafeTime, racedTime] = compare([
    [['-e', '0']],
    [verify(safe), 'result: TRUE'],
    [verify(unsafe), 'result: FALSE'],
    [verify(safe, '--engines', 'kind'), 'result: TRUE'],
  ]);
  console.log(`node -e 0                      ${nothing.toFixed(0)} ms`);
  console.log(`tiny safe loop program         ${(safeTime / nothing).toFixed(1)} × node -e 0 (mark: 6)`);
  console.log(`tiny unsafe loop program       ${(unsafeTime / nothing).toFixed(1)} × node -e 0`);
  console.log(`the safe one, no quick stage   ${(racedTime / nothing).toFixed(1)} × node -e 0`);
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
