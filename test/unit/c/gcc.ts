import { spawnSync } from 'node:child_process';
import type { DataModel } from '../../../src/c/types/types.ts';

/** The C compiler of the system as a second opinion. */

function run(args: readonly string[], source: string): { status: number | null; stdout: string; stderr: string } {
  const result = spawnSync('gcc', [...args, '-x', 'c', '-'], {
    input: source,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
    timeout: 60_000,
  });
  return { status: result.status, stdout: result.stdout ?? '', stderr: result.stderr ?? '' };
}

const flag = (model: DataModel): string => (model === 'ILP32' ? '-m32' : '-m64');

/**
 * True if there is a gcc for x86 of that model. Where it is missing, a line of output says that
 * tests are skipped.
 */
export function hasGcc(model: DataModel): boolean {
  const isThere = run([flag(model), '-fsyntax-only'], 'int x;').status === 0;
  if (!isThere) console.log(`skipped: tests that need a gcc for ${model}`);
  return isThere;
}

/** Error lines of gcc; [] if it accepts the source. */
export function gccErrors(model: DataModel, source: string): string[] {
  const { status, stderr } = run([flag(model), '-std=gnu17', '-w', '-fsyntax-only', '-fmax-errors=20'], source);
  return status === 0 ? [] : stderr.split('\n').filter((line) => line.includes('error'));
}

/** Bytes of each global object in gcc's assembly output, by name. */
export function gccObjects(model: DataModel, source: string): Map<string, number[]> {
  const { status, stdout, stderr } = run([flag(model), '-std=gnu17', '-w', '-S', '-O0', '-fno-pic', '-o', '-'], source);
  if (status !== 0) throw new Error(stderr);
  const objects = new Map<string, number[]>();
  let bytes: number[] = [];
  for (const line of stdout.split('\n')) {
    const label = /^(\w+):/.exec(line);
    if (label !== null) objects.set(label[1], (bytes = []));
    const data = /^\t\.(byte|value|long|quad|zero)\t(-?\d+)$/.exec(line);
    if (data === null) continue;
    if (data[1] === 'zero') for (let count = Number(data[2]); count > 0; count--) bytes.push(0);
    else {
      const width = { byte: 1, value: 2, long: 4, quad: 8 }[data[1] as 'byte' | 'value' | 'long' | 'quad'];
      const value = BigInt(data[2]);
      for (let index = 0; index < width; index++) bytes.push(Number((value >> BigInt(8 * index)) & 255n));
    }
  }
  return objects;
}
