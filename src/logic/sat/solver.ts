import { LemmataError } from '../../base/errors.ts';
import { solving } from '../../base/solver-time.ts';
import { isTrap } from '../../base/wasm.ts';
import { type CoreExports, newCore, PAUSED, SAT } from './instance.ts';
import { proofOf } from './proof.ts';
import type {
  Literal,
  ResolutionProof,
  SatAnswer,
  SatBudget,
  SatOptions,
  SatScope,
  SatSolver,
  SatStatistics,
} from './types.ts';

const DEFAULT_MEMORY = 2 ** 31;
/** Literals that the buffer has room for at first. */
const BUFFER = 64;
/** Conflicts, and propagations, between two questions to the caller whether to stop. */
const ASK_CONFLICTS = 256;
const ASK_PROPAGATIONS = 50_000;

/** A solver without variables and clauses. */
export function createSatSolver(options: SatOptions = {}): SatSolver {
  return new CdclSolver(options);
}

/**
 * The solver around the core, which is WebAssembly: passes literals in and results out, keeps budgets,
 * and handles exhausted memory.
 */
class CdclSolver implements SatSolver {
  readonly #machine: CoreExports = newCore();
  readonly #memory: number;
  readonly #logsProof: boolean;
  readonly #decidesLatest: boolean;
  /** The variable of the assumption that activates the clauses of one call. */
  #switch: number | null = null;
  #variableCount = 0;
  #answer: SatAnswer = 'unknown';
  /** Value by literal of the model; 1: true. */
  #model = new Int8Array(0);
  /** The failed assumptions after `unsat`. */
  #failed: Literal[] = [];
  /** The memory ran out and something was left out: no further answers. */
  #isIncomplete = false;
  /** The core's memory until it grows. */
  #view: Int32Array;
  /** Place of the core's buffer, in words, and its capacity in words. */
  #buffer = 0;
  #room = 0;

  constructor(options: SatOptions) {
    this.#memory = options.memory ?? DEFAULT_MEMORY;
    this.#logsProof = options.proof === true;
    this.#decidesLatest = options.order === 'latest';
    this.#view = new Int32Array(this.#machine.memory.buffer);
    this.#guard(() => {
      if (this.#logsProof) this.#machine.logProof();
      if (this.#decidesLatest) this.#machine.decideLatest();
      if (options.simplifyAfter !== undefined) this.#machine.simplifyAfter(options.simplifyAfter);
      this.#enlarge(BUFFER);
    });
  }

  newVariable(): number {
    if (!this.#isIncomplete) this.#guard(() => this.#machine.newVariable());
    return this.#variableCount++;
  }

  addClause(literals: ArrayLike<Literal>, part = 0): boolean {
    for (let i = 0; i < literals.length; i++) this.#check(literals[i]);
    if (this.#isIncomplete) return true;
    let isOpen = true;
    this.#guard(() => {
      if (this.#machine.bytes() > this.#memory) {
        this.#isIncomplete = true;
        return;
      }
      this.#write(literals);
      isOpen = this.#machine.addClause(literals.length, part) !== 0;
    });
    return isOpen;
  }

  define(literals: ArrayLike<Literal>): boolean {
    const isOpen = this.addClause(literals);
    this.#latest();
    this.#guard(() => {
      this.#write(literals);
      this.#machine.define(literals.length);
    });
    return isOpen;
  }

  keep(variable: number): void {
    this.#check(2 * variable);
    this.#latest();
    this.#guard(() => this.#machine.keep(variable));
  }

  #latest(): void {
    if (!this.#decidesLatest) throw new LemmataError('E-INTERNAL', 'local calls need the order of the latest');
  }

  solve(assumptions: ArrayLike<Literal> = [], budget: SatBudget = {}, scope: SatScope = {}): SatAnswer {
    for (let i = 0; i < assumptions.length; i++) this.#check(assumptions[i]);
    this.#answer = 'unknown';
    this.#guard(() => {
      if (this.#isIncomplete) return;
      try {
        this.#begin(assumptions, scope);
        this.#answer = solving(() => this.#search(budget));
      } finally {
        this.#machine.finish();
      }
    });
    return this.#answer;
  }

  #begin(assumptions: ArrayLike<Literal>, { clause, isLocal = false }: SatScope): void {
    if (isLocal) this.#latest();
    if (clause === undefined) {
      this.#write(assumptions);
      this.#machine.start(assumptions.length, isLocal);
      return;
    }
    if (this.#logsProof) throw new LemmataError('E-INTERNAL', 'a solver that logs proofs takes no clause for one call');
    for (let i = 0; i < clause.length; i++) this.#check(clause[i]);
    // The variable is fixed if a clause of an earlier call was false by itself.
    if (this.#switch === null || this.#machine.isFixed(this.#switch) !== 0) this.#switch = this.newVariable();
    const on = 2 * this.#switch;
    this.#write([on ^ 1, ...Array.from(clause)]);
    this.#machine.addOnce(on, clause.length + 1);
    this.#write([on, ...Array.from(assumptions)]);
    this.#machine.start(assumptions.length + 1, isLocal);
  }

  #search(budget: SatBudget): SatAnswer {
    const core = this.#machine;
    const lastConflict = core.conflicts() + (budget.conflicts ?? Number.POSITIVE_INFINITY);
    const lastPropagation = core.propagations() + (budget.propagations ?? Number.POSITIVE_INFINITY);
    // Propagation alone at first.
    let answer = core.run(0, 0);
    while (answer === PAUSED) {
      const conflicts = core.conflicts();
      const propagations = core.propagations();
      if (conflicts >= lastConflict || propagations >= lastPropagation) return 'unknown';
      if (core.bytes() > this.#memory || budget.stop?.() === true) return 'unknown';
      answer = core.run(
        Math.min(lastConflict, conflicts + ASK_CONFLICTS),
        Math.min(lastPropagation, propagations + ASK_PROPAGATIONS),
      );
    }
    if (answer === SAT) {
      this.#model = new Int8Array(core.memory.buffer, core.model(), 2 * this.#variableCount).slice();
      return 'sat';
    }
    this.#failed = Array.from(this.#words(core.core(), core.coreLength())).filter(
      (literal) => literal >> 1 !== this.#switch,
    );
    return 'unsat';
  }

  value(literal: Literal): boolean {
    if (this.#answer !== 'sat') throw new LemmataError('E-INTERNAL', 'a SAT model was asked for without one');
    this.#check(literal);
    return literal < this.#model.length ? this.#model[literal] > 0 : (literal & 1) === 1;
  }

  core(): Literal[] {
    if (this.#answer !== 'unsat') throw new LemmataError('E-INTERNAL', 'a SAT core was asked for without one');
    return [...this.#failed];
  }

  proof(): ResolutionProof {
    if (!this.#logsProof || this.#answer !== 'unsat')
      throw new LemmataError('E-INTERNAL', 'a SAT proof was asked for without one');
    const core = this.#machine;
    const count = core.nodeCount();
    const starts = this.#words(core.nodeStarts(), count + 1);
    const parts = this.#words(core.nodeParts(), count);
    return proofOf(
      { count, starts, parts, words: this.#words(core.nodeWords(), starts[count]) },
      core.coreNode(),
      this.#variableCount,
    );
  }

  get statistics(): SatStatistics {
    const core = this.#machine;
    return {
      variables: this.#variableCount,
      clauses: core.problemCount(),
      learnt: core.learntCount(),
      conflicts: core.conflicts(),
      decisions: core.decisions(),
      propagations: core.propagations(),
      restarts: core.restarts(),
      reductions: core.reductions(),
      eliminated: core.eliminated(),
      subsumed: core.subsumed(),
      strengthened: core.strengthened(),
      vivified: core.vivified(),
      learntLiterals: core.learntLiterals(),
      keptLiterals: core.keptLiterals(),
      proofNodes: this.#logsProof ? core.nodeCount() - 1 : 0,
      proofForgotten: core.nodesForgotten(),
      bytes: core.bytes(),
    };
  }

  /**
   * Runs work that may need memory. When memory runs out, the core stops in the midst of its work, and
   * no later answer can be trusted.
   */
  #guard(work: () => void): void {
    try {
      work();
    } catch (error) {
      if (!isTrap(error) || this.#machine.isAllocating() === 0) throw error;
      this.#isIncomplete = true;
      this.#answer = 'unknown';
    }
  }

  /** `length` words of the core's memory from an address on; valid until memory grows. */
  #words(address: number, length: number): Int32Array {
    return new Int32Array(this.#machine.memory.buffer, address, length);
  }

  #enlarge(room: number): void {
    this.#room = room;
    this.#buffer = this.#machine.buffer(room) >>> 2;
  }

  /** Writes literals into the core's buffer. */
  #write(literals: ArrayLike<Literal>): void {
    if (literals.length > this.#room) this.#enlarge(2 * literals.length);
    if (this.#view.buffer !== this.#machine.memory.buffer) this.#view = new Int32Array(this.#machine.memory.buffer);
    const view = this.#view;
    const buffer = this.#buffer;
    for (let i = 0; i < literals.length; i++) view[buffer + i] = literals[i];
  }

  #check(literal: Literal): void {
    if (literal >= 0 && literal < 2 * this.#variableCount && Number.isInteger(literal)) return;
    throw new LemmataError('E-INTERNAL', `no such SAT literal: ${literal}`);
  }
}
