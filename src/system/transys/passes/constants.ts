import { NO_TERM, type Term } from '../../../logic/terms/builder.ts';
import { Op } from '../../../logic/terms/ops.ts';
import type { TermStore } from '../../../logic/terms/store.ts';
import { Substitution } from '../../../logic/terms/substitute.ts';
import { freeVariables } from '../../../logic/terms/traverse.ts';
import { isAt } from '../control.ts';
import { possibleCutPoints } from '../pcs.ts';
import type { Block, TransitionSystem } from '../system.ts';
import { EdgeValues } from './edges.ts';
import { type PassResult, unchanged } from './pass.ts';
import { decidingTerms, inert, mapBlocks } from './restrict.ts';

const ANY = -2;
/** Visits of a block after which all unsettled variables count as any value. */
const MAX_ROUNDS = 12;

/**
 * Constant propagation through the loop: finds state variables with a single value whenever the
 * control is at a cut point. It works optimistically (Wegman, Zadeck, TOPLAS 1991, with blocks as
 * instructions), and also drops blocks that are never reached. The values are substituted in the
 * blocks; the cone of influence drops variables that are not read any more.
 */
export function propagateConstants(system: TransitionSystem): PassResult {
  const { terms, stateVars, blocks, pc } = system;
  const values = new Propagation(system).run();
  const facts: Term[] = [];
  const replaced = new Set<number>();
  let changed = false;
  const substitutions = blocks.map((block) => {
    const here = values[block.id];
    if (here === null) {
      facts.push(terms.not(isAt(system, block.id)));
      if (block.feasible !== terms.false || block.bad !== terms.false || block.gap !== terms.false) changed = true;
      return null;
    }
    const mapping = new Map<Term, Term>();
    const reads = new Set(freeVariables(terms, [...decidingTerms(system, block), ...block.next]));
    stateVars.forEach((v, i) => {
      if (here[i] === ANY || !reads.has(v.term)) return;
      mapping.set(v.term, here[i]);
      if (i === pc) return;
      replaced.add(i);
      facts.push(terms.implies(isAt(system, block.id), terms.eq(v.term, here[i])));
    });
    if (mapping.size > 0) changed = true;
    return new Substitution(terms, mapping);
  });
  if (!changed) return unchanged(system);
  const fact = terms.andAll(facts);
  const mapped = mapBlocks(system, (block) => {
    const substitution = substitutions[block.id];
    if (substitution !== null) return (t) => substitution.apply(t);
    return (t) => (terms.sort(t).kind === 'bool' ? terms.false : t); // only guards and conditions of gaps remain of it
  });
  return {
    system: {
      ...mapped,
      blocks: mapped.blocks.map((block) => (values[block.id] === null ? inert(system, block) : block)),
    },
    back: [
      {
        replaced: [],
        fact,
        inputs: system.inputs.map((_, i) => i),
        stateVars: stateVars.map((_, i) => i),
        distinctToo: [...replaced],
      },
    ],
  };
}

/** True for terms without variables that are worth storing as values. */
function isValue(terms: TermStore, t: Term): boolean {
  return terms.isConst(t) || (terms.op(t) === Op.CONST_ARRAY && terms.isConst(terms.arg(t, 0)));
}

/** The only value so far of each state variable, or ANY, by block (null while unreached). */
class Propagation {
  readonly #system: TransitionSystem;
  readonly #values: (Int32Array | null)[];
  readonly #rounds: number[];
  readonly #waiting: Set<number> = new Set();

  constructor(system: TransitionSystem) {
    this.#system = system;
    this.#values = system.blocks.map(() => null);
    this.#rounds = system.blocks.map(() => 0);
  }

  run(): readonly (Int32Array | null)[] {
    const { terms, pc, init, blocks } = this.#system;
    const starts = pc === null ? [0] : possibleCutPoints(terms, init[pc], blocks.keys());
    for (const start of starts) this.#flow(start, (v) => init[v]);
    for (const id of this.#waiting) {
      this.#waiting.delete(id);
      this.#visit(blocks[id]);
    }
    return this.#values;
  }

  /** Joins values into a cut point. */
  #flow(id: number, value: (v: number) => Term): void {
    const { terms, stateVars, pc } = this.#system;
    let here = this.#values[id];
    let changed = false;
    if (here === null) {
      here = new Int32Array(stateVars.length).fill(NO_TERM);
      this.#values[id] = here;
      changed = true;
    }
    for (let v = 0; v < here.length; v++) {
      if (here[v] === ANY) continue;
      const t = v === pc ? terms.bv(terms.width(stateVars[v].term), id) : value(v);
      if (here[v] === t && t >= 0) continue;
      here[v] = here[v] === NO_TERM && t >= 0 && isValue(terms, t) && this.#rounds[id] < MAX_ROUNDS ? t : ANY;
      changed = true;
    }
    if (changed) this.#waiting.add(id);
  }

  #visit(block: Block): void {
    const { terms, stateVars, pc } = this.#system;
    this.#rounds[block.id] += 1;
    const here = this.#values[block.id]!;
    if (this.#rounds[block.id] > MAX_ROUNDS) {
      for (let v = 0; v < here.length; v++) if (v !== pc) here[v] = ANY;
    }
    const mapping = new Map<Term, Term>();
    stateVars.forEach((v, i) => {
      if (here[i] !== ANY) mapping.set(v.term, here[i]);
    });
    const substitution = new Substitution(terms, mapping);
    if (substitution.apply(block.feasible) === terms.false) return;
    const next = block.next.map((t) => substitution.apply(t));
    if (pc === null) {
      this.#flow(0, (v) => next[v]);
      return;
    }
    for (const successor of possibleCutPoints(terms, next[pc], block.successors)) {
      const values = new EdgeValues(terms, next[pc], successor);
      this.#flow(successor, (v) => {
        const single = values.of(next[v]);
        return single !== null && single.length === 1 ? single[0] : ANY;
      });
    }
  }
}
