import { existsSync } from 'node:fs';
import { getPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { describe, expect, it } from 'vitest';

const module = fileURLToPath(new URL('../../../src/base/thread-weight.ts', import.meta.url));

/** Priority of a thread that has weighed itself, and of this thread afterwards. */
async function weighed(weight: number): Promise<readonly [number, number]> {
  const { build } = await import('esbuild');
  const { outputFiles } = await build({ entryPoints: [module], bundle: true, format: 'cjs', platform: 'node', write: false });
  const code = `${outputFiles[0].text}
    module.exports.weighThread(${weight});
    const thread = Number(require('node:path').basename(require('node:fs').readlinkSync('/proc/thread-self')));
    require('node:worker_threads').parentPort.postMessage(require('node:os').getPriority(thread));`;
  const worker = new Worker(code, { eval: true });
  const level = await new Promise<number>((resolve, reject) => worker.once('message', resolve).once('error', reject));
  await worker.terminate();
  return [level, getPriority()];
}

describe.skipIf(!existsSync('/proc/thread-self'))('weighThread', () => {
  it.each([
    [1, 0],
    [0.8, 1],
    [0.33, 5],
    [0.1, 10],
  ])('a weight of %d lowers the priority of its thread alone, by %d levels', async (weight, levels) => {
    const before = getPriority();
    expect(await weighed(weight)).toEqual([Math.min(19, before + levels), before]);
  });
});
