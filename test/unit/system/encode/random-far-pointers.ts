import type { DataModel } from '../../../../src/c/types/types.ts';

/**
 * Random programs that move pointers far from their objects and compare them with pointers into the same
 * object, with null, with pointers made of numbers and with freed ones. No pointer is followed. `main`
 * gathers the results of the comparisons in `bits`.
 */

/** Returns a random number below `limit`. */
type Random = (limit: number) => number;

const OBJECTS = [
  { name: 'a', pointers: ['p0', 'p1'] },
  { name: 'b', pointers: ['q0', 'q1'] },
  { name: 'c', pointers: ['r0', 'r1'] },
] as const;
const DISTANCES = [
  '(unsigned char)n0',
  '(unsigned short)n1',
  '(int)n2',
  'n3',
  '(unsigned long)n0 * n1',
  '1',
  '40',
  '5000',
  '(long)(-1ul >> 1)',
  '((long)(-1ul >> 1) - n0)',
];
const ORDERS = ['<', '<=', '>', '>='];
/** Values of `s0` and `s1`, which lead to no object. */
const NUMBERS = [
  '0',
  '(char *)5',
  '(char *)4000',
  '(char *)-1',
  '(char *)-4095',
  '(char *)-5000',
  '(char *)(unsigned long)n0',
  '(char *)((unsigned long)n1 << (sizeof(long) * 8 - 20))',
  '(char *)-(unsigned long)n2',
  's0 + n3',
  's1 - 1',
  'f',
];

/**
 * Returns a program that calls `reach_error` unless `bits` is that number; null: it never does. Distances
 * between bytes fit into 32 bits, those between integers may not.
 */
export function randomFarPointers(random: Random, model: DataModel, bits: string | null): string {
  const numbers = random(2) === 0;
  const objects = model === 'ILP32' ? OBJECTS.filter(({ name }) => name !== 'b') : OBJECTS;
  const pick = <T>(list: readonly T[]): T => list[random(list.length)];
  const lines = Array.from({ length: 4 + random(10) }, () => {
    const { name, pointers } = pick(objects);
    const [pointer, other] = [pick(pointers), random(2) === 0 ? pick(pointers) : name];
    if (random(6) === 0) return `${pick(['s0', 's1'])} = ${pick(numbers ? NUMBERS : ['0'])};`;
    if (random(3) === 0) return `${pointer} = ${name} + ${random(4)};`;
    if (random(2) === 0) return `${pointer} = ${pointer} ${pick(['+', '-'])} ${pick(DISTANCES)};`;
    const cast = pick(['', '', '(unsigned long)', '(long)']);
    if (random(4) === 0) {
      const [first, second] = random(2) === 0 ? [`(char *)${pointer}`, pick(['s0', 's1'])] : ['s0', 's1'];
      return `bits = 2 * bits + (${cast}${first} ${pick([...ORDERS, '==', '!='])} ${cast}${second});`;
    }
    const difference = `${pointer} - ${other} ${pick(ORDERS)} ${random(3) - 1}`;
    const order = `${cast}${pointer} ${pick(ORDERS)} ${cast}${other}`;
    return `bits = 2 * bits + (${random(4) === 0 ? difference : order});`;
  });
  return `extern unsigned __VERIFIER_nondet_uint(void);
extern int printf(const char *, ...);
extern void reach_error(void);
extern void *malloc(unsigned long);
extern void free(void *);
static char a[16];
static int b[8];
int main(void) {
  unsigned n0 = __VERIFIER_nondet_uint();
  unsigned n1 = __VERIFIER_nondet_uint();
  unsigned n2 = __VERIFIER_nondet_uint();
  unsigned n3 = __VERIFIER_nondet_uint();
  char *p0 = a, *p1 = a + 3, *c = malloc(24), *r0 = c, *r1 = c + 2;
  int *q0 = b, *q1 = b + 1;
  char *s0 = 0, *s1 = 0, *f = malloc(8);
  free(f);
  unsigned bits = 1;
${lines.map((line) => `  ${line}`).join('\n')}
  printf("%u", bits);
  ${bits === null ? '' : `if (bits != ${bits}) reach_error();`}
  return 0;
}
`;
}
