import { type ClauseArena, type ClauseRef, HEADER } from './arena.ts';
import { Marks, MET, OPEN } from './marks.ts';
import { Minimiser } from './minimise.ts';
import { NO_NODE, type ProofLog, type ProofNode } from './proof-log.ts';
import type { Trail } from './trail.ts';
import type { Literal } from './types.ts';
import { IntVector, longerInt32 } from './vectors.ts';

/** Learnt clauses of at most this many levels are kept for good ("glue clauses", Audemard, Simon 2009). */
export const LBD_KEPT = 2;
/** Those of at most this many survive longer without use. */
export const LBD_MIDDLE = 6;

/**
 * What follows from a conflict: the clause of the first unique implication point (Marques-Silva, Sakallah 1999; Zhang et al. 2001),
 * minimised, with its proof if there is a log.
 */
export class Analysis {
  /** The learnt clause: the literal that it asserts, then one of the level to go back to, then the others. */
  readonly clause = new IntVector();
  /** How many levels its literals are of. */
  lbd = 0;
  backLevel = 0;
  node: ProofNode = NO_NODE;
  /** Variables met while resolving, the first `bumpCount` of `marks.marked`: those to be bumped. */
  bumpCount = 0;
  /** Literals before minimisation. */
  fullLength = 0;
  readonly marks = new Marks();
  private readonly minimiser: Minimiser;
  private levelStamps = new Int32Array(64);
  private stamp = 0;
  /** Variables of level 0 in the chain being logged. */
  private readonly fixed = new IntVector();
  private readonly noteFixed: (variable: number) => void;

  constructor(
    private readonly trail: Trail,
    private readonly arena: ClauseArena,
    private readonly log: ProofLog | null,
  ) {
    this.minimiser = new Minimiser(trail, arena, this.marks);
    this.noteFixed = (variable) => {
      if (this.marks.of[variable] !== OPEN) return;
      this.marks.set(variable, MET);
      this.fixed.push(variable);
    };
  }

  ensureVariables(count: number): void {
    this.marks.ensureVariables(count);
    this.levelStamps = longerInt32(this.levelStamps, count + 2);
  }

  /** Derives `clause` from a clause that is false at the present level, which is above 0. The caller wipes the marks when it has bumped. */
  learn(conflict: ClauseRef): void {
    const { levels, reasons, literals } = this.trail;
    const { marks, clause, log } = this;
    const data = this.arena.data;
    const level = this.trail.level;
    clause.clear();
    clause.push(0);
    this.fixed.clear();
    if (log !== null) log.begin(this.arena.node(conflict));

    // Resolve backwards along the trail until a single literal of the present level is left.
    let open = 0;
    let at = this.trail.size;
    let ref = conflict;
    let resolved: Literal = -1;
    for (;;) {
      if (this.arena.isLearnt(ref)) this.use(ref);
      const end = ref + HEADER + data[ref];
      for (let i = ref + HEADER; i < end; i++) {
        const literal = data[i];
        const variable = literal >> 1;
        if (literal === resolved || marks.of[variable] !== OPEN) continue;
        if (levels[variable] === 0) {
          if (log !== null) this.noteFixed(variable);
          continue;
        }
        marks.set(variable, MET);
        if (levels[variable] === level) open++;
        else clause.push(literal);
      }
      while (marks.of[literals[--at] >> 1] === OPEN);
      resolved = literals[at];
      if (--open === 0) break;
      ref = reasons[resolved >> 1];
      if (log !== null) log.resolve(resolved >> 1, this.arena.node(ref));
    }
    clause.items[0] = resolved ^ 1;
    this.bumpCount = marks.marked.length;
    this.fullLength = clause.length;

    this.stampLevels();
    this.minimiser.minimise(clause, this.levelStamps, this.stamp);
    if (log !== null) {
      this.minimiser.log(log, clause, this.noteFixed);
      this.node = this.endChain(log);
    }
    this.lbd = this.stampLevels();
    this.chooseBackLevel();
  }

  private stampLevels(): number {
    const levels = this.trail.levels;
    const { items, length } = this.clause;
    const stamp = ++this.stamp;
    let count = 0;
    for (let i = 0; i < length; i++) {
      const level = levels[items[i] >> 1];
      if (this.levelStamps[level] === stamp) continue;
      this.levelStamps[level] = stamp;
      count++;
    }
    return count;
  }

  private chooseBackLevel(): void {
    const levels = this.trail.levels;
    const { items, length } = this.clause;
    this.backLevel = 0;
    if (length === 1) return;
    let highest = 1;
    for (let i = 2; i < length; i++) if (levels[items[i] >> 1] > levels[items[highest] >> 1]) highest = i;
    const literal = items[highest];
    items[highest] = items[1];
    items[1] = literal;
    this.backLevel = levels[literal >> 1];
  }

  /** A learnt clause took part in a conflict: count its levels again, for they may have become fewer, and let it live longer. */
  private use(ref: ClauseRef): void {
    const arena = this.arena;
    const old = arena.lbd(ref);
    if (old <= LBD_KEPT) return;
    const { levels } = this.trail;
    const data = arena.data;
    const stamp = ++this.stamp;
    let lbd = 0;
    const end = ref + HEADER + data[ref];
    for (let i = ref + HEADER; i < end && lbd < old; i++) {
      const level = levels[data[i] >> 1];
      if (this.levelStamps[level] === stamp) continue;
      this.levelStamps[level] = stamp;
      lbd++;
    }
    if (lbd < old) arena.setLbd(ref, lbd);
    arena.setUsed(ref, lbd <= LBD_MIDDLE ? 2 : 1);
  }

  private endChain(log: ProofLog): ProofNode {
    for (let i = 0; i < this.fixed.length; i++) log.resolve(this.fixed.items[i], log.unit(this.fixed.items[i]));
    return log.end();
  }
}
