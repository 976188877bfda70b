import { dagSize } from '../../../logic/terms/traverse.ts';
import type { Inductive, Universal } from '../../../system/transys/certificate.ts';
import type { TransitionSystem } from '../../../system/transys/system.ts';
import { checkCertificate } from '../certificate.ts';
import { withRecorded } from '../conditions/recorded.ts';
import type { Evidence } from '../evidence.ts';
import { Conditions, type Core, type Minimisation } from './conditions.ts';
import { type BlockFact, factsByBlock, joinFacts } from './facts-by-block.ts';

export type { Minimisation } from './conditions.ts';

/** Most facts of an invariant that is minimised. */
const MOST_FACTS = 2000;

/**
 * Returns a certificate whose invariant is a smallest part of the given one, block by block (no fact
 * can be dropped alone; Ivrii, Gurfinkel, Belov: Small inductive safe invariants, FMCAD 2014). It
 * begins with the facts that unsatisfiable cores of the conditions name. Then it drops one fact after
 * the other, with those that are not inductive without it. The result is checked like any other
 * certificate; null if no smaller one was found and checked in time.
 */
export function minimiseCertificate<C extends Inductive | Universal>(
  given: TransitionSystem,
  certificate: C,
  how: Minimisation,
): { readonly certificate: C; readonly evidence: Evidence } | null {
  const system = withRecorded(given, certificate);
  const facts = factsByBlock(system, certificate.invariant, MOST_FACTS);
  if (facts === null || facts.length === 0) return null;
  const conditions = new Conditions(system, certificate, facts, how);
  let kept: ReadonlySet<number> | null;
  try {
    kept = new SmallestPart(facts, conditions, (fact) => dagSize(system.terms, [fact.formula])).find();
  } finally {
    conditions.dispose();
  }
  if (kept === null || kept.size === facts.length) return null;
  const invariant = joinFacts(
    system,
    facts.filter((_, i) => kept.has(i)),
  );
  const smaller = { ...certificate, invariant };
  const checked = checkCertificate(given, smaller, how.refuters, { milliseconds: how.milliseconds });
  return checked.accepted ? { certificate: smaller, evidence: checked.evidence } : null;
}

/** The proof that a step of a block preserves a fact: the facts that imply it. */
interface Preservation {
  readonly fact: number;
  readonly block: number;
  readonly core: Core;
}

class SmallestPart {
  /** The facts that imply the step case. */
  #step: Core = new Set();
  /** Proofs of preservation, by fact and block. */
  #kept = new Map<string, Preservation>();

  constructor(
    private readonly facts: readonly BlockFact[],
    private readonly conditions: Conditions,
    private readonly size: (fact: BlockFact) => number,
  ) {}

  /** Null if the solver does not confirm the certificate in time. */
  find(): ReadonlySet<number> | null {
    const all = new Set(this.facts.keys());
    const step = this.conditions.step(all);
    if (step === null) return null;
    this.#step = step;
    const queue = [...step];
    const found = new Set(queue);
    for (let fact = queue.pop(); fact !== undefined; fact = queue.pop()) {
      for (const block of this.conditions.before(fact)) {
        const core = this.conditions.consecution(fact, block, all);
        if (core === null) return null;
        this.#kept.set(`${fact} ${block}`, { fact, block, core });
        for (const other of core) if (!found.has(other)) queue.push(other);
        for (const other of core) found.add(other);
      }
    }
    return this.#dropOneByOne(found);
  }

  /** Drops the largest facts first, so that the short ones stay where one of several is enough. */
  #dropOneByOne(found: ReadonlySet<number>): ReadonlySet<number> {
    const sizes = new Map([...found].map((fact) => [fact, this.size(this.facts[fact])]));
    let needed = found;
    for (const fact of [...found].sort((a, b) => (sizes.get(b) ?? 0) - (sizes.get(a) ?? 0))) {
      if (this.conditions.late) break;
      if (needed.has(fact)) needed = this.#without(fact, needed) ?? needed;
    }
    return needed;
  }

  /** Returns the rest without a fact and those that rest on it; null if the step case no longer holds. */
  #without(fact: number, needed: ReadonlySet<number>): ReadonlySet<number> | null {
    const left = new Set(needed);
    const kept = new Map(this.#kept);
    let step = this.#step;
    const dropped = [fact];
    for (let gone = dropped.pop(); gone !== undefined; gone = dropped.pop()) {
      left.delete(gone);
      if (step.has(gone)) {
        const core = this.conditions.step(left);
        if (core === null) return null;
        step = core;
      }
      for (const [key, { fact: other, block, core }] of kept) {
        if (!left.has(other) || !core.has(gone)) continue;
        const fresh = this.conditions.consecution(other, block, left);
        if (fresh !== null) kept.set(key, { fact: other, block, core: fresh });
        else {
          left.delete(other);
          dropped.push(other);
        }
      }
    }
    this.#step = step;
    this.#kept = kept;
    return this.#reached();
  }

  /** The facts that the step case rests on, and those that these rest on. */
  #reached(): ReadonlySet<number> {
    const byFact = new Map<number, Core[]>();
    for (const { fact, core } of this.#kept.values()) {
      const before = byFact.get(fact);
      if (before === undefined) byFact.set(fact, [core]);
      else before.push(core);
    }
    const queue = [...this.#step];
    const found = new Set(queue);
    for (let fact = queue.pop(); fact !== undefined; fact = queue.pop()) {
      for (const other of (byFact.get(fact) ?? []).flatMap((core) => [...core])) {
        if (found.has(other)) continue;
        found.add(other);
        queue.push(other);
      }
    }
    return found;
  }
}
