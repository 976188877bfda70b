import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { judge } from '../test/conformance/heap-programs/judge.ts';
import { truths } from '../test/conformance/heap-programs/native.ts';
import { heapProgram } from '../test/conformance/heap-programs/program.ts';

/**
 * Compares the first fault of memory, or the lost block, in random programs with ASan and LSan:
 * `node scripts/run.mjs scripts/heap-programs.ts [FIRST] [COUNT]`, seeds from FIRST on. Prints each
 * program that differs, and counts. Needs gcc. Exit code 1 if there is a difference.
 */

/** Number of programs in one run of the compiler. */
const BATCH = 50;

const first = Number(process.argv[2] ?? 1);
const count = Number(process.argv[3] ?? 100);
const folder = mkdtempSync(join(tmpdir(), 'lemmata-heap-'));
const counts = { fault: 0, leak: 0, none: 0, open: 0, unseen: 0, different: 0 };
for (let done = 0; done < count; done += BATCH) {
  const texts = Array.from({ length: Math.min(BATCH, count - done) }, (_, i) => heapProgram(first + done + i));
  const natives = truths(texts, folder);
  for (const [i, text] of texts.entries()) {
    const { end, differences, isUnseen } = judge(text, natives[i]);
    counts[end]++;
    if (isUnseen) counts.unseen++;
    if (differences.length === 0) continue;
    counts.different++;
    console.log(`seed ${first + done + i}: ${differences.join('; ')}\n${text}`);
  }
  process.stderr.write(`${done + texts.length} ${JSON.stringify(counts)}\n`);
  // The main thread writes what this thread printed.
  await new Promise((resolve) => setImmediate(resolve));
}
rmSync(folder, { recursive: true });
console.log(JSON.stringify(counts));
process.exitCode = counts.different === 0 ? 0 : 1;
