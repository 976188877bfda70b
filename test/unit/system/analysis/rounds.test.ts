import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkCertificate } from '../../../../src/certify/proof/certificate.ts';
import { ai } from '../../../../src/engines/dataflow/ai.ts';
import type { Term } from '../../../../src/logic/terms/builder.ts';
import type { BlockValues } from '../../../../src/system/analysis/facts.ts';
import { analyseRound, PRECISIONS } from '../../../../src/system/analysis/rounds.ts';
import { simplify } from '../../../../src/system/transys/passes/simplify.ts';
import type { TransitionSystem } from '../../../../src/system/transys/system.ts';
import { contextFor, solversFor } from '../../engines/context.ts';
import { compile } from '../encode/compile.ts';
import { enumerate, randomSystem } from '../transys/random-systems.ts';

/** What the rounds find, each round given what the one before found. */
function allFacts(
  system: TransitionSystem,
  rounds = PRECISIONS,
): { readonly facts: Term[]; readonly byRound: number[] } {
  const facts: Term[] = [];
  const byRound: number[] = [];
  let values: BlockValues | null = null;
  for (const precision of rounds) {
    const given = system.blocks.map(() => []);
    const result = analyseRound(system, precision, values, given, () => false);
    values = result.values;
    const found = result.facts.flat();
    facts.push(...found.map((fact) => fact.formula));
    byRound.push(found.length);
  }
  return { facts, byRound };
}

/** The first loop compares its counter with each index, so that its value grows in many small steps. */
const BEHIND = `
extern unsigned char __VERIFIER_nondet_uchar(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
static unsigned runs(const unsigned char *in, unsigned long n) {
  unsigned long i = 0, count = 0;
  while (i < n) {
    unsigned char b = in[i];
    unsigned long run = 1;
    while (run < 255 && i + run < n) run++;
    i += run;
    count += b;
  }
  return count;
}
int main(void) {
  unsigned char in[32];
  unsigned long n = __VERIFIER_nondet_ulong();
  if (n > 32) return 0;
  for (unsigned long i = 0; i < n; i++) in[i] = __VERIFIER_nondet_uchar();
  return runs(in, n) == 7;
}`;

const withoutBad = (system: TransitionSystem): TransitionSystem => {
  const { terms } = system;
  return { ...system, blocks: system.blocks.map((b) => ({ ...b, bad: terms.false, gap: terms.false })) };
};

describe('rounds of the analysis', () => {
  test('find facts that are inductive together', async () => {
    let found = 0;
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 2 ** 31 - 1 }), fc.constantFrom(0, 2, 3), async (seed, blocks) => {
        const system = randomSystem(seed, { blocks, gaps: true });
        const { facts, byRound } = allFacts(system);
        found += byRound.reduce((sum, n, round) => sum + (round > 0 ? n : 0), 0);
        const invariant = system.terms.andAll(facts);
        const certificate = { kind: 'inductive', invariant, k: 0, instances: [] } as const;
        expect(checkCertificate(withoutBad(system), certificate, await solversFor(system))).toMatchObject({
          accepted: true,
        });
      }),
      { numRuns: 25, seed: 5 },
    );
    // The later rounds say something that the first one does not.
    expect(found).toBeGreaterThan(20);
  });

  test('a loop is stable before what lies behind it: the first round bounds what it leaves as it was', async () => {
    const { system } = compile(BEHIND, 'LP64', { checks: ['deref'] });
    const { facts } = allFacts(system, PRECISIONS.slice(0, 1));
    const certificate = { kind: 'inductive', invariant: system.terms.andAll(facts), k: 0, instances: [] } as const;
    expect(checkCertificate(system, certificate, await solversFor(system))).toMatchObject({ accepted: true });
  });

  test('prove no system that is not safe, and what they prove is certified', async () => {
    let proofs = 0;
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 2 ** 31 - 1 }), fc.constantFrom(0, 2, 3), async (seed, blocks) => {
        const system = randomSystem(seed, { blocks });
        const solvers = await solversFor(system);
        const claim = ai(contextFor(system, solvers));
        expect(claim.kind).not.toBe('unsafe');
        if (claim.kind !== 'safe') return;
        proofs += 1;
        expect(enumerate(system)).toMatchObject({ bad: null, gap: null });
        expect(checkCertificate(system, claim.certificate, solvers)).toMatchObject({ accepted: true });
      }),
      { numRuns: 25, seed: 6 },
    );
    expect(proofs).toBeGreaterThan(5);
  });

  test('relate what blocks measure with wider terms', () => {
    const { system } = compile(
      `extern void *realloc(void *, unsigned long);
      extern int nd(void);
      struct entry { int isText; union { double number; const char *text; }; };
      struct list { struct entry *items; unsigned long count, room; };
      static int push(struct list *list, struct entry entry) {
        if (list->count == list->room) {
          unsigned long room = list->room ? 2 * list->room : 4;
          if (room > 1024) return 0;
          struct entry *grown = realloc(list->items, room * sizeof *grown);
          if (!grown) return 0;
          list->items = grown;
          list->room = room;
        }
        list->items[list->count++] = entry;
        return 1;
      }
      int main(void) {
        struct list list = { 0 };
        for (int i = 0; i < 50; i++) {
          struct entry entry = { .isText = 0, .number = i };
          if (!push(&list, entry)) break;
        }
        int n = 0;
        for (unsigned long i = 0; i < list.count; i++) n += list.items[i].number > 3.0;
        return n;
      }`,
      'LP64',
      { checks: ['deref', 'free'] },
    );
    expect(allFacts(simplify(system).system, PRECISIONS.slice(0, 3)).byRound).toHaveLength(3);
  });

  test('relate two terms in their own cases, where all choices of a step are too many', async () => {
    const { system: encoded } = compile(
      `extern void *realloc(void *, unsigned long);
      extern _Bool flag(void);
      extern unsigned long number(void);
      struct point { int x, y; };
      struct points { struct point *items; unsigned long count, room; };
      static _Bool push(struct points *all, const struct point *p) {
        struct point copy = *p;
        if (all->count == all->room) {
          if (all->room >= 1 << 20) return 0;
          unsigned long room = all->room ? 2 * all->room : 4;
          struct point *items = realloc(all->items, room * sizeof *items);
          if (!items) return 0;
          all->items = items;
          all->room = room;
        }
        all->items[all->count++] = copy;
        return 1;
      }
      int main(void) {
        struct points all = { 0, 0, 0 };
        while (flag()) {
          unsigned long i = number();
          struct point p = { 1, 2 };
          if (flag()) push(&all, &p);
          else if (flag()) { if (i < all.count) push(&all, &all.items[i]); }
          else if (flag()) { if (all.count > 0) p = all.items[--all.count]; }
          else if (i < all.count) all.items[i] = all.items[--all.count];
        }
        return 0;
      }`,
      'LP64',
      { checks: ['deref'] },
    );
    const { system } = simplify(encoded);
    const { terms, stateVars, measures = [] } = system;
    const { facts } = allFacts(system, PRECISIONS.slice(0, 3));
    const room = stateVars.find(({ name }) => name.includes('room'))!.term;
    const eight = terms.mul(terms.zext(room, 64), terms.bv(64, 8));
    const solver = (await solversFor(system)).create();
    for (const fact of facts) solver.assert(fact);
    solver.assert(terms.eq(stateVars[system.pc!].term, terms.bv(terms.width(stateVars[system.pc!].term), 1)));
    const sizes = measures.filter((t) => terms.width(t) === 64);
    expect(sizes.some((t) => solver.check([terms.not(terms.eq(t, eight))]) === 'unsat')).toBe(true);
    solver.dispose();
  });

  test('end soon when the race is over', async () => {
    const system = randomSystem(1, { blocks: 3 });
    const claim = ai(contextFor(system, await solversFor(system), { stopped: () => true }));
    expect(claim).toMatchObject({ kind: 'unknown', reason: { kind: 'stopped' } });
  });
});
