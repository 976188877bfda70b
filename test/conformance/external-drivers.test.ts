import { beforeAll, describe, expect, it } from 'vitest';
import { loadZ3, type Z3Api } from '../../src/logic/z3/index.ts';
import { scratchFolder } from '../scratch.ts';
import { hasGcc } from '../unit/interpreter/harness.ts';
import { compareSeed, isWrong, reaches } from './external-drivers/judge.ts';

/** Milliseconds for each engine on one program. */
const LIMIT = 3_000;
const SEEDS = Array.from({ length: 5 }, (_, i) => i + 1);

let z3: Z3Api;
beforeAll(async () => {
  z3 = await loadZ3();
});

describe.skipIf(!hasGcc())('external functions in C', () => {
  const folder = scratchFolder('external-drivers');

  it.each(SEEDS)('never reach an error that is excluded under havoc: seed %i', (seed) => {
    const comparison = compareSeed(seed, folder, z3, LIMIT);
    expect(isWrong(comparison), `${comparison.decision.verdict} ${comparison.decision.why}\n${comparison.text}`).toBe(
      false,
    );
  });

  it('reach errors by what they change, return, keep and call back', () => {
    const body = (statements: string): string => `extern void reach_error(void);
struct node { struct node *next; int v; };
int g0, ga[3], *gp; struct node gn; struct pair { int x; short y; int *p; } gs; void (*hook)(int);
void f0(void); void f1(int *); struct node *f6(struct node *); void f4(void (*)(int));
static int s;
static void set(int n) { s = n; }
int main(void) { int v = 9; ${statements} return 0; }
`;
    expect(reaches(body('f1(&v); f0(); if (v == 7) reach_error();'), folder)).toBe(true);
    expect(reaches(body('struct node *p = f6(0); if (p && p != &gn) reach_error();'), folder)).toBe(true);
    expect(reaches(body('hook = set; f0(); if (s == 5) reach_error();'), folder)).toBe(true);
    expect(reaches(body('f4(set); f0(); if (v != 9) reach_error();'), folder)).toBe(false);
  });
});
