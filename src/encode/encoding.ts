import type { SourceLocation } from '../base/source.ts';
import { Layout } from '../c/type/layout.ts';
import type { LinkedEdge, LinkedProgram } from '../cfa/linked.ts';
import type { Term } from '../smt/builder.ts';
import { NO_TERM } from '../smt/builder.ts';
import type { Sort } from '../smt/sort.ts';
import { TermStore } from '../smt/store.ts';
import type { InputOrigin } from '../transys/system.ts';
import { CellNames } from './cell-names.ts';
import type { CutPoints } from './cut-points.ts';
import type { Fact, Targets } from './facts.ts';
import { type MemoryObject, Objects } from './objects.ts';
import type { PointerBytes } from './pointer-bytes.ts';
import { type PointerFormat, Shapes } from './shape.ts';
import type { ArgumentArea } from './varargs.ts';

/** Objects that turned out to need another representation; survives from one round to the next. */
export interface Revisions {
  /** Keys of objects to keep as bytes. */
  readonly raw: Set<string>;
  /** Objects that a pointer loaded from unmodelled memory may name. */
  readonly summaryTargets: Set<number>;
  /** Objects among whose bytes pointers may lie, by key. */
  readonly pointerBytes: Map<string, PointerBytes>;
  /** Objects whose address an undefined function was given: another one may write them later, or return pointers to them. */
  readonly escaped: Set<number>;
}

/** A free variable of a block's terms, with what it stands for. */
export interface FreshInput {
  readonly term: Term;
  readonly origin: InputOrigin;
  readonly sort: Sort;
}

/**
 * What one round of encoding shares between its blocks. A round ends early in a new one when the blocks found that a decision taken
 * before (an object's representation, the set of numbered objects) does not hold.
 */
export class Encoding {
  readonly terms = new TermStore();
  readonly layout: Layout;
  readonly shapes: Shapes;
  readonly objects: Objects;
  readonly names: CellNames;
  /** Initial content by cell, for objects of static storage; filled by initial.ts. */
  readonly initialCells = new Map<MemoryObject, readonly Term[]>();
  /** Inputs of block 0 for globals that are only declared. */
  readonly globalInputs = new Map<Term, FreshInput>();
  /** Facts of inputs, by their making. */
  readonly inputFacts = new Map<Term, Fact>();
  /** Objects that must become bytes in the next round. */
  readonly newlyRaw = new Map<string, SourceLocation>();
  /** Some access went to whatever objects there are: it has to be redone when there are more. */
  openWorld = false;
  /** `summaryTargets`, `pointerBytes` or `escaped` grew after it was used. */
  summaryChanged = false;
  /** Where the surplus arguments of variadic calls lie, by context; null where the call is not known. */
  readonly argumentAreas = new Map<number, ArgumentArea | null>();
  private readonly cellVariables: Term[] = [];
  private readonly variableCells = new Map<Term, number>();

  constructor(
    readonly linked: LinkedProgram,
    readonly pointers: PointerFormat,
    readonly revisions: Revisions,
    readonly cuts: CutPoints,
  ) {
    this.layout = new Layout(linked.program.dataModel);
    this.shapes = new Shapes(this.layout, pointers);
    this.objects = new Objects(this.shapes, revisions.raw);
    this.names = new CellNames(linked, this.objects, this.layout);
  }

  /** The state variable that stands for a cell at the start of a block. */
  cellVariable(cell: number): Term {
    let term = this.cellVariables[cell] ?? NO_TERM;
    if (term === NO_TERM) {
      term = this.terms.variable(this.names.unique(cell), this.objects.kindOf(cell).sort);
      this.cellVariables[cell] = term;
      this.variableCells.set(term, cell);
    }
    return term;
  }

  /** The cell that a variable stands for; null for inputs. */
  cellOf(variable: Term): number | null {
    return this.variableCells.get(variable) ?? null;
  }

  /** Whether the edge may be executed more than once. */
  inLoop(edge: LinkedEdge): boolean {
    return this.cuts.onCycle[edge.id] === 1;
  }

  zero(sort: Sort): Term {
    const { terms } = this;
    switch (sort.kind) {
      case 'bool':
        return terms.false;
      case 'bv':
        return terms.bv(sort.width, 0);
      case 'float':
        return terms.float(sort, { kind: 'finite', negative: false, significand: 0n, exponent: 0 });
      case 'array':
        return terms.constArray(sort.index, this.zero(sort.element));
    }
  }

  /** Whether the blocks found objects that are not kept as bytes yet and have to be. */
  hasRevisions(): boolean {
    for (const key of this.newlyRaw.keys()) if (!this.revisions.raw.has(key)) return true;
    return false;
  }

  /** Marks an object as accessed through another type than its own. */
  needsBytes(object: MemoryObject, at: SourceLocation): void {
    if (!this.newlyRaw.has(object.key)) this.newlyRaw.set(object.key, at);
  }

  /** Notes that pointers with these targets were stored into unmodelled memory. */
  intoSummary(targets: Targets): void {
    const known = this.revisions.summaryTargets;
    const before = known.size;
    if (targets === null) for (let n = 0; n < this.objects.numberCount; n++) known.add(n);
    else for (const number of targets) known.add(number);
    if (known.size > before) this.summaryChanged = true;
  }

  /** Notes that an undefined function was given pointers with these targets. */
  escape(targets: ReadonlySet<number>): void {
    const known = this.revisions.escaped;
    const before = known.size;
    for (const number of targets) known.add(number);
    if (known.size > before) this.summaryChanged = true;
  }
}
