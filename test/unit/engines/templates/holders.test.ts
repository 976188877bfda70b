import { describe, expect, test } from 'vitest';
import { checkCertificate } from '../../../../src/certify/proof/certificate.ts';
import { InductiveFacts } from '../../../../src/engines/methods/inductive/facts.ts';
import { boundIndices } from '../../../../src/engines/templates/bound-terms.ts';
import { candidateTiers } from '../../../../src/engines/templates/candidates.ts';
import { Holders } from '../../../../src/engines/templates/heap/holders.ts';
import { Evaluator } from '../../../../src/logic/terms/evaluate.ts';
import { simplify } from '../../../../src/system/transys/passes/simplify.ts';
import { type Samples, sampleStates } from '../../../../src/system/transys/sampling/sampler.ts';
import type { TransitionSystem } from '../../../../src/system/transys/system.ts';
import { compile } from '../../system/encode/compile.ts';
import { contextFor, ownSolversFor } from '../context.ts';

/** A stack of blocks without a bound, each freed when it is taken: right if `take` unlinks the block first. */
const stack = (take: string): string => `
extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned long);
extern void free(void *);
struct node { struct node *below; int value; };
int main(void) {
  struct node *top = 0;
  for (;;) {
    struct node *n;
    if (__VERIFIER_nondet_int()) {
      n = malloc(sizeof *n);
      if (!n) return 1;
      n->value = __VERIFIER_nondet_int();
      n->below = top;
      top = n;
    } else if (top) {
      n = top;
      ${take}
    }
  }
}`;

interface Made {
  readonly system: TransitionSystem;
  readonly holders: Holders;
  readonly samples: Samples;
}

function holdersOf(text: string): Made {
  const { system } = simplify(compile(text, 'LP64', { checks: ['deref', 'free'], allocationMayFail: true }).system);
  const holders = Holders.of(system, boundIndices(system));
  if (holders === null) throw new Error('no blocks that hold pointers');
  const samples = sampleStates(holders.system, { seed: 0, milliseconds: 60_000, stopped: () => false });
  return { system, holders, samples };
}

function learn({ system, holders, samples }: Made): InductiveFacts {
  const facts = new InductiveFacts(contextFor(holders.system, ownSolversFor(system)), 60_000, holders.bound);
  for (const tier of candidateTiers(system, samples, holders.bound.bound, holders)) {
    if (tier.name === 'holders of blocks') facts.learn(tier.candidates);
  }
  return facts;
}

describe('holders of heap blocks', () => {
  test('prove that what is taken out of a stack of any size is freed once, with a certificate', () => {
    const made = holdersOf(stack('top = n->below; free(n);'));
    const facts = learn(made);
    expect(facts.excludesBad()).toBe(true);
    const { certificate } = facts;
    expect(certificate.kind).toBe('universal');
    expect(checkCertificate(made.system, certificate, ownSolversFor(made.system)).accepted).toBe(true);
  }, 120_000);

  test('prove nothing of a stack that keeps the block that it frees', () => {
    expect(learn(holdersOf(stack('if (n->below) top = n->below; free(n);'))).excludesBad()).toBe(false);
  }, 120_000);

  test('hold in the states that they are made from, and each step records the cell that it writes', () => {
    const { system, holders, samples } = holdersOf(stack('top = n->below; free(n);'));
    const { terms } = system;
    const place = new Map(holders.system.stateVars.map(({ term }, v) => [term, v]));
    let count = 0;
    samples.forEach((states, block) => {
      if (block === 0) return;
      const candidates = holders.at(states);
      for (const state of states) {
        for (let index = 0n; index < 4n; index++) {
          const at = new Evaluator(terms, (t) => (holders.bound.bound.includes(t) ? index : state[place.get(t) ?? -1]));
          count += candidates.length;
          expect(candidates.filter((t) => at.value(t) !== true)).toEqual([]);
        }
      }
    });
    expect(count).toBeGreaterThan(0);
  }, 120_000);

  test('are none without an allocation in a loop', () => {
    const { system } = compile('int main(void) { int a[100]; for (int i = 0; i < 100; i++) a[i] = i; }', 'LP64', {
      checks: ['deref'],
    });
    expect(Holders.of(system, boundIndices(system))).toBeNull();
  });
});

describe('a run that uses all numbers of blocks', () => {
  const FOR_EVER = `
extern void *malloc(unsigned long);
extern void free(void *);
int main(void) { for (;;) { char *block = malloc(1); *block = 1; free(block); } }`;

  /** Whether the loop has a next turn when it has made that many blocks, each of them freed. */
  const goesOn = (system: TransitionSystem, made: bigint): boolean => {
    const { terms, stateVars, pc, blocks } = system;
    const values = new Map(stateVars.map(({ term, blocks: part }) => [term, part?.role === 'count' ? made : 0n]));
    if (pc !== null) values.set(stateVars[pc].term, 1n);
    const at = new Evaluator(terms, (t) => {
      const sort = terms.sort(t);
      if (sort.kind === 'array') return { default: 1n, entries: new Map() };
      return sort.kind === 'bool' ? false : (values.get(t) ?? 0n);
    });
    return at.value(blocks[1].feasible) === true;
  };

  test('is left out, unless the question is whether runs end', () => {
    const safety = compile(FOR_EVER, 'LP64', { checks: ['deref', 'free'] }).system;
    expect(safety.stateVars.some(({ blocks }) => blocks?.role === 'count')).toBe(true);
    expect(goesOn(safety, 2n ** 44n - 1n)).toBe(true);
    expect(goesOn(safety, 2n ** 44n)).toBe(false);
    const termination = compile(FOR_EVER, 'LP64', { goal: 'cycle' }).system;
    expect(goesOn(termination, 2n ** 44n)).toBe(true);
  });
});
