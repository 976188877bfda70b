import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { outcomes, programText, statements } from '../test/unit/program/threads/two-threads.ts';

/**
 * Compares the data races of random programs of two threads with ThreadSanitizer's reports:
 * `node scripts/run.mjs scripts/races-tsan.ts [COUNT] [SEED]`. A search of all interleavings says which
 * programs have a race. Prints each program where ThreadSanitizer alone reports one, and counts. A race
 * that no native run shows is missed, and no difference. Nor is a report where an atomic block stands
 * beside an atomic operation: natively a mutex stands for blocks, and orders no such operation. Needs gcc
 * and setarch. Exit code 1 if there is a difference.
 */

/** Native runs of a program with a race, and of one without. */
const RUNS = { race: 6, none: 2 };

const BLOCKS = `#include <pthread.h>
static pthread_mutex_t block = PTHREAD_MUTEX_INITIALIZER;
void __VERIFIER_atomic_begin(void) { pthread_mutex_lock(&block); }
void __VERIFIER_atomic_end(void) { pthread_mutex_unlock(&block); }
void reach_error(void) {}
`;

const count = Number(process.argv[2] ?? 100);
const seed = Number(process.argv[3] ?? 1);
const folder = mkdtempSync(join(tmpdir(), 'lemmata-races-'));
const [program, source, blocks] = ['program', 'program.c', 'blocks.c'].map((name) => join(folder, name));
const counts = { both: 0, neither: 0, missed: 0, mixed: 0, different: 0 };

/** Whether ThreadSanitizer reports a data race in one of the runs. @throws Error where gcc fails */
function isReported(text: string, runs: number): boolean {
  writeFileSync(source, text);
  const flags = ['-fsanitize=thread', '-w', '-g', source, blocks, '-o', program];
  const { status, stderr } = spawnSync('gcc', flags, { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  return Array.from({ length: runs }).some(() =>
    /data race/.test(spawnSync('setarch', ['-R', program], { encoding: 'utf8', timeout: 10_000 }).stderr),
  );
}

writeFileSync(blocks, BLOCKS);
const statement = statements(fc);
for (const pair of fc.sample(fc.tuple(statement, statement), { numRuns: count, seed })) {
  const { race } = outcomes(pair);
  const text = programText(pair, [99, 99]);
  const body = text.slice(text.indexOf('void *run'));
  const reported = isReported(text, race ? RUNS.race : RUNS.none);
  const isMixed = body.includes('atomic_begin') && body.includes('__sync_fetch');
  if (race) counts[reported ? 'both' : 'missed']++;
  else if (!reported) counts.neither++;
  else {
    counts[isMixed ? 'mixed' : 'different']++;
    if (!isMixed) console.log(text);
  }
}
rmSync(folder, { recursive: true });
console.log(JSON.stringify(counts));
process.exitCode = counts.different === 0 ? 0 : 1;
