import { expect, test } from 'vitest';
import { houdini } from '../../../../src/engines/templates/houdini.ts';
import { bitFactory } from '../../../../src/logic/bits/index.ts';
import { createSatSolver } from '../../../../src/logic/sat/solver.ts';
import { compile } from '../../system/encode/compile.ts';
import { contextFor, counting } from '../context.ts';

/** A scan of a string whose end lies before the end of its block, at a place that is no longer needed. */
const scan = (end: string): string => `
typedef unsigned long size_t;
void *malloc(size_t);
extern int __VERIFIER_nondet_int(void);
extern char __VERIFIER_nondet_char(void);
int main(void) {
  int room = __VERIFIER_nondet_int(), length = __VERIFIER_nondet_int();
  if (length < 1 || length > room || room > 1000000) return 0;
  char *text = malloc(room);
  for (int i = 0; i < length - 1; i++) text[i] = __VERIFIER_nondet_char();
  ${end};
  while (*text) text++;
  return 0;
}`;

/** What the engine says of a program, and the checks that it asks for; it stops after the most that are given. */
function answer(text: string, most = Number.POSITIVE_INFINITY): { readonly kind: string; readonly checks: number } {
  const { system } = compile(text, 'LP64', { checks: ['deref'] });
  const solvers = counting(bitFactory(system.terms, { sat: () => createSatSolver() }));
  const { kind } = houdini(contextFor(system, solvers, { stopped: () => solvers.checks > most }));
  return { kind, checks: solvers.checks };
}

/** A program is proved; nothing proves its twin, though it gets as many checks. */
function expectProofOfFirst(right: string, wrong: string): void {
  const { kind, checks } = answer(right);
  expect(kind).toBe('safe');
  expect(answer(wrong, checks).kind).toBe('unknown');
}

test('a scan stays within its block up to the zero that ends the string, and only if it is written', () => {
  expectProofOfFirst(scan('text[length - 1] = 0'), scan('text[length - 1] = 1'));
}, 120_000);

/** A string is appended to another one, in a block with room for both. */
const APPEND = `
typedef unsigned long size_t;
void *malloc(size_t);
extern int __VERIFIER_nondet_int(void);
extern char __VERIFIER_nondet_char(void);
int main(void) {
  int length = __VERIFIER_nondet_int(), more = __VERIFIER_nondet_int(), room = __VERIFIER_nondet_int();
  if (length < 1 || more < 1 || room > 1000000 || length > room || room - length < more - 1) return 0;
  char *text = malloc(room), *tail = malloc(more);
  for (int i = 0; i < length - 1; i++) text[i] = __VERIFIER_nondet_char();
  for (int i = 0; i < more - 1; i++) tail[i] = __VERIFIER_nondet_char();
  text[length - 1] = 0;
  tail[more - 1] = 0;
  while (*text) text++;
  while ((*text++ = *tail++)) {}
  return 0;
}`;

test('a copy of a string behind another one stays within a block that has room for both', () => {
  expect(answer(APPEND).kind).toBe('safe');
}, 120_000);
