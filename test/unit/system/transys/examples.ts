import type { Term } from '../../../../src/logic/terms/builder.ts';
import { BOOL, type Sort } from '../../../../src/logic/terms/sort.ts';
import { TermStore } from '../../../../src/logic/terms/store.ts';
import type { Block, Gap, InputVar, StateVar, TransitionSystem } from '../../../../src/system/transys/system.ts';

/**
 * Small systems made by hand, as the encoder would make them: entry block 0, loops after it, `pc`
 * the first state variable.
 */

export const bits = (width: number): Sort => ({ kind: 'bv', width });

interface BlockParts {
  readonly feasible?: Term;
  readonly bad?: Term;
  readonly gap?: Term;
  readonly doubtful?: Term;
  /** By name; what is left out keeps its value. */
  readonly next?: Readonly<Record<string, Term>>;
  readonly inputs?: readonly string[];
  readonly successors: readonly number[];
}

interface Parts {
  readonly terms?: TermStore;
  readonly state: Readonly<Record<string, Sort>>;
  readonly inputs?: Readonly<Record<string, Sort>>;
  readonly initInputs?: Readonly<Record<string, Sort>>;
  /** By name; 0 or false where left out. */
  readonly init?: (t: TermStore, v: (name: string) => Term) => Readonly<Record<string, Term>>;
  readonly gaps?: (t: TermStore, v: (name: string) => Term) => readonly Gap[];
  readonly blocks: readonly ((t: TermStore, v: (name: string) => Term) => BlockParts)[];
  readonly pc?: boolean;
}

/** Puts a system together; with `pc` (as a rule) state variable 0 is `pc`, 4 bits wide. */
export function build(parts: Parts): TransitionSystem {
  const terms = parts.terms ?? new TermStore();
  const withPc = parts.pc ?? true;
  const sorts: Record<string, Sort> = withPc ? { pc: bits(4), ...parts.state } : { ...parts.state };
  const zero = (sort: Sort): Term => {
    if (sort.kind === 'bool') return terms.false;
    if (sort.kind === 'bv') return terms.bv(sort.width, 0);
    if (sort.kind === 'array') return terms.constArray(sort.index, zero(sort.element));
    throw new Error('no zero');
  };
  const names = Object.keys(sorts);
  const stateVars = names.map((name): StateVar => ({ term: terms.variable(name, sorts[name]), name, origin: null }));
  const input = (name: string, sort: Sort, phase: 'init' | 'step'): InputVar => ({
    term: terms.variable(name, sort),
    name,
    phase,
    origin: null,
  });
  const inputs = [
    ...Object.entries(parts.inputs ?? {}).map(([name, sort]) => input(name, sort, 'step')),
    ...Object.entries(parts.initInputs ?? {}).map(([name, sort]) => input(name, sort, 'init')),
  ];
  const v = (name: string): Term => terms.find(name) ?? fail(name);
  const init = parts.init?.(terms, v) ?? {};
  const blocks = parts.blocks.map((make, id): Block => {
    const block = make(terms, v);
    return {
      id,
      name: `block ${id}`,
      at: null,
      feasible: block.feasible ?? terms.true,
      bad: block.bad ?? terms.false,
      bads: [],
      gap: block.gap ?? terms.false,
      doubtful: block.doubtful ?? terms.false,
      next: names.map(
        (name, i) => block.next?.[name] ?? (name === 'pc' ? terms.bv(4, block.successors[0] ?? 0) : stateVars[i].term),
      ),
      successors: block.successors,
      inputs: (block.inputs ?? []).map((name) => inputs.findIndex((x) => x.name === name)),
    };
  });
  return {
    terms,
    stateVars,
    inputs,
    pc: withPc ? 0 : null,
    blocks,
    init: names.map((name) => init[name] ?? zero(sorts[name])),
    initConstraint: terms.true,
    doubts: blocks.flatMap(({ id, doubtful }) =>
      doubtful === terms.false
        ? []
        : [
            {
              construct: 'division by zero',
              at: null,
              block: id,
              condition: doubtful,
              input: null,
              hasCondition: true,
            },
          ],
    ),
    gaps: parts.gaps?.(terms, v) ?? [],
    facts: [],
  };
}

function fail(name: string): never {
  throw new Error(`no variable ${name}`);
}

/**
 * `while (i < n) i++; assert(i != error); while (1) { x += 2; assert(x != 9); }` for an input n below 4: a test of
 * few steps, and behind it a loop without end. The two checks are `test` and `serve`.
 */
export function testThenServe(error: number): TransitionSystem {
  const system = build({
    state: { i: bits(8), n: bits(8), x: bits(8) },
    inputs: { n0: bits(8) },
    blocks: [
      (t, v) => ({ feasible: t.ult(v('n0'), t.bv(8, 4)), next: { n: v('n0') }, inputs: ['n0'], successors: [1] }),
      (t, v) => {
        const goOn = t.ult(v('i'), v('n'));
        return {
          bad: t.and(t.not(goOn), t.eq(v('i'), t.bv(8, error))),
          next: { pc: t.ite(goOn, t.bv(4, 1), t.bv(4, 2)), i: t.ite(goOn, t.add(v('i'), t.bv(8, 1)), v('i')) },
          successors: [1, 2],
        };
      },
      (t, v) => ({ bad: t.eq(v('x'), t.bv(8, 9)), next: { x: t.add(v('x'), t.bv(8, 2)) }, successors: [2] }),
    ],
  });
  const names = [null, 'test', 'serve'];
  const blocks = system.blocks.map((block, i) => {
    const name = names[i];
    return name === null ? block : { ...block, bads: [{ name, term: block.bad }] };
  });
  return { ...system, blocks };
}

/**
 * `unsigned x = 1; while (nondet()) x += 2; assert(x % 2);` — the running example of [IMC22], or
 * with another first value.
 */
export function oddCounter(first = 1): TransitionSystem {
  return build({
    state: { x: bits(32) },
    inputs: { in: bits(32) },
    blocks: [
      (t) => ({ next: { x: t.bv(32, first) }, successors: [1] }),
      (t, v) => {
        const goOn = t.not(t.eq(v('in'), t.bv(32, 0)));
        return {
          feasible: goOn,
          bad: t.and(t.not(goOn), t.eq(t.extract(v('x'), 0, 0), t.bv(1, 0))),
          next: { x: t.add(v('x'), t.bv(32, 2)) },
          inputs: ['in'],
          successors: [1],
        };
      },
    ],
  });
}

/** `unsigned i = 0; while (i < n) i++; if (i == error) E;` without any input. */
export function deterministicLoop(n: number, error: number): TransitionSystem {
  return build({
    state: { i: bits(32) },
    blocks: [
      (t) => ({ next: { i: t.bv(32, 0) }, successors: [1] }),
      (t, v) => {
        const goOn = t.ult(v('i'), t.bv(32, n));
        return {
          feasible: goOn,
          bad: t.and(t.not(goOn), t.eq(v('i'), t.bv(32, error))),
          next: { i: t.add(v('i'), t.bv(32, 1)) },
          successors: [1],
        };
      },
    ],
  });
}

/**
 * Two loops: count `i` up to an input below 4 while `s` grows by 2, then count it down; bad if `s`
 * is `error` at the end.
 */
export function twoLoops(error: number): TransitionSystem {
  return build({
    state: { i: bits(32), s: bits(32), n: bits(32) },
    inputs: { n0: bits(32) },
    blocks: [
      (t, v) => ({
        feasible: t.ult(v('n0'), t.bv(32, 4)),
        next: { i: t.bv(32, 0), s: t.bv(32, 0), n: v('n0') },
        inputs: ['n0'],
        successors: [1],
      }),
      (t, v) => {
        const goOn = t.ult(v('i'), v('n'));
        return {
          next: {
            pc: t.ite(goOn, t.bv(4, 1), t.bv(4, 2)),
            i: t.ite(goOn, t.add(v('i'), t.bv(32, 1)), v('i')),
            s: t.ite(goOn, t.add(v('s'), t.bv(32, 2)), v('s')),
            n: t.ite(goOn, v('n'), t.bv(32, 0)),
          },
          successors: [1, 2],
        };
      },
      (t, v) => {
        const goOn = t.ult(t.bv(32, 0), v('i'));
        return {
          feasible: goOn,
          bad: t.and(t.not(goOn), t.eq(v('s'), t.bv(32, error))),
          next: { i: t.sub(v('i'), t.bv(32, 1)) },
          successors: [2],
        };
      },
    ],
  });
}

/**
 * Trap 20: `int i=0; while(1){i++; if(i==1&&nd())E; if(i>=2)abort();}` — bad at depth 1, and all
 * runs end at depth 2.
 */
export function deadlocking(withError: boolean): TransitionSystem {
  return build({
    state: { i: bits(32) },
    inputs: { in: bits(32) },
    blocks: [
      (t) => ({ next: { i: t.bv(32, 0) }, successors: [1] }),
      (t, v) => {
        const i = t.add(v('i'), t.bv(32, 1));
        const bad = withError ? t.and(t.eq(i, t.bv(32, 1)), t.not(t.eq(v('in'), t.bv(32, 0)))) : t.false;
        return {
          feasible: t.and(t.not(bad), t.slt(i, t.bv(32, 2))),
          bad,
          next: { i },
          inputs: ['in'],
          successors: [1],
        };
      },
    ],
  });
}

/** A loop that meets a construct without a meaning when `i` is 3, and the error when it is 5 (or never). */
export function withGap(error: boolean): TransitionSystem {
  const gapAt = (t: TermStore, v: (name: string) => Term): Term =>
    t.and(t.eq(v('i'), t.bv(8, 3)), t.eq(v('in'), t.bv(8, 7)));
  return build({
    state: { i: bits(8) },
    inputs: { in: bits(8) },
    gaps: (t, v) => [{ construct: 'inline assembly', at: null, block: 1, condition: gapAt(t, v) }],
    blocks: [
      (t) => ({ next: { i: t.bv(8, 0) }, successors: [1] }),
      (t, v) => {
        const gap = gapAt(t, v);
        const bad = error ? t.eq(v('i'), t.bv(8, 5)) : t.false;
        return {
          feasible: t.andAll([t.not(gap), t.not(bad), t.ult(v('i'), t.bv(8, 8))]),
          bad,
          gap,
          next: { i: t.add(v('i'), t.bv(8, 1)) },
          inputs: ['in'],
          successors: [1],
        };
      },
    ],
  });
}

/**
 * Counts up; input 7 may end in the error in any step with `doubtfulFrom <= i`, but only in doubt;
 * without a doubt the error is reached at i = `cleanAt`, or never.
 */
export function withDoubt(doubtfulFrom: number, cleanAt: number | null): TransitionSystem {
  return build({
    state: { i: bits(8) },
    inputs: { in: bits(8) },
    blocks: [
      (t) => ({ next: { i: t.bv(8, 0) }, successors: [1] }),
      (t, v) => {
        const doubtful = t.and(t.eq(v('in'), t.bv(8, 7)), t.ule(t.bv(8, doubtfulFrom), v('i')));
        const clean = cleanAt === null ? t.false : t.and(t.eq(v('in'), t.bv(8, 9)), t.eq(v('i'), t.bv(8, cleanAt)));
        const bad = t.or(doubtful, clean);
        return {
          feasible: t.andAll([t.not(bad), t.ult(v('i'), t.bv(8, 20))]),
          bad,
          doubtful,
          next: { i: t.add(v('i'), t.bv(8, 1)) },
          inputs: ['in'],
          successors: [1],
        };
      },
    ],
  });
}

export { BOOL };
