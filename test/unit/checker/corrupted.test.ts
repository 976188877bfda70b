import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Checked, checkFiles, checkFolder } from '../../../checker/src/check.js';
import { writeCertificate } from '../../../src/apps/output/certificate/collection.ts';
import { proofFiles } from '../../../src/apps/output/certificate/proof-files.ts';
import { sha256 } from '../../../src/base/files.ts';
import { numbersBelow } from '../../../src/base/xorshift.ts';
import { checkCertificate } from '../../../src/certify/proof/certificate.ts';
import { plainRefuters } from '../../../src/certify/proof/refuters/plain/refuter.ts';
import { createSatSolver } from '../../../src/logic/sat/solver.ts';
import type { Term } from '../../../src/logic/terms/builder.ts';
import { evaluate } from '../../../src/logic/terms/evaluate.ts';
import { substitute } from '../../../src/logic/terms/substitute.ts';
import type { Inductive } from '../../../src/system/transys/certificate.ts';
import type { TransitionSystem } from '../../../src/system/transys/system.ts';
import { scratchFolder } from '../../scratch.ts';
import { bits, build } from '../system/transys/examples.ts';

// Certificates of small random systems are corrupted. Brute force over all states tells which of them are wrong, and
// neither the certifier nor the stand-alone checker may accept one of those.

/** Certificates that are corrupted in each way. */
const RUNS = Number(process.env.LEMMATA_RUNS ?? 3);
const WIDTH = 3;
const VALUES = 1 << WIDTH;
const below = numbersBelow(11);
const folder = scratchFolder('corrupted');

interface Small {
  readonly system: TransitionSystem;
  readonly x: Term;
  readonly y: Term;
  /** The facts that hold at the loop, whose conjunction is the invariant. */
  readonly facts: readonly Term[];
}

type Files = ReadonlyMap<string, string>;
type Proof = NonNullable<ReturnType<typeof proofFiles>['proof']>;

/** The values of x and y as one number. */
const stateOf = (x: number, y: number): number => VALUES * x + y;

/** A system with a loop over x, y and an input: random steps, and errors in some states that no run reaches. */
function randomSystem(): Small | null {
  const drawn = Array.from({ length: 8 }, () => below(VALUES));
  const [a, b, c, d, e, f, g, shape] = drawn;
  const make = (bad: readonly number[]): TransitionSystem =>
    build({
      state: { x: bits(WIDTH), y: bits(WIDTH) },
      inputs: { in: bits(WIDTH) },
      blocks: [
        (t) => ({ next: { x: t.bv(WIDTH, a), y: t.bv(WIDTH, b) }, successors: [1] }),
        (t, v) => {
          const k = (n: number): Term => t.bv(WIDTH, n);
          const isEven = t.eq(t.bvAnd(v('in'), k(1)), k(0));
          const moved = shape < 4 ? t.add(v('x'), k(c & 6)) : t.bvAnd(t.add(v('x'), v('y')), k(c));
          const other = shape % 2 === 0 ? t.bvXor(v('y'), k(d)) : t.bvAnd(v('y'), k(e | 4));
          const isBad = t.orAll(
            bad.map((s) => t.and(t.eq(v('x'), k(Math.floor(s / VALUES))), t.eq(v('y'), k(s % VALUES)))),
          );
          return {
            feasible: t.and(t.not(t.eq(v('in'), k(f))), t.not(isBad)),
            bad: t.and(isBad, t.not(t.eq(v('in'), k(g)))),
            next: { x: t.ite(isEven, moved, v('x')), y: t.ite(isEven, v('y'), other) },
            inputs: ['in'],
            successors: [1],
          };
        },
      ],
    });
  const reached = reachedStates(make([]));
  const others = Array.from({ length: VALUES * VALUES }, (_, s) => s).filter((s) => !reached.has(s));
  if (others.length === 0) return null;
  const bad = others.filter(() => below(3) === 0);
  const system = make(bad.length === 0 ? [others[0]] : bad);
  const { terms: t } = system;
  const [x, y] = ['x', 'y'].map((name) => t.find(name)!);
  const isElsewhere = t.not(t.eq(t.find('pc')!, t.bv(4, 1)));
  const isNot = (term: Term, n: number): Term => t.or(isElsewhere, t.not(t.eq(term, t.bv(WIDTH, n))));
  const facts = Array.from({ length: VALUES }, (_, n) => [isNot(x, n), isNot(y, n)]).flat();
  const pairs = others.map((s) => t.or(isNot(x, Math.floor(s / VALUES)), isNot(y, s % VALUES)));
  const holds = (fact: Term): boolean => [...reached].every((s) => holdsIn({ system, x, y }, fact, s));
  return { system, x, y, facts: [...facts, ...pairs].filter(holds) };
}

function holdsIn({ system, x, y }: Pick<Small, 'system' | 'x' | 'y'>, formula: Term, state: number, pc = 1): boolean {
  return valueAt(system, formula, { x, y, state, pc, input: 0 }) === true;
}

function valueAt(
  { terms }: TransitionSystem,
  t: Term,
  at: { readonly x: Term; readonly y: Term; readonly state: number; readonly pc: number; readonly input: number },
): unknown {
  return evaluate(terms, t, (variable) => {
    if (variable === at.x) return BigInt(Math.floor(at.state / VALUES));
    if (variable === at.y) return BigInt(at.state % VALUES);
    return BigInt(terms.name(variable) === 'pc' ? at.pc : at.input);
  });
}

/** The states after a step of the block; null where it ends in an error. */
function steps(system: TransitionSystem, pc: number, state: number): readonly (number | null)[] {
  const [x, y] = ['x', 'y'].map((name) => system.terms.find(name)!);
  const { bad, feasible, next } = system.blocks[pc];
  return Array.from({ length: VALUES }, (_, input) => {
    const value = (t: Term): unknown => valueAt(system, t, { x, y, state, pc, input });
    if (value(bad) === true) return [null];
    return value(feasible) === true ? [stateOf(Number(value(next[1])), Number(value(next[2])))] : [];
  }).flat();
}

function reachedStates(system: TransitionSystem): ReadonlySet<number> {
  const open = [...steps(system, 0, 0)];
  const reached = new Set<number>();
  for (let state = open.pop(); state !== undefined; state = open.pop()) {
    if (state === null || reached.has(state)) continue;
    reached.add(state);
    open.push(...steps(system, 1, state));
  }
  return reached;
}

/** Whether the formula is no invariant that excludes errors, by all states and inputs. */
function isWrong({ system, x, y }: Pick<Small, 'system' | 'x' | 'y'>, invariant: Term): boolean {
  const holds = (state: number): boolean => holdsIn({ system, x, y }, invariant, state);
  const all = Array.from({ length: VALUES * VALUES }, (_, s) => s);
  const isLeft = (state: number | null): boolean => state === null || !holds(state);
  const entered = all.filter((s) => holdsIn({ system, x, y }, invariant, s, 0));
  const begins = holdsIn({ system, x, y }, invariant, 0, 0);
  return (
    !begins ||
    entered.some((s) => steps(system, 0, s).some(isLeft)) ||
    all.filter(holds).some((s) => steps(system, 1, s).some(isLeft))
  );
}

const inductive = (invariant: Term): Inductive => ({ kind: 'inductive', invariant, k: 0, instances: [] });

function certifierAccepts(system: TransitionSystem, certificate: Inductive): boolean {
  const refuters = plainRefuters(system.terms, { sat: () => createSatSolver({ proof: true }) });
  return checkCertificate(system, certificate, refuters).accepted;
}

/** Whether the stand-alone checker checks everything. */
function checkerAccepts(files: Files, proof: Proof): boolean {
  const manifest = { verdict: 'TRUE', proof, missing: [], files: Object.fromEntries(files) };
  const results: Checked['result'][] = [];
  try {
    for (const { result } of checkFiles(manifest, (name) => files.get(name) ?? '')) results.push(result);
  } catch {
    return false;
  }
  return results.every((result) => result === 'checked');
}

function written(
  system: TransitionSystem,
  invariant: Term,
  most?: { readonly ofProof: number; readonly ofAll: number },
) {
  const { files, missing, proof } = proofFiles({ system, certificate: inductive(invariant) }, 5000, most);
  return { files, missing, proof: proof! };
}

/** The bytes of the files whose names have this end. */
function bytesOf(files: Files, end: string): readonly number[] {
  return [...files].filter(([name]) => name.endsWith(end)).map(([, text]) => text.length);
}

/** Random systems, each with a certificate that holds. */
function* samples(): Generator<Small> {
  for (;;) {
    const small = randomSystem();
    if (small !== null) yield small;
  }
}

/** Changes of an invariant, each random. */
const CHANGES: Readonly<Record<string, (small: Small, drawn: Term) => Term>> = {
  'a conjunct less': ({ system, facts }) => system.terms.andAll(facts.filter(() => below(3) > 0)),
  'a conjunct more': ({ system, facts }, drawn) => system.terms.andAll([...facts, drawn]),
  'another constant': ({ system, facts }, drawn) => {
    const at = below(facts.length);
    return system.terms.andAll([...facts.filter((_, i) => i !== at), drawn]);
  },
  'variables exchanged': ({ system: { terms }, x, y, facts }) =>
    substitute(terms, terms.andAll(facts), [
      [x, y],
      [y, x],
    ]),
};

function changedInvariant(small: Small, change: string): Term {
  const { terms: t } = small.system;
  const elsewhere = t.not(t.eq(t.find('pc')!, t.bv(4, 1)));
  const drawn = t.eq(below(2) === 0 ? small.x : small.y, t.bv(WIDTH, below(VALUES)));
  return CHANGES[change](small, t.or(elsewhere, t.not(drawn)));
}

describe('a corrupted certificate is refused', () => {
  it('while one that holds is accepted by certifier and checker', () => {
    let count = 0;
    for (const { system, x, y, facts } of samples()) {
      const invariant = system.terms.andAll(facts);
      expect(isWrong({ system, x, y }, invariant)).toBe(false);
      expect(certifierAccepts(system, inductive(invariant))).toBe(true);
      const { files, proof } = written(system, invariant);
      expect(checkerAccepts(files, proof)).toBe(true);
      if (++count >= RUNS) return;
    }
  });

  it.each(Object.keys(CHANGES))('with %s, under its own proofs and under those of the right one', (change) => {
    let count = 0;
    for (const small of samples()) {
      const { system, facts } = small;
      const changed = changedInvariant(small, change);
      if (!isWrong(small, changed)) continue;
      expect(certifierAccepts(system, inductive(changed))).toBe(false);
      const own = written(system, changed);
      expect(checkerAccepts(own.files, own.proof)).toBe(false);
      const right = written(system, system.terms.andAll(facts));
      const mixed = new Map([...right.files, ['invariant.btor2', own.files.get('invariant.btor2')!] as const]);
      expect(checkerAccepts(mixed, right.proof)).toBe(false);
      if (++count >= RUNS) return;
    }
  });

  it('with the model of another program', () => {
    let count = 0;
    let before: Small | null = null;
    for (const small of samples()) {
      const other = before;
      before = small;
      if (other === null) continue;
      const { terms } = small.system;
      const t = terms;
      // The facts of the other program in terms of this one.
      const states = Array.from({ length: VALUES * VALUES }, (_, s) => s);
      const held = states.filter((s) => other.facts.every((fact) => holdsIn(other, fact, s)));
      const isAt = (s: number): Term =>
        t.and(t.eq(small.x, t.bv(WIDTH, Math.floor(s / VALUES))), t.eq(small.y, t.bv(WIDTH, s % VALUES)));
      const invariant = t.or(t.not(t.eq(t.find('pc')!, t.bv(4, 1))), t.orAll(held.map(isAt)));
      if (!isWrong(small, invariant)) continue;
      expect(certifierAccepts(small.system, inductive(invariant))).toBe(false);
      const theirs = written(other.system, other.system.terms.andAll(other.facts));
      const model = written(small.system, invariant).files.get('model.btor2')!;
      expect(checkerAccepts(new Map([...theirs.files, ['model.btor2', model] as const]), theirs.proof)).toBe(false);
      if (++count >= RUNS) return;
    }
  });

  it('without the proof of an obligation, with a step that lacks its last clause, or without its end', () => {
    let count = 0;
    for (const { system, facts } of samples()) {
      const { files, proof } = written(system, system.terms.andAll(facts));
      const proofs = [...files.keys()].filter((name) => name.endsWith('.lrat'));
      if (proofs.length === 0) continue;
      const name = proofs[below(proofs.length)];
      const lines = files.get(name)!.trimEnd().split('\n');
      const at = below(lines.length);
      // A proof stops at the first conflict, so that its last clause is needed.
      const shorter = lines.map((line, i) => (i === at ? line.replace(/ \d+ 0$/, ' 0') : line));
      for (const text of [null, shorter, lines.slice(0, -1)]) {
        const changed = new Map(files);
        if (text === null) changed.delete(name);
        else changed.set(name, `${text.join('\n')}\n`);
        expect(checkerAccepts(changed, proof)).toBe(false);
      }
      if (++count >= RUNS) return;
    }
  });

  it('with another hash of a file, or another file under its hash', () => {
    let count = 0;
    for (const { system, facts } of samples()) {
      const { files, proof } = written(system, system.terms.andAll(facts));
      const hashes = Object.fromEntries([...files].map(([name, text]) => [name, sha256(text)]));
      const manifest = { schema: 'lemmata-certificate/1', verdict: 'TRUE', proof, missing: [], files: hashes };
      const withManifest = (text: string) => ({ files: files.set('manifest.json', text), missing: [] });
      writeCertificate(folder, withManifest(JSON.stringify(manifest)));
      expect([...checkFolder(folder)].every(({ result }) => result === 'checked')).toBe(true);
      const name = Object.keys(hashes)[below(Object.keys(hashes).length)];
      const path = join(folder, name);
      const at = below(files.get(name)!.length);
      const text = files.get(name)!;
      writeFileSync(path, `${text.slice(0, at)}${text[at] === '1' ? '2' : '1'}${text.slice(at + 1)}`);
      expect(() => [...checkFolder(folder)]).toThrow('has another hash');
      const digit = hashes[name].at(-1) === '0' ? '1' : '0';
      const other = { ...manifest, files: { ...hashes, [name]: `${hashes[name].slice(0, -1)}${digit}` } };
      writeCertificate(folder, withManifest(JSON.stringify(other)));
      expect(() => [...checkFolder(folder)]).toThrow('has another hash');
      if (++count >= RUNS) return;
    }
  });

  it('with statements that leave obligations out', () => {
    let count = 0;
    for (const { system } of samples()) {
      const { files, proof } = written(system, system.terms.false);
      for (const change of [{ after: -1 }, { k: -1 }, { cases: { state: 'x', values: 0 } }, { kind: 'none' }])
        expect(checkerAccepts(files, { ...proof, ...change } as Proof)).toBe(false);
      if (++count >= RUNS) return;
    }
  });
});

describe('what is too large for a certificate', () => {
  it('is divided if it is the proof of a step, and the checker wants each part', () => {
    let count = 0;
    for (const { system, facts } of samples()) {
      const invariant = system.terms.andAll(facts);
      const longest = Math.max(0, ...bytesOf(written(system, invariant).files, '.lrat'));
      const { files, proof } = written(system, invariant, { ofProof: longest - 1, ofAll: 2 ** 28 });
      if (proof.divided === undefined) continue;
      expect(checkerAccepts(files, proof)).toBe(true);
      expect(Math.max(...bytesOf(files, '.lrat'))).toBeLessThan(longest);
      for (const divided of [[], proof.divided.map((one) => ({ ...one, conjuncts: one.conjuncts + 100 }))])
        expect(checkerAccepts(files, { ...proof, divided })).toBe(false);
      for (const name of files.keys()) {
        if (!name.endsWith('.lrat')) continue;
        const fewer = new Map(files);
        fewer.delete(name);
        expect(checkerAccepts(fewer, proof)).toBe(false);
      }
      if (++count >= RUNS / 2) return;
    }
  });

  it('is said: clauses, which the checker makes itself, and then proofs', () => {
    for (const { system, facts } of samples()) {
      const invariant = system.terms.andAll(facts);
      const whole = written(system, invariant).files;
      const [first] = bytesOf(whole, '.lrat');
      if (first === undefined) continue;
      const ofProof = 2 ** 24;
      const proofs = written(system, invariant, { ofProof, ofAll: first });
      expect(proofs.missing).toContainEqual(
        expect.stringMatching(/\.cnf: clauses and proofs would have more than \d+/),
      );
      expect(bytesOf(proofs.files, '.cnf')).toEqual([]);
      expect(checkerAccepts(proofs.files, proofs.proof)).toBe(bytesOf(whole, '.lrat').length === 1);
      const nothing = written(system, invariant, { ofProof, ofAll: 1 });
      expect(nothing.missing).toContainEqual(expect.stringContaining('.lrat: clauses and proofs would have'));
      expect(checkerAccepts(nothing.files, nothing.proof)).toBe(false);
      return;
    }
  });
});
