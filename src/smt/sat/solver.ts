import { LemmataError } from '../../base/errors.ts';
import { ProofLog } from './proof-log.ts';
import { Search } from './search.ts';
import type { Literal, ResolutionProof, SatAnswer, SatBudget, SatOptions, SatSolver, SatStatistics } from './types.ts';
import { IntVector, longerInt32 } from './vectors.ts';

const DEFAULT_MEMORY = 2 ** 31;
/** Places in arrays are 32-bit integers. */
const MOST_MEMORY = 2 ** 32;

/** A solver without variables and clauses. */
export function createSatSolver(options: SatOptions = {}): SatSolver {
  return new CdclSolver(options);
}

/** The clauses as they are given, and what is asked after an answer; the search itself is in `Search`. */
class CdclSolver implements SatSolver {
  private readonly log: ProofLog | null;
  private readonly memory: number;
  private readonly search: Search;
  private answer: SatAnswer = 'unknown';
  /** By literal of the model: 1 true. */
  private model = new Int8Array(0);
  /** A clause was left out for want of memory: no further answers. */
  private isIncomplete = false;
  /** stamps[l] === stamp: the clause being added holds literal l. */
  private stamps = new Int32Array(128);
  private stamp = 0;
  private readonly whole = new IntVector();
  private readonly open = new IntVector();

  constructor(options: SatOptions) {
    this.log = options.proof === true ? new ProofLog() : null;
    this.memory = Math.min(options.memory ?? DEFAULT_MEMORY, MOST_MEMORY);
    this.search = new Search(this.log, this.memory);
  }

  newVariable(): number {
    const variable = this.search.newVariable();
    this.stamps = longerInt32(this.stamps, 2 * variable + 2);
    return variable;
  }

  addClause(literals: ArrayLike<Literal>, part = 0): boolean {
    const { search, whole, open } = this;
    const { values } = search.trail;
    const stamp = ++this.stamp;
    whole.clear();
    open.clear();
    let satisfied = false;
    for (let i = 0; i < literals.length; i++) {
      const literal = literals[i];
      this.check(literal);
      if (this.stamps[literal] === stamp) continue;
      if (this.stamps[literal ^ 1] === stamp || values[literal] > 0) satisfied = true;
      this.stamps[literal] = stamp;
      whole.push(literal);
      if (values[literal] === 0) open.push(literal);
    }
    if (satisfied || !search.isOpen) return search.isOpen;
    if (4 * search.arena.end + (this.log?.bytes ?? 0) > this.memory) {
      this.isIncomplete = true;
      return true;
    }
    if (this.log === null) return search.add(open, 0);
    const leaf = this.log.leaf(whole, part);
    return search.add(open, this.log.withoutFalse(leaf, whole.items, 0, whole.length, values));
  }

  solve(assumptions: ArrayLike<Literal> = [], budget: SatBudget = {}): SatAnswer {
    const { search } = this;
    for (let i = 0; i < assumptions.length; i++) this.check(assumptions[i]);
    this.answer = this.isIncomplete ? 'unknown' : search.run(assumptions, budget);
    if (this.answer === 'sat') this.model = search.trail.values.slice(0, 2 * search.trail.variableCount);
    search.backtrack(0);
    return this.answer;
  }

  value(literal: Literal): boolean {
    if (this.answer !== 'sat') throw new LemmataError('E-INTERNAL', 'a SAT model was asked for without one');
    this.check(literal);
    return literal < this.model.length ? this.model[literal] > 0 : (literal & 1) === 1;
  }

  core(): Literal[] {
    if (this.answer !== 'unsat') throw new LemmataError('E-INTERNAL', 'a SAT core was asked for without one');
    return [...this.search.final.core];
  }

  proof(): ResolutionProof {
    if (this.log === null || this.answer !== 'unsat') throw new LemmataError('E-INTERNAL', 'a SAT proof was asked for without one');
    return this.log.proofOf(this.search.final.node, this.search.trail.variableCount);
  }

  get statistics(): SatStatistics {
    const { search, log } = this;
    return {
      variables: search.trail.variableCount,
      clauses: search.arena.problemCount,
      learnt: search.arena.learntCount,
      conflicts: search.conflicts,
      decisions: search.decisions,
      propagations: search.propagations,
      restarts: search.restartCount,
      reductions: search.reductions,
      learntLiterals: search.learntLiterals,
      keptLiterals: search.keptLiterals,
      proofNodes: log === null ? 0 : log.nodeCount,
      proofForgotten: log === null ? 0 : log.forgottenCount,
      bytes: search.bytes,
    };
  }

  private check(literal: Literal): void {
    if (literal >= 0 && literal < 2 * this.search.trail.variableCount && Number.isInteger(literal)) return;
    throw new LemmataError('E-INTERNAL', `no such SAT literal: ${literal}`);
  }
}
