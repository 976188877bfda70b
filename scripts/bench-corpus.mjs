// Runs lemmata compete on a set of the corpus and keeps the result in bench/SET.json, with the commit.
// It also prints the changes since the last kept result.
// Usage:
//     npm run bench:corpus [-- [SET] [options of lemmata compete]]   default: QUICK --timeout 10
// SET is a list (SET.set, SET.txt) or a folder of the corpus. The corpus lies in the folder named by
// LEMMATA_CORPUS, or in `corpus` below that named by LEMMATA_SHARED.
// An interrupted run continues. Exit code 10: an answer is wrong, or something got worse.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const cli = join(root, 'dist', 'cli.js');
const [first, ...others] = process.argv.slice(2);
const named = first !== undefined && !first.startsWith('-');
const set = named ? first : 'QUICK';
const options = named || first === undefined ? others : [first, ...others];
const shared = process.env.LEMMATA_SHARED;
const corpus = process.env.LEMMATA_CORPUS ?? (shared === undefined ? undefined : join(shared, 'corpus'));
if (corpus === undefined || !existsSync(corpus)) {
  console.error('bench:corpus: skipped, LEMMATA_CORPUS names no folder');
  process.exit(0);
}
const input =
  [`${set}.set`, `${set}.txt`].map((name) => join(corpus, name)).find(existsSync) ?? join(corpus, set, '*.yml');

const kept = join(root, 'bench', `${basename(set)}.json`);
const fresh = `${kept.slice(0, -'.json'.length)}.new.json`;
const folder = join(tmpdir(), `lemmata-bench-${basename(set)}`);
const limits = options.includes('--timeout') || options.includes('--cpu-time') ? [] : ['--timeout', '10'];
const run = (...args) => spawnSync(process.execPath, [cli, ...args], { stdio: 'inherit' }).status ?? 6;
const status = run('compete', input, '--output', folder, '--name', set, ...limits, ...options);
if (status !== 0 && status !== 10) process.exit(status);

const lines = readFileSync(join(folder, 'results.jsonl'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line));
const { machine, ...header } = lines.find(({ kind }) => kind === 'run');
const results = [
  ...new Map(lines.filter(({ kind }) => kind === 'result').map((result) => [result.task, result])).values(),
];
// The result names neither the place of the corpus nor the machine's owner.
const plain = results
  .sort((a, b) => (a.task < b.task ? -1 : 1))
  .map((result) => ({
    ...result,
    definition: result.name,
    files: [],
    propertyFile: null,
    log: null,
    witness: null,
    reason: result.reason?.replaceAll(/\S*\//g, '') ?? null,
  }));
const { host: _, ...facts } = machine;
const text = JSON.stringify(
  { version: 1, kind: 'bench', run: { ...header, machine: { ...facts, host: '' } }, results: plain },
  null,
  1,
);
mkdirSync(dirname(kept), { recursive: true });
writeFileSync(fresh, `${text}\n`);
const compared = existsSync(kept) ? run('compare', kept, fresh) : 0;
renameSync(fresh, kept);
rmSync(folder, { recursive: true, force: true });
console.log(`kept in ${kept}`);
process.exitCode = Math.max(status, compared);
