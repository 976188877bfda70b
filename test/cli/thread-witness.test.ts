import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { parse, stringify } from 'yaml';
import { put } from '../compete/tasks.ts';
import { scratchFolder } from '../scratch.ts';
import { lemmata } from './lemmata.ts';
import { validated } from './validated.ts';

vi.setConfig({ testTimeout: 120_000 });
const folder = scratchFolder('thread-witness');

const HEAD = `typedef unsigned long pthread_t;
extern int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
extern int pthread_join(pthread_t, void **);
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
`;

/** Both threads run the same function; the numbers of the lines are used below. */
const order = put(
  folder,
  'order.c',
  `${HEAD}int x;
void *writer(void *none) {
  int v = __VERIFIER_nondet_int();
  __atomic_store_n(&x, v, 5);
  return 0;
}
int main(void) {
  pthread_t t, u;
  pthread_create(&t, 0, writer, 0);
  pthread_create(&u, 0, writer, 0);
  int before = __atomic_load_n(&x, 5);
  int after = __atomic_load_n(&x, 5);
  if (before == 5 && after == 7) reach_error();
  return 0;
}
`,
);
const race = put(
  folder,
  'race.c',
  `${HEAD}int x, y;
void *one(void *none) {
  x = 1;
  return 0;
}
void *two(void *none) {
  y = 2;
  x = 2;
  return 0;
}
int main(void) {
  pthread_t t, u;
  pthread_create(&t, 0, one, 0);
  pthread_create(&u, 0, two, 0);
  return 0;
}
`,
);
const REACH = put(folder, 'reach.prp', 'CHECK( init(main()), LTL(G ! call(reach_error())) )\n');
const RACE = put(folder, 'race.prp', 'CHECK( init(main()), LTL(G ! data-race) )\n');

interface Waypoint {
  type: string;
  thread_id: number;
  location: { line: number; column?: number };
  constraint?: { value: string };
}
type Content = { segment: { waypoint: Waypoint }[] }[];

/** The answer about a witness whose content is changed, after these seconds at most. */
async function answer(
  program: string,
  witness: string,
  change: (content: Content) => Content,
  seconds = 3,
): Promise<string> {
  const [entry] = parse(readFileSync(witness, 'utf8'));
  const file = join(folder, `changed-${Math.random()}.yml`);
  writeFileSync(file, stringify([{ ...entry, content: change(structuredClone(entry.content)) }]));
  const { stdout } = await validated(file, program, seconds);
  return /^Witness: (\w+)/.exec(stdout)?.[1] ?? stdout;
}

describe.each([
  ['a violated assertion', order, REACH],
  ['a data race', race, RACE],
])('a witness of threads: %s', (_name, program, property) => {
  const witness = join(folder, `${property.includes('race') ? 'race' : 'reach'}.yml`);
  const points = (content: Content): Waypoint[] => content.flatMap(({ segment }) => segment.map((one) => one.waypoint));

  beforeAll(async () => {
    await lemmata(['verify', '--quiet', '--timeout', '60', '--property', property, '--witness', witness, program]);
  });

  it('is in format 2.2, names threads, and is confirmed', async () => {
    const [{ metadata, content }] = parse(readFileSync(witness, 'utf8'));
    expect(metadata.format_version).toBe('2.2');
    expect(points(content).every(({ thread_id }) => Number.isInteger(thread_id))).toBe(true);
    expect(await answer(program, witness, (same) => same, 60)).toBe('confirmed');
  });

  const last = (content: Content): Waypoint[] => points(content.slice(-1));
  const arrival = (content: Content, thread_id: number, line: number): Content => {
    const { location } = points(content)[0];
    const waypoint = {
      type: 'assumption',
      action: 'follow',
      thread_id,
      location: { ...location, line },
      constraint: { value: '1' },
    };
    delete waypoint.location.column;
    return [...content.slice(0, -1), { segment: [{ waypoint }] }, ...content.slice(-1)];
  };

  it.each<[string, (content: Content) => Content]>([
    [
      'other threads come to the targets',
      (content) => {
        const threads = last(content).map(({ thread_id }) => thread_id);
        for (const [i, waypoint] of last(content).entries())
          waypoint.thread_id = threads.length === 2 ? threads[1 - i] : 1;
        return content;
      },
    ],
    [
      'another target',
      (content) => {
        for (const { location } of last(content)) {
          location.line = 9;
          delete location.column;
        }
        return content;
      },
    ],
    ['a thread is started later', (content) => [...content.slice(1, -1), content[0], ...content.slice(-1)]],
    ['a thread goes on at a place that is not its own', (content) => arrival(content, 0, 8)],
    [
      'another value is returned',
      (content) => {
        const returned = points(content).find(({ type }) => type === 'function_return');
        if (returned?.constraint === undefined) return arrival(content, 1, 13);
        returned.constraint.value = '\\result == 9';
        return content;
      },
    ],
  ])('is not confirmed with a change: %s', async (_change, change) => {
    expect(await answer(program, witness, change)).toMatch(/^(?:open|refuted)$/);
  });
});
