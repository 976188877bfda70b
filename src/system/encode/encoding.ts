import type { SourceLocation } from '../../base/source.ts';
import { Layout } from '../../c/types/layout.ts';
import type { CType } from '../../c/types/types.ts';
import { NO_TERM, type Term } from '../../logic/terms/builder.ts';
import type { Sort } from '../../logic/terms/sort.ts';
import { TermStore } from '../../logic/terms/store.ts';
import { failLeaks } from '../../program/cfa/checks/kinds.ts';
import type { LinkedEdge, LinkedProgram } from '../../program/cfa/linked.ts';
import { type Fact, joinTargets, type Targets } from '../offsets/facts.ts';
import type { Wanted } from '../shapes/fit.ts';
import { type PointerFormat, Shapes } from '../shapes/shape.ts';
import type { InputOrigin } from '../transys/system.ts';
import { CellNames } from './blocks/cell-names.ts';
import type { CutPoints } from './blocks/cut-points.ts';
import { type ExternalView, externalView } from './calls/external-view.ts';
import { InstancedVariables } from './calls/instanced.ts';
import type { Lifetimes } from './calls/lifetimes.ts';
import { setsRounding } from './floats/rounding.ts';
import { type HeapPlan, joinPlans, retyped } from './memory/heap-plan.ts';
import type { MemoryObject } from './memory/object.ts';
import { Objects } from './memory/objects.ts';
import { joinPointerBytes, NO_POINTERS, type PointerBytes } from './memory/pointer-bytes.ts';
import type { ArgumentArea } from './values/varargs.ts';

/** The type and place of an access that finds nothing of its type where it goes. */
export interface Misfit {
  readonly type: CType;
  readonly at: SourceLocation;
}

/**
 * Objects that turned out to need another representation. The record survives from one round to the
 * next.
 */
export interface Revisions {
  /** Objects to keep as bytes, by key, with the access that requires it. */
  readonly raw: Map<string, Misfit>;
  /** The representation of allocations' objects, by key. */
  readonly heap: Map<string, HeapPlan>;
  /** Objects that a pointer loaded from unmodelled memory may name. */
  readonly summaryTargets: Set<number>;
  /** Objects among whose bytes pointers may lie, by key. */
  readonly pointerBytes: Map<string, PointerBytes>;
  /**
   * Objects whose address an undefined function was given. Another undefined function may write them
   * later, or return pointers to them.
   */
  readonly escaped: Set<number>;
  /**
   * Linked locations of library calls that execute the library's model in C. A location never leaves the
   * set.
   */
  readonly models: Set<number>;
  /** Objects whose address the program looks at as an integer. */
  readonly exposed: Set<number>;
  /** The subset of `exposed` to which an integer that is not constant was converted. */
  readonly fromIntegers: Set<number>;
  /**
   * Keys of automatic objects that are accessed while pointers to an earlier lifetime of theirs may
   * exist.
   */
  readonly outlived: Set<string>;
}

/** A free variable of a block's terms, with the value that it stands for. */
export interface FreshInput {
  readonly term: Term;
  readonly origin: InputOrigin;
  readonly sort: Sort;
}

/**
 * The state that one round of encoding shares between its blocks. A round ends early when its blocks
 * refute an earlier decision: an object's representation, or the set of numbered objects. A new round
 * follows.
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
  /** First contents of static cells that are partly unknown: terms over global inputs. */
  readonly unknownContents = new Set<Term>();
  /** Facts that hold for inputs by construction. */
  readonly inputFacts = new Map<Term, Fact>();
  /** Facts of state variables that still hold the program's initial values. */
  readonly initialFacts = new Map<Term, Fact>();
  /** Whether a library call took its model, by linked location, when its block was last executed. */
  readonly choices = new Map<number, boolean>();
  /** Objects that must become bytes in the next round. */
  readonly newlyRaw = new Map<string, Misfit>();
  /** Keys of automatic objects whose lifetimes must be distinguished in the next round. */
  readonly newlyOutlived = new Set<string>();
  /** Linked edges of allocations on the stack (`alloca`). */
  readonly stackAllocations = new Set<number>();
  /** Which cells may hold which pointers. */
  readonly held = new HeldPointers();
  /** Allocations whose objects need another representation in the next round. */
  readonly newPlans = new Map<string, HeapPlan>();
  /**
   * The targets of the pointers in state variables at any cut point. Filled at the end, for the report
   * to the user.
   */
  readonly pointsTo = new Map<Term, Targets>();
  /** Whether this is the last round: accesses that do not fit become gaps. */
  final = false;
  /** Whether some access went to all objects that exist so far. It must be repeated when there are more. */
  openWorld = false;
  /** Whether an operation asked about all blocks that exist so far. It must be repeated when there are more. */
  listsBlocks = false;
  /** The cell that keeps the rounding mode; null in programs that do not set it. */
  readonly roundingCell: number | null;
  /** Whether `summaryTargets`, `pointerBytes`, `escaped`, `exposed` or `fromIntegers` grew after a use. */
  summaryChanged = false;
  /** Whether the program asks for live blocks, so that the encoding counts them. */
  readonly countsBlocks: boolean;
  /** Whether the encoded run has an end, as the only path of a program does. */
  isEndSure = false;
  /** The place of the surplus arguments of variadic calls, by context; null where the call is not known. */
  readonly argumentAreas = new Map<number, ArgumentArea | null>();
  /** Pointers that may lie among bytes that were loaded, by the term of these bytes. */
  readonly #byteOrigins = new Map<Term, PointerBytes>();
  /**
   * The globals and functions that external functions know, in programs where external calls may change
   * anything.
   */
  readonly externalView: ExternalView;
  readonly #cellVariables: Term[] = [];
  readonly #variableCells = new Map<Term, number>();

  constructor(
    readonly linked: LinkedProgram,
    readonly pointers: PointerFormat,
    readonly revisions: Revisions,
    readonly cuts: CutPoints,
    readonly lifetimes: Lifetimes,
  ) {
    this.layout = new Layout(linked.program.dataModel);
    this.shapes = new Shapes(this.layout, pointers);
    this.objects = new Objects(
      this.shapes,
      revisions.raw,
      new InstancedVariables(linked, this.shapes, revisions.outlived),
    );
    this.names = new CellNames(linked, this.objects, this.layout);
    this.externalView = externalView(linked);
    this.countsBlocks = failLeaks(linked.errorFunctions);
    this.roundingCell = setsRounding(linked)
      ? this.objects.hidden.counter('x<rounding mode>', '<rounding mode>').base
      : null;
  }

  /** The state variable that stands for a cell at the start of a block. */
  cellVariable(cell: number): Term {
    let term = this.#cellVariables[cell] ?? NO_TERM;
    if (term === NO_TERM) {
      term = this.terms.variable(this.names.unique(cell), this.objects.kindOf(cell).sort);
      this.#cellVariables[cell] = term;
      this.#variableCells.set(term, cell);
    }
    return term;
  }

  /** The cell that a variable stands for; null for inputs. */
  cellOf(variable: Term): number | null {
    return this.#variableCells.get(variable) ?? null;
  }

  /** Whether the object is `argc` or `argv`, which has its value from the start. */
  isArgumentOfMain({ variable, context }: MemoryObject): boolean {
    return variable !== null && context === 0 && this.linked.contexts[0].function.parameters.includes(variable);
  }

  /** Whether the function of this automatic object may have several activations at once. */
  isRecursive({ context }: MemoryObject): boolean {
    return context >= 0 && this.linked.contexts[context].recursion !== null;
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

  /** Whether the blocks found objects that need another representation. */
  hasRevisions(): boolean {
    if (this.newPlans.size > 0 || this.newlyOutlived.size > 0) return true;
    for (const key of this.newlyRaw.keys()) if (!this.revisions.raw.has(key)) return true;
    return false;
  }

  /**
   * Records that an object is accessed through another type than its own. An allocation's objects have a
   * guessed type until then: it may become the type that the pointer is declared to lead to (`root`).
   * All other objects become bytes.
   */
  doesNotFit(object: MemoryObject, { type, root }: Pick<Wanted, 'type' | 'root'>, at: SourceLocation): void {
    const plan = this.revisions.heap.get(object.key);
    if (plan !== undefined && !this.revisions.raw.has(object.key)) {
      const better = retyped(this.shapes, plan, root);
      if (better !== null) {
        if (!this.newPlans.has(object.key)) this.newPlans.set(object.key, better);
        return;
      }
    }
    if (!this.newlyRaw.has(object.key)) this.newlyRaw.set(object.key, { type, at });
  }

  /** Returns the representation of an allocation's objects, when one of its calls asks for `wanted`. */
  heapPlan(key: string, wanted: HeapPlan): HeapPlan {
    const known = this.revisions.heap.get(key);
    if (known === undefined) {
      this.revisions.heap.set(key, wanted);
      return wanted;
    }
    const both = joinPlans(this.shapes, known, wanted);
    if (both !== null) this.newPlans.set(key, both);
    return known;
  }

  /** Records that pointers with these targets were stored into unmodelled memory. */
  intoSummary(targets: Targets): void {
    const known = this.revisions.summaryTargets;
    const before = known.size;
    this.exposeAll(targets);
    if (targets === null) for (let n = 0; n < this.objects.numberCount; n++) known.add(n);
    else for (const number of targets) known.add(number);
    if (known.size > before) this.summaryChanged = true;
  }

  /** Records that the first half of a pointer, a term of its own, leads to one of the targets. */
  learnTargets(object: Term, targets: Targets): void {
    if (this.terms.isConst(object)) return;
    const known = this.inputFacts.get(object);
    this.inputFacts.set(object, {
      targets: known === undefined ? targets : joinTargets(known.targets ?? null, targets),
    });
  }

  /** Records which pointers may lie among bytes that were loaded. */
  learnBytes(content: Term, pointers: PointerBytes): void {
    const known = this.#byteOrigins.get(content);
    this.#byteOrigins.set(content, known === undefined ? pointers : joinPointerBytes(known, pointers));
  }

  /**
   * Returns which pointers may lie among bytes. Bytes without a known origin may hold those of all
   * objects.
   */
  originOfBytes(content: Term): PointerBytes {
    const known = this.#byteOrigins.get(content);
    // A store puts a pointer among bytes, and a load copies it from there to other bytes.
    if (known !== undefined || this.terms.isConst(content)) return known ?? NO_POINTERS;
    return [...this.revisions.pointerBytes.values()].reduce(joinPointerBytes, NO_POINTERS);
  }

  /** Adds the facts about pointers at one cut point. */
  learnPointsTo(facts: ReadonlyMap<Term, Fact>): void {
    for (const [variable, { targets }] of facts) {
      if (targets === undefined) continue;
      const known = this.pointsTo.get(variable);
      this.pointsTo.set(variable, known === undefined ? targets : joinTargets(known, targets));
    }
  }

  /** Records that the program looks at the address of the object of that number. */
  expose(number: number): void {
    const known = this.revisions.exposed;
    const object = this.objects.withNumber(number);
    // No address lies where a block was before it moved.
    if (known.has(number) || object === null || object.kind === 'moved') return;
    known.add(number);
    this.summaryChanged = true;
  }

  /** Records that an integer was converted to a pointer into the object of that number. */
  convertTo(number: number): void {
    const known = this.revisions.fromIntegers;
    if (known.has(number)) return;
    known.add(number);
    this.summaryChanged = true;
  }

  /** Does {@link expose} for all objects that pointers may lead to (null: all objects). */
  exposeAll(targets: Targets): void {
    if (targets === null) this.openWorld = true;
    const numbers = targets ?? Array.from({ length: this.objects.numberCount }, (_, number) => number);
    for (const number of numbers) this.expose(number);
  }

  /** Records that an undefined function was given pointers with these targets. */
  escape(targets: ReadonlySet<number>): void {
    const known = this.revisions.escaped;
    const before = known.size;
    this.exposeAll(targets);
    for (const number of targets) known.add(number);
    if (known.size > before) this.summaryChanged = true;
  }
}

/**
 * The cells that may ever have held a pointer to an object. Code that looks for pointers that outlive
 * the object need not search elsewhere.
 */
class HeldPointers {
  readonly #cells = new Map<number, Set<number>>();
  /** Cells that may hold a pointer to any object. */
  readonly #open = new Set<number>();
  /** The targets noted last, by cell. */
  readonly #noted = new Map<number, Targets>();

  /** Records that the cell got a pointer with these targets. */
  note(cell: number, targets: Targets): void {
    if (this.#noted.get(cell) === targets) return;
    this.#noted.set(cell, targets);
    if (targets === null) {
      this.#open.add(cell);
      return;
    }
    for (const number of targets) {
      const known = this.#cells.get(number);
      if (known === undefined) this.#cells.set(number, new Set([cell]));
      else known.add(cell);
    }
  }

  /** Returns the cells that may hold a pointer to the object of that number. */
  *of(number: number): Iterable<number> {
    yield* this.#open;
    yield* this.#cells.get(number) ?? [];
  }
}
