import fc from 'fast-check';
import { expect, it } from 'vitest';
import { RequestQueue } from '../../../../src/apps/agents/session.ts';

it('gives turns in order, few at once, and forgets requests that are aborted', async () => {
  const request = fc.record({ aborted: fc.boolean(), fails: fc.boolean() });
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 3 }), fc.array(request, { maxLength: 12 }), async (most, requests) => {
      const queue = new RequestQueue(most, requests.length);
      const begun: number[] = [];
      let running = 0;
      const ends = requests.map(({ aborted, fails }, index) => {
        const abort = new AbortController();
        const end = queue.run(abort.signal, async () => {
          begun.push(index);
          running += 1;
          expect(running).toBeLessThanOrEqual(most);
          await new Promise((resolve) => setImmediate(resolve));
          running -= 1;
          if (fails) throw new Error('failed');
          return index;
        });
        const settled = end.catch((error: unknown) => (error instanceof Error ? error.message : 'no error'));
        if (aborted) abort.abort(new Error('aborted'));
        return settled;
      });
      const results = await Promise.all(ends);
      // Those that get a turn at once may have begun before they are aborted.
      requests.forEach(({ aborted, fails }, index) => {
        if (!aborted) expect(results[index]).toBe(fails ? 'failed' : index);
        else if (!begun.includes(index)) expect(results[index]).toBe('aborted');
      });
      expect(begun).toEqual(begun.toSorted((a, b) => a - b));
      expect(running).toBe(0);
      expect(await queue.run(new AbortController().signal, async () => 'free')).toBe('free');
    }),
  );
});

it('refuses what goes beyond the queue', async () => {
  const queue = new RequestQueue(1, 0);
  const { signal } = new AbortController();
  const first = queue.run(signal, () => new Promise((resolve) => setImmediate(resolve)));
  await expect(queue.run(signal, async () => {})).rejects.toThrow('0 requests are waiting already');
  await first;
});
