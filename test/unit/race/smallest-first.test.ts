import { expect, test } from 'vitest';
import { SmallestFirst } from '../../../src/race/certification/certification.ts';

/** Work by name that ends when it is told to; `begun` has the names in the order in which they began. */
function desk() {
  const begun: string[] = [];
  const ends = new Map<
    string,
    { readonly resolve: (value: string) => void; readonly reject: (error: Error) => void }
  >();
  const work = (name: string) => (): Promise<string> =>
    new Promise((resolve, reject) => {
      begun.push(name);
      ends.set(name, { resolve, reject });
    });
  return {
    begun,
    work,
    end: (name: string) => ends.get(name)?.resolve(name),
    fail: (name: string) => ends.get(name)?.reject(new Error(name)),
  };
}

const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));

test('so many run at once, and of those that wait the smallest begins next, also after a failure', async () => {
  const { begun, work, end, fail } = desk();
  const queue = new SmallestFirst(2);
  const results = (
    [
      [50, 'a'],
      [40, 'b'],
      [30, 'c'],
      [10, 'd'],
      [20, 'e'],
    ] as const
  ).map(([size, name]) => queue.add(size, work(name), 'dropped').catch((error: Error) => `failed ${error.message}`));
  expect(begun).toEqual(['a', 'b']);
  end('b');
  await settle();
  expect(begun).toEqual(['a', 'b', 'd']);
  fail('a');
  await settle();
  expect(begun).toEqual(['a', 'b', 'd', 'e']);
  queue.close();
  end('d');
  end('e');
  expect(await Promise.all(results)).toEqual(['failed a', 'b', 'dropped', 'd', 'e']);
  expect(begun).toHaveLength(4);
  expect(await queue.add(1, work('late'), 'dropped')).toBe('dropped');
});
