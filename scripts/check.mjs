// The steps of `npm test`: type check, lint, dependency rule, build, tests; closes with one line of
// counts. Usage: node scripts/check.mjs [vitest arguments]
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const bin = (name) => join(root, 'node_modules', '.bin', name);
const scratch = mkdtempSync(join(tmpdir(), 'lemmata-check-'));
const report = join(scratch, 'vitest.json');

/** Runs one step with its output shown; returns whether it succeeded. */
function step(title, command, args) {
  console.log(`\n== ${title}`);
  const result = spawnSync(command, args, { cwd: root, stdio: 'inherit' });
  if (result.status !== 0) console.log(`== ${title}: failed`);
  return result.status === 0;
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

/** Whether `dist/` is younger than everything it is made of, as it is after `npm ci` in a clean checkout. */
function isBuilt() {
  const parts = [
    'package-lock.json',
    'package.json',
    'portfolio.json',
    'tsconfig.json',
    'schemas',
    'scripts',
    'src',
    'workers',
  ];
  const newest = (path) => {
    const own = statSync(path).mtimeMs;
    if (!statSync(path).isDirectory()) return own;
    return Math.max(own, ...readdirSync(path).map((name) => newest(join(path, name))));
  };
  const built = [join(root, 'dist', 'cli.js'), join(root, 'dist', 'types', 'src', 'index.d.ts')];
  if (!built.every(existsSync)) return false;
  const sources = Math.max(...parts.map((part) => newest(join(root, part))));
  return built.every((file) => statSync(file).mtimeMs > sources);
}

const steps = [
  ...(isBuilt() ? [] : [['build', process.execPath, ['scripts/build.mjs']]]),
  ['type check', bin('tsc'), ['--noEmit']],
  ['type check of the page of results', bin('tsc'), ['-p', 'src/compete/page']],
  ['type check of the page of the server', bin('tsc'), ['-p', 'src/server/web']],
  ['lint', bin('biome'), ['check', '.']],
  ['dependency rule', bin('depcruise'), ['--config', '.dependency-cruiser.cjs', 'src', 'workers']],
  [
    'tests',
    bin('vitest'),
    ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`, ...process.argv.slice(2)],
  ],
];
const failures = steps.filter(([title, command, args]) => !step(title, command, args)).map(([title]) => title);
const { passed, failed, skipped } = counts();
rmSync(scratch, { recursive: true, force: true });

const broken = failures.filter((title) => title !== 'tests');
if (broken.length > 0) console.log(`\nfailed: ${broken.join(', ')}`);
console.log(`\n${passed} passed, ${failed + broken.length} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
process.exitCode = failures.length === 0 && failed === 0 && passed > 0 ? 0 : 1;
