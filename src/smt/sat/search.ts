import { Analysis } from './analysis.ts';
import { ClauseArena, type ClauseRef, HEADER, NO_CLAUSE } from './arena.ts';
import { type FinalConflict, failedAssumption } from './final.ts';
import { VariableHeap } from './heap.ts';
import { Phases } from './phases.ts';
import { NO_NODE, type ProofLog, type ProofNode } from './proof-log.ts';
import { propagate } from './propagate.ts';
import { discardSatisfied, discardUseless } from './reduce.ts';
import { Restarts } from './restarts.ts';
import { Trail } from './trail.ts';
import type { Literal, SatAnswer, SatBudget } from './types.ts';
import { IntVector } from './vectors.ts';
import { WatchLists } from './watches.ts';

const DECAY = 0.95;
/** The k-th reduction comes this many times k conflicts after the one before. */
const REDUCE_INTERVAL = 300;
const RESET_INTERVAL = 1000;
/** How often the caller is asked whether to stop: conflicts, propagations. */
const ASK_CONFLICTS = 256;
const ASK_PROPAGATIONS = 50_000;

/** Conflict-driven clause learning (Marques-Silva, Sakallah 1999; Een, Sorensson 2003) over clauses that are there already. Between calls the trail is at level 0. */
export class Search {
  readonly trail = new Trail();
  readonly arena = new ClauseArena();
  readonly watches = new WatchLists();
  /** Whether the clauses are not known to be unsatisfiable. */
  isOpen = true;
  /** When not: the node of the empty clause. */
  emptyNode: ProofNode = NO_NODE;
  /** After `unsat`. */
  final: FinalConflict = { core: [], node: NO_NODE };

  conflicts = 0;
  decisions = 0;
  propagations = 0;
  restartCount = 0;
  reductions = 0;
  learntLiterals = 0;
  keptLiterals = 0;

  private readonly heap = new VariableHeap();
  private readonly phases = new Phases();
  private readonly restarts = new Restarts();
  private readonly analysis: Analysis;
  private readonly forget: (literal: Literal) => void;
  /** Literals of level 0 before this place of the trail have their unit clause in the proof, and no reason. */
  private settled = 0;
  /** Literals of level 0 when the clauses were last swept, and propagations then. */
  private swept = 0;
  private sweptAt = 0;
  private reduceAt = REDUCE_INTERVAL;
  private resetAt = RESET_INTERVAL;
  private resets = 0;

  constructor(
    private readonly log: ProofLog | null,
    private readonly memory: number,
  ) {
    this.analysis = new Analysis(this.trail, this.arena, log);
    this.forget = (literal) => {
      this.phases.save(literal);
      this.heap.insert(literal >> 1);
    };
  }

  newVariable(): number {
    const variable = this.trail.newVariable();
    this.watches.ensureVariables(variable + 1);
    this.analysis.ensureVariables(variable + 1);
    this.phases.newVariable(variable);
    this.heap.newVariable(variable);
    return variable;
  }

  /** Adds a clause none of whose literals is assigned, at level 0. Answers `isOpen`. */
  add(literals: IntVector, node: ProofNode): boolean {
    if (literals.length === 0) {
      this.isOpen = false;
      this.emptyNode = node;
    } else if (literals.length === 1) {
      this.fix(literals.items[0], node);
      this.propagateFixed();
    } else this.watches.watch(this.arena, this.arena.add(literals.items, literals.length, 0, node));
    return this.isOpen;
  }

  get bytes(): number {
    const { trail, arena, watches, log } = this;
    const perVariable = trail.values.byteLength + trail.levels.byteLength * 3 + this.heap.bytes + this.phases.bytes;
    return (
      perVariable + arena.data.byteLength + watches.pool.byteLength + watches.heads.byteLength + (log === null ? 0 : log.bytes)
    );
  }

  /** Leaves the trail with the model after `sat`; `backtrack` is for the caller. */
  run(assumptions: ArrayLike<Literal>, budget: SatBudget): SatAnswer {
    if (!this.isOpen) {
      this.final = { core: [], node: this.emptyNode };
      return 'unsat';
    }
    const lastConflict = this.conflicts + (budget.conflicts ?? Number.POSITIVE_INFINITY);
    const lastPropagation = this.propagations + (budget.propagations ?? Number.POSITIVE_INFINITY);
    let askAtConflict = 0;
    let askAtPropagation = 0;
    this.phases.forgetSizes();
    if (this.settled > this.swept && this.propagations - this.sweptAt > this.arena.end) this.collect();

    for (;;) {
      const conflict = this.propagate();
      if (conflict !== NO_CLAUSE) {
        if (!this.resolveConflict(conflict)) {
          this.final = { core: [], node: this.emptyNode };
          return 'unsat';
        }
        continue;
      }
      if (this.trail.level === 0) this.settle();
      if (this.conflicts >= lastConflict || this.propagations >= lastPropagation) return 'unknown';
      if (this.conflicts >= askAtConflict || this.propagations >= askAtPropagation) {
        if (this.bytes > this.memory || budget.stop?.() === true) return 'unknown';
        askAtConflict = this.conflicts + ASK_CONFLICTS;
        askAtPropagation = this.propagations + ASK_PROPAGATIONS;
      }
      if (this.restarts.isDue()) {
        this.restart(assumptions.length);
      } else if (this.conflicts >= this.reduceAt) {
        this.reduce();
      } else {
        const answer = this.decide(assumptions);
        if (answer !== null) return answer;
      }
    }
  }

  backtrack(level: number): void {
    this.trail.backtrack(level, this.forget);
  }

  private propagate(): ClauseRef {
    const before = this.trail.head;
    const conflict = propagate(this.trail, this.arena, this.watches);
    this.propagations += this.trail.head - before;
    return conflict;
  }

  /** Makes a literal true at level 0. */
  private fix(literal: Literal, node: ProofNode): void {
    this.trail.assign(literal, NO_CLAUSE);
    if (this.log !== null) this.log.setUnit(literal >> 1, node);
  }

  private propagateFixed(): void {
    const conflict = this.propagate();
    this.settle();
    if (conflict !== NO_CLAUSE) this.refute(conflict);
  }

  /** Every literal newly forced at level 0 becomes a unit clause of its own in the proof. */
  private settle(): void {
    const { literals, reasons, size } = this.trail;
    for (; this.settled < size; this.settled++) {
      const variable = literals[this.settled] >> 1;
      const reason = reasons[variable];
      if (reason === NO_CLAUSE) continue;
      if (this.log !== null) this.log.setUnit(variable, this.withoutFalse(this.log, reason));
      reasons[variable] = NO_CLAUSE;
    }
  }

  private refute(conflict: ClauseRef): void {
    this.isOpen = false;
    if (this.log !== null) this.emptyNode = this.withoutFalse(this.log, conflict);
  }

  /** The node of a clause without what is false at level 0. */
  private withoutFalse(log: ProofLog, ref: ClauseRef): ProofNode {
    const { arena } = this;
    return log.withoutFalse(arena.node(ref), arena.data, ref + HEADER, arena.next(ref), this.trail.values);
  }

  /** Learns from a conflict and goes back to where the learnt clause asserts a literal. False if the clauses are unsatisfiable. */
  private resolveConflict(conflict: ClauseRef): boolean {
    const { trail, analysis, heap } = this;
    this.conflicts++;
    if (trail.level === 0) {
      this.settle();
      this.refute(conflict);
      return false;
    }
    analysis.learn(conflict);
    const marked = analysis.marks.marked.items;
    for (let i = 0; i < analysis.bumpCount; i++) if (trail.levels[marked[i]] > 0) heap.bump(marked[i]);
    heap.decay(DECAY);
    analysis.marks.wipe();
    this.learntLiterals += analysis.fullLength;
    this.keptLiterals += analysis.clause.length;
    this.restarts.conflict(analysis.lbd);
    if (this.restarts.isStable) this.phases.noConflict(trail, trail.begin(trail.level));

    this.backtrack(analysis.backLevel);
    const { items, length } = analysis.clause;
    if (length === 1) this.fix(items[0], analysis.node);
    else {
      const ref = this.arena.add(items, length, analysis.lbd, analysis.node);
      this.watches.watch(this.arena, ref);
      trail.assign(items[0], ref);
    }
    return true;
  }

  /** Opens a level with the next assumption or with the best open variable. An answer if there is neither, or an assumption is false. */
  private decide(assumptions: ArrayLike<Literal>): SatAnswer | null {
    const { trail } = this;
    while (trail.level < assumptions.length) {
      const assumption = assumptions[trail.level];
      const value = trail.values[assumption];
      if (value < 0) {
        this.final = failedAssumption(trail, this.arena, this.analysis.marks, this.log, assumption);
        return 'unsat';
      }
      trail.openLevel();
      if (value === 0) {
        trail.assign(assumption, NO_CLAUSE);
        return null;
      }
    }
    const variable = this.nextVariable();
    if (variable < 0) return 'sat';
    this.decisions++;
    trail.openLevel();
    trail.assign(this.phases.literal(variable, this.restarts.isStable), NO_CLAUSE);
    return null;
  }

  /** The open variable of largest score; -1 if all are assigned. */
  private nextVariable(): number {
    const { values } = this.trail;
    for (;;) {
      const variable = this.heap.first();
      if (variable < 0 || values[2 * variable] === 0) return variable;
      this.heap.removeFirst();
    }
  }

  /** Goes back to the assumptions, or to the first decision that would not be taken again (van der Tak et al. 2011). */
  private restart(assumed: number): void {
    const { trail, heap } = this;
    this.restartCount++;
    this.restarts.restarted();
    const next = this.nextVariable();
    if (next < 0) return;
    const score = heap.score(next);
    let level = Math.min(assumed, trail.level);
    while (level < trail.level && heap.score(trail.literals[trail.begin(level + 1)] >> 1) > score) level++;
    if (this.conflicts >= this.resetAt && this.restarts.isStable) {
      this.resetAt = this.conflicts + RESET_INTERVAL * ++this.resets;
      this.backtrack(Math.min(assumed, trail.level));
      this.phases.reset(trail.variableCount);
    } else this.backtrack(level);
    this.restarts.changeMode(this.propagations);
  }

  private reduce(): void {
    this.reductions++;
    this.reduceAt = this.conflicts + REDUCE_INTERVAL * (this.reductions + 1);
    if (this.settled > this.swept) this.backtrack(0);
    discardUseless(this.arena, this.trail);
    this.collect();
  }

  /** Moves what is no garbage together; at level 0 first sweeps out what has become true or false for good. */
  private collect(): void {
    const { arena, trail, watches, log } = this;
    const sweeps = trail.level === 0 && this.settled > this.swept;
    if (sweeps) {
      discardSatisfied(arena, trail);
      this.swept = this.settled;
    }
    this.sweptAt = this.propagations;
    const old = arena.collect(sweeps ? trail.values : null, (ref) => {
      if (log !== null) arena.setNode(ref, this.withoutFalse(log, ref));
    });
    watches.follow(arena, old, trail.variableCount);
    trail.follow(old);
    if (log?.isGrown) this.compactLog(log);
  }

  private compactLog(log: ProofLog): void {
    const { arena } = this;
    const roots = new IntVector();
    for (let ref = 1; ref < arena.end; ref = arena.next(ref)) roots.push(arena.node(ref));
    const numbers = log.compact(roots);
    for (let ref = 1; ref < arena.end; ref = arena.next(ref)) arena.setNode(ref, numbers[arena.node(ref)]);
  }
}
