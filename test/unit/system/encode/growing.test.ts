import { expect, test } from 'vitest';
import { encode } from '../../../../src/system/encode/index.ts';
import { Unroller } from '../../../../src/system/transys/unroll.ts';
import { nameTable, pointerWalk, treeProgram } from '../../../large/shapes.ts';
import { compile } from './compile.ts';

const HEAD = 'extern void reach_error(void);\nextern int __VERIFIER_nondet_int(void);\n';

const repeat = (count: number, text: (i: number) => string): string =>
  Array.from({ length: count }, (_, i) => text(i)).join('');

test('a loop in which many pointers change one after the other keeps what is known of the others', () => {
  const many = 450;
  const { system } = compile(`${HEAD}int a, b, c;
static int *steady;
${repeat(many, (i) => `static int *q${i} = &a;\n`)}int main(void) {
  steady = &c;
  while (__VERIFIER_nondet_int()) {
${repeat(many - 1, (i) => `    q${many - 1 - i} = q${many - 2 - i};\n`)}    q0 = &b;
    if (*steady != 0 || steady != &c) reach_error();
  }
  if (q${many - 1} != &a && q${many - 1} != &b) reach_error();
  return 0;
}
`);
  const names = system.stateVars.map(({ name }) => name);
  expect(names.some((name) => name.startsWith(`q${many - 1}`))).toBe(true);
  expect(names.filter((name) => name.startsWith('steady'))).toEqual([]);
});

test('a step that stores one element of a large array costs the same however large it is and however many were stored', () => {
  const termsPerStep = (size: number): number[] => {
    const { system } = compile(`${HEAD}static unsigned table[${size}];
int main(void) {
  unsigned i = 0;
  while (i < ${size}) { table[i] = i ^ 7; i++; }
  if (table[__VERIFIER_nondet_int() & 3] > 7) reach_error();
  return 0;
}
`);
    const unroller = new Unroller(system, { start: 'init' });
    const sizes: number[] = [];
    for (let j = 0; j <= 4000; j++) {
      expect([...unroller.at(j).keys()]).toHaveLength(1);
      unroller.bad(j);
      sizes.push(system.terms.size);
    }
    return [sizes[1000] - sizes[900], sizes[4000] - sizes[3900]];
  };
  const [early, late] = termsPerStep(5000);
  // An index, an element and a store, and what the loop's condition needs.
  expect(early).toBeLessThanOrEqual(600);
  expect(late).toBe(early);
  expect(termsPerStep(100_000)).toEqual([early, late]);
});

test.each<[string, (count: number) => string, number]>([
  ['a pointer that moves around loops', pointerWalk, 6],
  ['a pointer into many names', nameTable, 4],
  ['recursion over a tree', treeProgram, 4],
])('blocks run a few times, however large the program is: %s', (_, program, most) => {
  for (const count of [4, 16]) {
    const { linked, system } = compile(program(count));
    let runs = 0;
    encode(linked, { onBlock: () => runs++ });
    expect(runs / system.blocks.length).toBeLessThan(most);
  }
});

test('blocks that copies of one call allocate in a loop are one family where a pointer may lead to several', () => {
  const families = (second: string): number => {
    const { system } = compile(`${HEAD}extern void *malloc(unsigned long);
struct node { int value; struct node *next; };
static struct node *made(struct node *next) {
  struct node *n = malloc(sizeof *n);
  if (n == 0) return next;
  n->value = __VERIFIER_nondet_int();
  n->next = next;
  return n;
}
int main(void) {
  struct node *list = 0, *other = 0;
  while (__VERIFIER_nondet_int()) {
    if (__VERIFIER_nondet_int()) list = made(list);
    else if (__VERIFIER_nondet_int()) ${second} = made(${second});
    if (list != 0 && list->value == 7 || other != 0 && other->value == 7) reach_error();
  }
  return 0;
}
`);
    return system.stateVars.filter(({ name }) => /^allocation.*\.value/.test(name)).length;
  };
  expect(families('list')).toBe(1);
  expect(families('other')).toBe(2);
});
