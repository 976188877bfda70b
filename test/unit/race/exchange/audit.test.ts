import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { plainRefuters } from '../../../../src/certify/proof/plain/refuter.ts';
import { checkCertificate } from '../../../../src/certify/proof/true.ts';
import { bitFactory } from '../../../../src/logic/bits/index.ts';
import { createSatSolver } from '../../../../src/logic/sat/solver.ts';
import type { Term } from '../../../../src/logic/terms/builder.ts';
import type { Solver, SolverFactory } from '../../../../src/logic/terms/solver.ts';
import { LemmaAudit } from '../../../../src/race/exchange/audit.ts';
import { type ReachedState, violatedBy } from '../../../../src/race/exchange/reached.ts';
import type { AuditResult, Lemma } from '../../../../src/system/transys/lemma.ts';
import type { TransitionSystem } from '../../../../src/system/transys/system.ts';
import { bits, build } from '../../system/transys/examples.ts';
import { enumerate, randomSystem } from '../../system/transys/random-systems.ts';

/** x grows by 2, y follows it, z is any value. */
function follower(): TransitionSystem {
  return build({
    state: { x: bits(8), y: bits(8), z: bits(8) },
    inputs: { any: bits(8) },
    blocks: [
      (t) => ({ successors: [1], next: { x: t.bv(8, 0), y: t.bv(8, 0), z: t.bv(8, 0) } }),
      (t, v) => ({ successors: [1], next: { x: t.add(v('x'), t.bv(8, 2)), y: v('x'), z: v('any') }, inputs: ['any'] }),
    ],
  });
}

function auditOf(
  system: TransitionSystem,
  reached: readonly ReachedState[] = [],
  solvers: SolverFactory = bitFactory(system.terms, { sat: () => createSatSolver() }),
) {
  const audit = new LemmaAudit(system, solvers, reached);
  let next = 1;
  const lemma = (from: string, formula: Term): Lemma => {
    const id = next;
    next += 1;
    return { id, from, formula };
  };
  return { audit, lemma };
}

function located({ terms, stateVars, pc }: TransitionSystem, formula: Term): Term {
  const counter = stateVars[pc ?? 0].term;
  return terms.or(terms.not(terms.eq(counter, terms.bv(terms.width(counter), 1))), formula);
}

describe('lemmas in an audit', () => {
  const system = follower();
  const { terms } = system;
  const at = (formula: Term): Term => located(system, formula);
  const word = (name: string): Term => terms.find(name) ?? 0;
  const even = (name: string): Term => at(terms.eq(terms.extract(word(name), 0, 0), terms.bv(1, 0)));

  test('are confirmed together with those that they rest on', () => {
    const { audit, lemma } = auditOf(system);
    const [x, y] = [lemma('a', even('x')), lemma('b', even('y'))];
    expect([...audit.examine([x])]).toEqual([[x.id, { kind: 'confirmed', restsOn: [] }]]);
    expect([...audit.examine([y])]).toEqual([[y.id, { kind: 'confirmed', restsOn: [x.id] }]]);
    const weaker = lemma('c', at(terms.not(terms.eq(word('y'), terms.bv(8, 7)))));
    expect([...audit.examine([weaker])]).toEqual([[weaker.id, { kind: 'implied', by: [y.id] }]]);
    audit.dispose();
  });

  test('wait for those of their author that they rest on', () => {
    const { audit, lemma } = auditOf(system);
    const [y, other, x] = [
      lemma('a', even('y')),
      lemma('b', at(terms.eq(word('z'), word('y')))),
      lemma('a', even('x')),
    ];
    expect(audit.examine([y]).get(y.id)).toEqual({ kind: 'waiting' });
    expect(audit.examine([other]).get(other.id)).toEqual({ kind: 'waiting' });
    const findings = audit.examine([x]);
    expect(findings.get(x.id)).toEqual({ kind: 'confirmed', restsOn: [] });
    expect(findings.get(y.id)).toEqual({ kind: 'confirmed', restsOn: [x.id] });
    audit.dispose();
  });

  test('are tried twice where the solver does not decide, and then given up', () => {
    let decides = false;
    const own = bitFactory(terms, { sat: () => createSatSolver() });
    const create = (): Solver => {
      const solver = own.create();
      const check: Solver['check'] = (...query) => (decides ? solver.check(...query) : 'unknown');
      return new Proxy(solver, { get: (_, key) => (key === 'check' ? check : Reflect.get(solver, key).bind(solver)) });
    };
    const { audit, lemma } = auditOf(system, [], { create });
    const [first, second, third] = ['x', 'y', 'x'].map((name) => lemma('a', even(name)));
    expect([...audit.examine([first])]).toEqual([[first.id, { kind: 'waiting' }]]);
    expect([...audit.examine([second])]).toEqual([
      [first.id, { kind: 'undecided' }],
      [second.id, { kind: 'waiting' }],
    ]);
    decides = true;
    const findings = audit.examine([third]);
    expect(findings.get(third.id)).toEqual({ kind: 'confirmed', restsOn: [] });
    expect(findings.get(second.id)).toEqual({ kind: 'confirmed', restsOn: [third.id] });
    expect(findings.has(first.id)).toBe(false);
    audit.dispose();
  });

  test('are refused where an initial or a reached state is none of theirs', () => {
    const reached = [
      { steps: 2, state: system.stateVars.map(({ name }) => (name === 'pc' ? 1n : name === 'x' ? 2n : 0n)) },
    ];
    const { audit, lemma } = auditOf(system, reached);
    const below = (n: number): Term => at(terms.ult(word('x'), terms.bv(8, n)));
    const start = terms.not(terms.eq(word('pc'), terms.bv(terms.width(word('pc')), 0)));
    const lemmas = [lemma('a', below(2)), lemma('b', below(3)), lemma('c', start)];
    const findings = audit.examine(lemmas);
    expect(lemmas.map(({ id }) => findings.get(id)?.kind)).toEqual(['false', 'waiting', 'false']);
    audit.dispose();
  });
});

test('what is confirmed is inductive with what it rests on, and what is refused does not hold', async () => {
  const count = { confirmed: 0, relative: 0, false: 0, waiting: 0, implied: 0 };
  const shapes = fc.record({ seed: fc.integer({ min: 0, max: 2 ** 31 - 1 }), blocks: fc.constantFrom(0, 2, 3) });
  const property = fc.property(
    shapes,
    fc.array(fc.nat(), { minLength: 12, maxLength: 30 }),
    ({ seed, blocks }, choices) => {
      const system = randomSystem(seed, { blocks, gaps: false });
      const { states } = enumerate(system);
      const reached = states.flatMap((layer, steps) => layer.map((state) => ({ steps, state })));
      const { audit, lemma } = auditOf(system, reached.slice(0, 3));
      const lemmas = choices.map((choice, i) => lemma(i % 3 === 0 ? 'a' : 'b', candidate(system, choice)));
      const findings = new Map<number, AuditResult>();
      for (let i = 0; i < lemmas.length; i += 4)
        for (const [id, finding] of audit.examine(lemmas.slice(i, i + 4))) findings.set(id, finding);
      audit.dispose();
      const byId = new Map(lemmas.map((one) => [one.id, one]));
      for (const one of lemmas) {
        const finding = findings.get(one.id);
        const holds = violatedBy(system, one.formula, reached) === null;
        if (finding === undefined || finding.kind === 'undecided') continue;
        count[finding.kind] += 1;
        if (finding.kind === 'false') expect(holds).toBe(false);
        if (finding.kind !== 'confirmed' && finding.kind !== 'implied') continue;
        expect(holds).toBe(true);
        if (finding.kind === 'confirmed' && finding.restsOn.length > 0) count.relative += 1;
        const closure = closureOf(one.id, findings);
        const invariant = system.terms.andAll([...closure].map((id) => byId.get(id)?.formula ?? system.terms.false));
        expect(isInductive(system, system.terms.andAll([invariant, ...system.facts]))).toBe(true);
      }
    },
  );
  fc.assert(property, { numRuns: Number(process.env.LEMMATA_RUNS ?? 40), seed: 5 });
  expect(Math.min(...Object.values(count))).toBeGreaterThan(0);
}, 120_000);

/** A lemma with all that it rests on. */
function closureOf(id: number, findings: ReadonlyMap<number, AuditResult>): ReadonlySet<number> {
  const found = new Set<number>();
  const queue = [id];
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    if (found.has(next)) continue;
    found.add(next);
    const finding = findings.get(next);
    if (finding?.kind === 'confirmed') queue.push(...finding.restsOn);
    if (finding?.kind === 'implied') queue.push(...finding.by);
  }
  return found;
}

/** By the checker of certificates, for a system without errors. */
function isInductive(system: TransitionSystem, invariant: Term): boolean {
  const { terms } = system;
  const blocks = system.blocks.map((block) => ({ ...block, bad: terms.false, gap: terms.false, bads: [] }));
  const refuters = plainRefuters(terms, { sat: () => createSatSolver({ proof: true }) });
  const certificate = { kind: 'k-inductive', invariant, k: 0, instances: [], distinct: null } as const;
  return checkCertificate({ ...system, blocks }, certificate, refuters).accepted;
}

/** A comparison of a state variable with a small number or with another one, perhaps at one block only. */
function candidate(system: TransitionSystem, choice: number): Term {
  const { terms, stateVars, pc } = system;
  const digit = (n: number, base: number): number => Math.floor(choice / n) % base;
  const words = stateVars.filter((_, i) => i !== pc).map(({ term }) => term);
  const x = words[digit(1, words.length)];
  const { kind } = terms.sort(x);
  const constant = kind === 'bv' ? terms.bv(terms.width(x), digit(7, Math.min(5, 2 ** terms.width(x)))) : terms.true;
  const sameSort = words.filter(
    (y) => y !== x && terms.sort(y).kind === kind && (kind !== 'bv' || terms.width(y) === terms.width(x)),
  );
  const y = digit(31, 3) === 0 && sameSort.length > 0 ? sameSort[digit(97, sameSort.length)] : constant;
  const atom = kind !== 'bv' || digit(13, 2) === 0 ? terms.eq(x, y) : terms.ule(x, y);
  const fact = digit(17, 2) === 0 ? atom : terms.not(atom);
  if (pc === null) return fact;
  const counter = stateVars[pc].term;
  const block = terms.eq(counter, terms.bv(terms.width(counter), 1 + digit(41, system.blocks.length - 1)));
  return terms.or(terms.not(block), fact);
}
