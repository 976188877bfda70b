import { NO_TERM, type Term } from '../../../logic/terms/builder.ts';
import type { Sort } from '../../../logic/terms/sort.ts';
import { TermStore } from '../../../logic/terms/store.ts';
import type { Edge } from '../../../program/cfa/automaton.ts';
import type { Targets } from '../../offsets/facts.ts';
import { CellNames } from '../objects/cell-names.ts';
import { allocationOf, type MemoryObject } from '../objects/object.ts';
import { Objects } from '../objects/objects.ts';
import { InstancedVariables } from '../plan/instanced.ts';
import type { Plan } from '../plan/plan.ts';
import { Facts } from './facts.ts';
import type { FreshInput } from './inputs.ts';
import { Revisions } from './revisions.ts';

/**
 * The data that one round of encoding shares between its blocks. The round reads its plan, learns facts,
 * and ends early when a decision of the plan turns out wrong. Decisions are about the representation of
 * an object, and about whether its lifetimes are told apart. A new round follows with the revised plan.
 */
export class Encoding {
  readonly terms = new TermStore();
  readonly objects: Objects;
  readonly names: CellNames;
  readonly known: Facts;
  readonly revisions: Revisions;
  /** Initial content by cell, for objects of static storage; filled by initial.ts. */
  readonly initialCells = new Map<MemoryObject, readonly Term[]>();
  /** Inputs of block 0 for globals that are only declared. */
  readonly globalInputs = new Map<Term, FreshInput>();
  /** First contents of static cells that are partly unknown: terms over global inputs. */
  readonly unknownContents = new Set<Term>();
  /** Linked edges of allocations on the stack (`alloca`). */
  readonly stackAllocations = new Set<number>();
  /** Cut points of the loops that blocks execute; filled in the end. */
  readonly executed = new Set<number>();
  /** The cell that keeps the rounding mode; null in programs that do not set it. */
  readonly roundingCell: number | null;
  readonly #cellVariables: Term[] = [];
  readonly #variableCells = new Map<Term, number>();

  constructor(readonly plan: Plan) {
    const { linked, shapes, decided, layout } = plan;
    this.objects = new Objects(shapes, decided.raw, new InstancedVariables(linked, shapes, decided.outlived));
    this.names = new CellNames(linked, this.objects, layout);
    this.known = new Facts(this.terms, this.objects);
    this.revisions = new Revisions(plan);
    this.roundingCell = plan.setsRounding
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
    const [main] = this.plan.linked.contexts;
    return variable !== null && context === 0 && main.function.parameters.includes(variable);
  }

  /** Whether the function of this automatic object may have several activations at once. */
  isRecursive({ context }: MemoryObject): boolean {
    return context >= 0 && this.plan.linked.contexts[context].recursion !== null;
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

  /**
   * Makes one family of the blocks of one call in several copies of its function. It does so where a pointer may lead
   * to blocks of several, which nothing tells apart any more.
   */
  joinFamilies(targets: Targets): void {
    const { objects, revisions, stackAllocations } = this;
    const allocations = new Map<Edge, number>();
    for (const number of targets ?? []) {
      const object = objects.withNumber(number);
      if (object === null || object.kind !== 'heap' || object.family === null) continue;
      const allocation = allocationOf(object);
      if (stackAllocations.has(allocation)) continue;
      const { edge } = this.plan.linked.edges[allocation];
      const other = allocations.get(edge);
      if (other === undefined) allocations.set(edge, allocation);
      else revisions.joinFamilies(allocation, other);
    }
  }
}
