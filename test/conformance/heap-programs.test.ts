import { expect, test } from 'vitest';
import { randomSeed } from '../random-seed.ts';
import { scratchFolder } from '../scratch.ts';
import { judge } from './heap-programs/judge.ts';
import { truths } from './heap-programs/native.ts';
import { heapProgram } from './heap-programs/program.ts';

/** Random programs of lists, texts, records, scopes and vectors against ASan and LSan, as many as `LEMMATA_RUNS`. */

const scratch = scratchFolder('heap-programs');

test('random programs about memory: the first fault, or the lost block, is that of the sanitisers', () => {
  const first = 1000 * randomSeed();
  const texts = Array.from({ length: Number(process.env.LEMMATA_RUNS ?? 20) }, (_, i) => heapProgram(first + i));
  const natives = truths(texts, scratch);
  const judged = texts.map((text, i) => {
    const judgement = judge(text, natives[i]);
    expect(judgement.differences, text).toEqual([]);
    return judgement;
  });
  for (const end of ['fault', 'leak', 'none'] as const)
    expect(judged.filter((one) => one.end === end).length, end).toBeGreaterThan(1);
  expect(judged.filter(({ isUnseen }) => isUnseen).length).toBeLessThan(judged.length / 10);
}, 600_000);
