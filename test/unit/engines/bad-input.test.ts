import { describe, expect, test } from 'vitest';
import { ENGINES } from '../../../src/engines/implementations.ts';
import type { Claim } from '../../../src/engines/methods/engine.ts';
import { completeOptions, isSystemEngine, type SystemEngineId } from '../../../src/engines/register.ts';
import type { Solver, SolverFactory } from '../../../src/logic/terms/solver.ts';
import { parseBtor2 } from '../../../src/system/transys/btor2/parse.ts';
import { validateSystem } from '../../../src/system/transys/check.ts';
import { simplify } from '../../../src/system/transys/passes/simplify.ts';
import type { TransitionSystem } from '../../../src/system/transys/system.ts';
import { bits, build, deadlocking, deterministicLoop, oddCounter } from '../system/transys/examples.ts';
import { contextFor, ownSolversFor, solversFor, tracked } from './context.ts';
import { judge } from './judge.ts';

const IDS = Object.keys(ENGINES).filter(isSystemEngine);
const MAX_DEPTH = 8;

const hardware = (text: string): TransitionSystem => parseBtor2(text, 'model.btor2');

/**
 * A counter of one byte that an input holds back; `more` are lines after it (10: count, 20: one
 * bit, 21: true, 22: count is 2).
 */
const counter = (...more: readonly string[]): string =>
  `1 sort bitvec 8
20 sort bitvec 1
2 input 20 go
3 zero 1
10 state 1 count
11 init 1 10 3
12 uext 1 2 7
13 add 1 10 12
14 next 1 10 13
15 constd 1 2
21 one 20
22 eq 20 10 15
${more.join('\n')}
`;

/** A register of so many bits that starts with 1 and is turned by two bits. */
const wide = (width: number, bit: number): string =>
  `1 sort bitvec ${width}
2 sort bitvec 1
3 one 1
4 state 1 ring
5 init 1 4 3
6 constd 1 2
7 rol 1 4 6
8 input 2 go
9 ite 1 8 7 4
10 next 1 4 9
11 slice 2 4 ${bit} ${bit}
12 bad 11
`;

/** Without a program counter, with a single block. */
const bare = (
  parts: Pick<Parameters<typeof build>[0], 'blocks'> & Partial<Parameters<typeof build>[0]>,
): TransitionSystem => build({ state: {}, pc: false, ...parts });

const SYSTEMS: readonly (readonly [string, 'TRUE' | 'FALSE', () => TransitionSystem])[] = [
  ['no state and no input, bad never', 'TRUE', () => bare({ blocks: [() => ({ successors: [0] })] })],
  ['no state and no input, bad at once', 'FALSE', () => bare({ blocks: [(t) => ({ bad: t.true, successors: [0] })] })],
  ['no state and no input, no step', 'TRUE', () => bare({ blocks: [(t) => ({ feasible: t.false, successors: [] })] })],
  [
    'no state, an input is never bad',
    'TRUE',
    () => hardware('1 sort bitvec 4\n2 sort bitvec 1\n3 input 1\n4 ult 2 3 3\n5 bad 4\n'),
  ],
  [
    'no state, an input that has to be found',
    'FALSE',
    () => hardware('1 sort bitvec 8\n2 sort bitvec 1\n3 input 1\n4 mul 1 3 3\n5 constd 1 49\n6 eq 2 4 5\n7 bad 6\n'),
  ],
  [
    'no state, a constraint that excludes bad',
    'TRUE',
    () => hardware('1 sort bitvec 1\n2 input 1\n3 constraint 2\n4 bad -2\n'),
  ],
  ['no input, all runs end before the error', 'TRUE', () => deterministicLoop(3, 4)],
  ['no input, the error at the end', 'FALSE', () => deterministicLoop(3, 3)],
  [
    'no input, a cycle that never ends',
    'TRUE',
    () =>
      hardware(
        '1 sort bitvec 3\n2 one 1\n3 state 1\n4 init 1 3 2\n5 constd 1 3\n6 mul 1 3 5\n7 next 1 3 6\n8 sort bitvec 1\n9 slice 8 3 2 2\n10 bad 9\n',
      ),
  ],
  [
    'no step at all, bad at the start',
    'FALSE',
    () =>
      bare({
        state: { x: bits(4) },
        blocks: [(t, v) => ({ feasible: t.false, bad: t.eq(v('x'), t.bv(4, 0)), successors: [] })],
      }),
  ],
  [
    'no step at all, bad elsewhere',
    'TRUE',
    () =>
      bare({
        state: { x: bits(4) },
        blocks: [(t, v) => ({ feasible: t.false, bad: t.eq(v('x'), t.bv(4, 1)), successors: [] })],
      }),
  ],
  ['no step from the second state on', 'TRUE', () => deadlocking(false)],
  ['a run that ends at the error', 'FALSE', () => deadlocking(true)],
  ['bad everywhere', 'FALSE', () => hardware(counter('30 bad 21'))],
  ['bad nowhere', 'TRUE', () => hardware(counter('30 bad -21'))],
  ['bad everywhere, but no constraint can be kept', 'TRUE', () => hardware(counter('30 bad 21', '31 constraint -21'))],
  [
    'bad everywhere from the third step, which no constraint allows',
    'TRUE',
    () => hardware(counter('30 bad 22', '31 constraint -22')),
  ],
  [
    'bad everywhere, but nothing to start with',
    'TRUE',
    () => ({ ...hardware(counter('30 bad 21')), ...nowhere(hardware(counter('30 bad 21'))) }),
  ],
  [
    'bad in two steps, but nothing to start with',
    'TRUE',
    () => ({ ...hardware(counter('30 bad 22')), ...nowhere(hardware(counter('30 bad 22'))) }),
  ],
  ['a start that an input decides, and that is not to be', 'TRUE', startsContradicted],
  ['4096 bits, a bit that is set after two steps', 'FALSE', () => hardware(wide(4096, 4))],
  ['1 bit that starts as anything', 'FALSE', () => hardware('1 sort bitvec 1\n2 state 1\n3 next 1 2 2\n4 bad 2\n')],
];

function isWide({ terms, stateVars }: TransitionSystem): boolean {
  return stateVars.some(({ term }) => terms.sort(term).kind === 'bv' && terms.width(term) > 1000);
}

function nowhere({ terms }: TransitionSystem): Partial<TransitionSystem> {
  return { terms, initConstraint: terms.false };
}

/** The initial value is an input, of which the initial constraint says two things at once. */
function startsContradicted(): TransitionSystem {
  const system = build({
    state: { x: bits(4) },
    pc: false,
    initInputs: { start: bits(4) },
    init: (_, v) => ({ x: v('start') }),
    blocks: [(t, v) => ({ bad: t.ult(v('x'), t.bv(4, 8)), next: { x: t.add(v('x'), t.bv(4, 1)) }, successors: [0] })],
  });
  const { terms, inputs } = system;
  const [start] = inputs.map(({ term }) => term);
  const both = terms.and(terms.ult(start, terms.bv(4, 3)), terms.eq(terms.extract(start, 3, 3), terms.bv(1, 1)));
  return { ...system, initConstraint: both };
}

/** Solvers to search and Z3 to check with, and how many of them there are. */
class Means {
  readonly solvers: ReturnType<typeof tracked>;
  readonly checkers: ReturnType<typeof tracked>;

  constructor(solvers: SolverFactory, checkers: SolverFactory) {
    this.solvers = tracked(solvers);
    this.checkers = tracked(checkers);
  }

  static async of(system: TransitionSystem): Promise<Means> {
    return new Means(ownSolversFor(system), await solversFor(system));
  }

  get alive(): number {
    return this.solvers.alive + this.checkers.alive;
  }
}

function run(
  id: SystemEngineId,
  system: TransitionSystem,
  { solvers, checkers }: Means,
  stopped?: () => boolean,
): Claim {
  const options = { ...completeOptions(id, {}).options, ...(id === 'ai' ? {} : { maxDepth: MAX_DEPTH }) };
  return ENGINES[id](contextFor(system, solvers, { checkers, options, stopped }));
}

/**
 * They prove what their method suffices for, and find no runs in these; `exhaust` gives up where
 * inputs take many values.
 */
const MAY_GIVE_UP: ReadonlySet<SystemEngineId> = new Set<SystemEngineId>([
  ...(['ai', 'houdini', 'poly', 'boxes', 'exhaust'] as const),
  // They ask another question.
  'lasso',
  'rank',
  'recur',
]);

/**
 * Whether the engine's method may leave open what has this verdict: bounded model checking proves
 * only where all runs end, explicit search nothing.
 */
function mayLeaveOpen(id: SystemEngineId, verdict: 'TRUE' | 'FALSE'): boolean {
  return MAY_GIVE_UP.has(id) || ((id === 'bmc' || id === 'explore') && verdict === 'TRUE');
}

describe.each(IDS)('%s', (id) => {
  test.each(SYSTEMS)(
    '%s: %s',
    async (_, expected, make) => {
      const system = make();
      validateSystem(system);
      const { system: reduced, back } = simplify(system);
      // Wide states take seconds each time.
      for (const s of isWide(system) ? [reduced] : [system, reduced]) {
        const means = await Means.of(s);
        const judgement = judge(run(id, s, means), system, means.checkers, s === system ? null : back);
        if (judgement.verdict === 'UNKNOWN') expect(mayLeaveOpen(id, expected)).toBe(true);
        else expect(judgement).toMatchObject({ verdict: expected });
        expect(means.alive).toBe(0);
      }
    },
    60_000,
  );
});

/** A system that takes each engine some steps, with what is true of it. */
const UNEVEN: readonly (readonly ['TRUE' | 'FALSE', () => TransitionSystem])[] = [
  ['TRUE', oddCounter],
  ['TRUE', () => hardware(wide(16, 5))],
  ['FALSE', () => hardware(wide(16, 8))],
];

describe.each(IDS)('%s when its means end', (id) => {
  test('stopped sooner or later it leaves no solver behind, and says nothing wrong', async () => {
    let stopped = 0;
    for (const [expected, make] of UNEVEN) {
      for (const after of [0, 1, 2, 3, 5, 8, 13, 21, 34, 55]) {
        const system = make();
        const means = await Means.of(system);
        let asked = 0;
        const claim = run(id, system, means, () => {
          asked += 1;
          return asked > after;
        });
        expect(means.alive).toBe(0);
        if (claim.kind === 'unknown') stopped += 1;
        else expect(judge(claim, system, means.checkers, null).verdict).toBe(expected);
      }
    }
    expect(stopped).toBeGreaterThan(0);
  }, 120_000);

  test('solvers that do not answer any more leave it without an answer', async () => {
    for (const [expected, make] of UNEVEN) {
      for (const after of [0, 1, 2, 4, 8, 16]) {
        const system = make();
        const means = await failing(system, after, () => 'unknown');
        const claim = run(id, system, means);
        expect(means.alive).toBe(0);
        if (claim.kind === 'unknown') expect(['solver', 'incomplete']).toContain(claim.reason.kind);
        else expect(judge(claim, system, await solversFor(system), null).verdict).toBe(expected);
      }
    }
  }, 120_000);

  test('a solver that breaks down leaves none of the others behind', async () => {
    for (const [, make] of UNEVEN) {
      for (const after of [0, 1, 2, 4, 8, 16]) {
        const system = make();
        const means = await failing(system, after, () => {
          throw new Error('out of order');
        });
        let thrown: unknown = null;
        try {
          run(id, system, means);
        } catch (error) {
          thrown = error;
        }
        expect([null, 'Error: out of order']).toContain(thrown === null ? null : String(thrown));
        expect(means.alive).toBe(0);
      }
    }
  }, 120_000);
});

/** Solvers and checkers that answer so many checks, all together, and then as `instead` says. */
async function failing(system: TransitionSystem, checks: number, instead: () => 'unknown'): Promise<Means> {
  let left = checks;
  const limited = (solvers: SolverFactory): SolverFactory => ({
    create: (options) => {
      const solver: Solver = solvers.create(options);
      return {
        assert: (t) => solver.assert(t),
        push: () => solver.push(),
        pop: (levels) => solver.pop(levels),
        check: (assumptions, limits) => {
          left -= 1;
          return left < 0 ? instead() : solver.check(assumptions, limits);
        },
        value: (t) => solver.value(t),
        core: () => solver.core(),
        reasonUnknown: () => (left < 0 ? 'no more checks' : solver.reasonUnknown()),
        dispose: () => solver.dispose(),
      };
    },
  });
  return new Means(limited(ownSolversFor(system)), limited(await solversFor(system)));
}
