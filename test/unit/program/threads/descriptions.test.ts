import { describe, expect, it, test } from 'vitest';
import { loopInvariants } from '../../../../src/apps/output/report/loop-invariants.ts';
import type { Description } from '../../../../src/base/description.ts';
import type { Term } from '../../../../src/logic/terms/builder.ts';
import type { CheckKind } from '../../../../src/program/cfa/checks/kinds.ts';
import { freezeSystem } from '../../../../src/system/transys/share.ts';
import type { StateVar, TransitionSystem } from '../../../../src/system/transys/system.ts';
import { testPrograms } from '../../../program-header.ts';
import { compile } from '../../system/encode/compile.ts';

const FOLDER = 'test/programs/threads';

const PROGRAM = `
typedef unsigned long pthread_t;
typedef struct { int lock; unsigned count; int owner; unsigned users; int kind; char rest[24]; } pthread_mutex_t;
int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
int pthread_join(pthread_t, void **);
int pthread_mutex_lock(pthread_mutex_t *);
int pthread_mutex_trylock(pthread_mutex_t *);
int pthread_mutex_unlock(pthread_mutex_t *);
extern void reach_error(void);
pthread_mutex_t m;
int x, y, *p;
void *worker(void *argument) {
  pthread_mutex_lock(&m);
  for (int i = 0; i < x; i++) p = i == 3 ? &y : &x;
  pthread_mutex_unlock(&m);
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  if (pthread_mutex_trylock(&m) == 0) x = 1;
  pthread_join(t, 0);
  if (p != 0 && *p > 5) reach_error();
  return 0;
}`;

const { system } = compile(PROGRAM);
const { terms } = system;

function variable(name: string): StateVar {
  const found = system.stateVars.find(({ origin }) => origin?.description?.name === name);
  return found ?? expect.fail(`no ${name} among ${system.stateVars.map((v) => v.origin?.description?.name ?? v.name)}`);
}

function is(name: string, value: number): Term {
  const { term } = variable(name);
  return terms.eq(term, terms.bv(terms.width(term), BigInt.asUintN(terms.width(term), BigInt(value))));
}

/** The lines that people read about a formula between the steps of threads. */
function lines(...formulas: readonly Term[]): readonly string[] {
  const certificate = {
    kind: 'inductive',
    k: 0,
    invariant: terms.andAll(formulas),
    instances: [],
  } as const;
  const all = loopInvariants({ certificate, system: freezeSystem(system) });
  const found = all.find(({ keyword }) => keyword === 'threads') ?? expect.fail('no place between the steps');
  expect(found.expression).toBeNull();
  return found.lines;
}

describe('the state between the steps of threads, in words', () => {
  it('says where a thread is', () => {
    expect(lines(is('place(thread 1)', 1))).toEqual(['thread 1 (worker) has ended']);
    expect(lines(is('place(thread 1)', 0))).toEqual(['thread 1 (worker) has not started']);
    expect(lines(terms.not(is('place(thread 1)', 0)))).toEqual(['thread 1 (worker) has started']);
    expect(lines(is('place(thread 0)', 0))).toEqual(['thread 0 (main) has let no other thread run']);
    const at = lines(terms.not(terms.or(is('place(thread 1)', 0), is('place(thread 1)', 1))));
    expect(at).toEqual([expect.stringMatching(/^thread 1 \(worker\) (is at line \d|has started, and has not ended$)/)]);
  });

  it('leaves out values that no step stores', () => {
    const { term } = variable('place(thread 1)');
    const bits = terms.extract(term, 1, 0);
    const isOne = terms.eq(bits, terms.bv(2, 1));
    // The bits alone would say `place(thread 1) % 4 == 1`; the numbers of lines that share them come with it.
    expect(lines(isOne)).toEqual([
      expect.stringMatching(/^thread 1 \(worker\) (has ended$|is at line .*, or has ended$)/),
    ]);
    expect(lines(terms.slt(term, terms.bv(terms.width(term), 1000)))).toEqual([]);
  });

  it('names the owner of a mutex', () => {
    expect(lines(is('owner(m)', 0))).toEqual(['mutex m is free']);
    expect(lines(is('owner(m)', 2))).toEqual(['mutex m is held by thread 1 (worker)']);
    expect(lines(terms.not(is('owner(m)', 0)))).toEqual(['mutex m is held']);
  });

  it('puts sentences with several parts in parentheses beside C', () => {
    const x = system.stateVars.find(({ name }) => name === 'x') ?? expect.fail('no x');
    const either = terms.or(is('owner(m)', 2), is('place(thread 1)', 1));
    const small = terms.slt(x.term, terms.bv(terms.width(x.term), 3));
    expect(lines(terms.or(either, small))).toEqual([
      expect.stringMatching(
        /^(?=.*thread 1 \(worker\) has ended)(?=.*mutex m is held by thread 1 \(worker\))(?=.*x <= 2).* \|\| .* \|\| /,
      ),
    ]);
  });

  it('says where a pointer leads', () => {
    expect(lines(is('object(p)', 0))).toEqual(['p leads to no object']);
    const target = variable('object(p)').origin?.description?.words?.values.find(({ object }) => object === 'x');
    expect(lines(is('object(p)', Number(target?.value)))).toEqual(['p leads into x']);
  });

  it('names variables of threads by their functions', () => {
    expect(system.stateVars.map(({ origin }) => origin?.description?.name)).toContain('worker::i');
  });
});

/** Descriptions or names of what people would read, without those of C. */
function hidden({ stateVars }: TransitionSystem): readonly string[] {
  return stateVars.flatMap(({ name, origin }) => {
    const description: Description | undefined = origin?.description;
    const said = [description?.name ?? name, ...(description?.words?.values.map(({ object }) => object ?? '') ?? [])];
    return said.filter((text) => text.includes('$') || text.includes('<library>'));
  });
}

const programs = testPrograms(FOLDER).filter(({ facts }) => facts.get('verdict') !== 'FALSE');

test.each(programs)('$name has no state variable without words', ({ text, facts }) => {
  const checks = (facts.get('checks')?.split(', ') ?? []) as CheckKind[];
  const { system: found } = compile(text, 'LP64', checks.length === 0 ? {} : { checks });
  expect(hidden(found)).toEqual([]);
  for (const { at } of found.blocks) expect(at?.file).not.toBe('<library>');
});
