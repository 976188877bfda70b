// The steps of `npm test`: build, type check, lint, dependency rule, unused exports, tests; closes with the
// seconds of each step, and one line of counts. Usage: node scripts/check.mjs [vitest arguments]
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const bin = (name) => join(root, 'node_modules', '.bin', name);
const scratch = mkdtempSync(join(tmpdir(), 'lemmata-check-'));

/** Most checks at once. */
const LANES = 2;
/** The steps that ended, with their seconds. Steps beside each other share the cores. */
const times = [];

/** Notes the seconds of a step that began at `since`, a time of `performance.now()`. */
function note(title, since) {
  times.push([title, (performance.now() - since) / 1000]);
}

/** Runs one step with its output shown; returns whether it succeeded. */
function step(title, command, args) {
  console.log(`\n== ${title}`);
  const since = performance.now();
  const result = spawnSync(command, args, { cwd: root, stdio: 'inherit' });
  note(title, since);
  if (result.status !== 0) console.log(`== ${title}: failed`);
  return result.status === 0;
}

/** Runs steps beside each other, and shows the output of each at its end; returns the titles of those that fail. */
async function sideBySide(steps) {
  const waiting = [...steps];
  const failures = [];
  const lane = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [title, command, args] = next;
      const since = performance.now();
      const { code, output } = await captured(command, args);
      note(title, since);
      console.log(`\n== ${title}\n${output.trimEnd()}`);
      if (code === 0) continue;
      console.log(`== ${title}: failed`);
      failures.push(title);
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  return failures;
}

/** Runs a command; resolves to its exit code, null if it has none, and to all of its output. */
function captured(command, args) {
  const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
  return new Promise((resolve) => {
    child.once('error', ({ message }) => resolve({ code: null, output: message }));
    child.once('close', (code) => resolve({ code, output }));
  });
}

/** Counts of the test report; a report that is missing or names no test is a failure. */
function counts() {
  try {
    const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, numFailedTestSuites } = JSON.parse(
      readFileSync(report, 'utf8'),
    );
    return {
      passed: numPassedTests,
      failed: Math.max(numFailedTests, numFailedTestSuites > 0 ? 1 : 0),
      skipped: numPendingTests + numTodoTests,
    };
  } catch {
    return { passed: 0, failed: 1, skipped: 0 };
  }
}

/** Time of the last change of a file, or of anything in a folder. */
function changed(path) {
  const own = statSync(path).mtimeMs;
  if (!statSync(path).isDirectory()) return own;
  return Math.max(own, ...readdirSync(path).map((name) => changed(join(path, name))));
}

/** Whether the complete build in `dist/` is younger than all these files and folders. */
function isBuiltAfter(paths) {
  const built = [join(root, 'dist', 'cli.js'), join(root, 'dist', 'types', 'src', 'index.d.ts')];
  if (!built.every(existsSync)) return false;
  const last = Math.max(...paths.map((path) => changed(join(root, path))));
  return built.every((file) => statSync(file).mtimeMs > last);
}

const bundled = [
  'package-lock.json',
  'package.json',
  'portfolio.json',
  'tsconfig.json',
  'schemas',
  'scripts',
  'src',
  'workers',
];
// In a clean checkout, `npm ci` has built already, and the build has checked all types with this configuration.
const built = isBuiltAfter(bundled);
const typed = isBuiltAfter([...bundled, 'test', 'vitest.config.ts', 'vitest.fast.config.ts']);

const failures = [];
if (!built && !step('build', process.execPath, ['scripts/build.mjs'])) failures.push('build');
failures.push(
  ...(await sideBySide([
    ...(typed || !built ? [] : [['type check', bin('tsc'), ['--noEmit']]]),
    ['type check of the page of results', bin('tsc'), ['-p', 'src/apps/compete/page']],
    ['type check of the page of the server', bin('tsc'), ['-p', 'src/apps/server/web']],
    ['lint', bin('biome'), ['check', '.']],
    ['dependency rule', bin('depcruise'), ['--config', '.dependency-cruiser.cjs', 'src', 'workers']],
    ['unused files, exports and packages', bin('knip'), []],
  ])),
);
const report = join(scratch, 'vitest.json');
const reporters = ['--reporter=default', '--reporter=./scripts/test-times.mjs', '--reporter=json'];
const tests = ['run', ...reporters, `--outputFile.json=${report}`, ...process.argv.slice(2)];
if (!step('tests', bin('vitest'), tests)) failures.push('tests');
const { passed, failed, skipped } = counts();
rmSync(scratch, { recursive: true, force: true });

console.log('\n== seconds of the steps');
for (const [title, seconds] of times) console.log(`${seconds.toFixed(1).padStart(8)} s  ${title}`);
const broken = failures.filter((title) => title !== 'tests');
if (broken.length > 0) console.log(`\nfailed: ${broken.join(', ')}`);
console.log(`\n${passed} passed, ${failed + broken.length} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
process.exitCode = failures.length === 0 && failed === 0 && passed > 0 ? 0 : 1;
