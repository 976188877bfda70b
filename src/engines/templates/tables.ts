import type { Term } from '../../logic/terms/builder.ts';
import { Op } from '../../logic/terms/ops.ts';
import type { TermStore } from '../../logic/terms/store.ts';
import { Substitution } from '../../logic/terms/substitute.ts';
import { freeVariables, postorder } from '../../logic/terms/traverse.ts';
import type { BoundInstance } from '../../system/transys/certificate.ts';
import { blockTerms, programTerms } from '../../system/transys/program-terms.ts';
import type { State } from '../../system/transys/sampling/random-runs.ts';
import type { Samples } from '../../system/transys/sampling/sampler.ts';
import type { TransitionSystem } from '../../system/transys/system.ts';
import { readsInBounds } from './index-terms.ts';
import { number, type Point, pointsOf } from './values.ts';

/** Limits of the search: states of a block, rows and columns in each of them, and conditions on each. */
const MOST_STATES = 16;
const MOST_PLACES = 5;
const MOST_CONDITIONS = 8;
const MOST_PROPERTIES = 8;

/** A row and a column of a table in one array, as variables for all of them. */
export interface TableIndex {
  readonly row: Term;
  readonly column: Term;
}

/** The state variables in an index of the form `row * constant + column`. */
interface Access extends TableIndex {
  readonly index: Term;
}

/**
 * Candidates about all elements of a table, whose rows lie behind each other in one array. Two bound indices are the
 * row and the column, so that no candidate divides. A loop over rows has passed all rows before its own, and in its
 * own all columns before the inner counter.
 */
export class TableTemplates {
  readonly #system: TransitionSystem;
  readonly #bound: TableIndex;
  readonly #samples: Samples;
  readonly #properties: readonly Term[];
  readonly #rows: readonly Term[];
  readonly #columns: readonly Term[];
  /** The program's comparisons of rows and of columns, over the bound indices. */
  readonly #limits: { readonly row: readonly Term[]; readonly column: readonly Term[] };

  constructor(system: TransitionSystem, bound: TableIndex, samples: Samples) {
    const { terms } = system;
    this.#system = system;
    this.#bound = bound;
    this.#samples = samples;
    const accesses = fittingAccesses(system, bound);
    this.#rows = [...new Set(accesses.map(({ row }) => row))];
    this.#columns = [...new Set(accesses.map(({ column }) => column))];
    const read = readsInBounds(system);
    const order = postorder(terms, programTerms(system));
    const found = new Set<Term>();
    for (const { row, column, index } of accesses) {
      const over = new Substitution(terms, [
        [row, bound.row],
        [column, bound.column],
      ]);
      const add = (t: Term): void => {
        if (!terms.isConst(t) && this.#isClosed(t)) found.add(t);
      };
      for (const t of order) {
        if (terms.op(t) === Op.STORE && terms.arg(t, 1) === index) {
          const element = terms.select(terms.arg(t, 0), index);
          for (const value of choices(terms, read.apply(terms.arg(t, 2))))
            if (!postorder(terms, [value]).includes(element)) add(over.apply(terms.eq(element, value)));
        }
      }
      for (const { bad } of system.blocks) {
        const error = read.apply(bad);
        if (postorder(terms, [error]).includes(index)) add(terms.not(over.apply(error)));
      }
    }
    this.#properties = [...found].slice(0, MOST_PROPERTIES);
    this.#limits = {
      row: this.#limitsOf(order, this.#rows, bound.row),
      column: this.#limitsOf(order, this.#columns, bound.column),
    };
  }

  /** Candidates at a block that no sampled state contradicts; [] for a block without sampled states. */
  at(block: number): Term[] {
    const { terms } = this.#system;
    const points = this.#pointsAt(block);
    if (points.length === 0) return [];
    const { row, column } = this.#bound;
    const isAlive = (t: Term): boolean => points.some((point) => point.value(t) !== 0n);
    const rows = this.#rows.filter(isAlive);
    const columns = this.#columns.filter(isAlive);
    const above = [...rows.map((t) => terms.ult(row, t)), ...this.#limits.row];
    const left = [...this.#limits.column, ...columns.map((t) => terms.ult(column, t))];
    const own = rows.flatMap((i) => columns.map((j) => terms.and(terms.eq(row, i), terms.ult(column, j))));
    const parts = [...own, ...above.flatMap((a) => left.map((b) => terms.and(a, b)))];
    return parts.flatMap((part) => {
      const inside = points.filter((point) => point.value(part) === true);
      if (inside.length === 0) return [];
      return this.#properties
        .filter((property) => inside.every((point) => point.value(property) === true))
        .map((property) => terms.implies(part, property));
    });
  }

  #limitsOf(order: readonly Term[], variables: readonly Term[], bound: Term): Term[] {
    const { terms } = this.#system;
    const found = new Set<Term>();
    for (const t of order) {
      if (terms.op(t) !== Op.ULT && terms.op(t) !== Op.SLT) continue;
      const about = freeVariables(terms, [terms.arg(t, 0)]);
      if (about.length !== 1 || !variables.includes(about[0]) || !this.#isClosed(t)) continue;
      if (postorder(terms, [t]).every((u) => terms.op(u) !== Op.SELECT && terms.op(u) !== Op.MUL))
        found.add(new Substitution(terms, [[about[0], bound]]).apply(t));
    }
    return [...found].slice(0, MOST_CONDITIONS);
  }

  #isClosed(t: Term): boolean {
    const { terms, stateVars } = this.#system;
    const state = new Set(stateVars.map(({ term }) => term));
    return freeVariables(terms, [t]).every((v) => state.has(v) || v === this.#bound.row || v === this.#bound.column);
  }

  #pointsAt(block: number): Point[] {
    const { row, column } = this.#bound;
    const pointAt = pointsOf(this.#system, row, column);
    return (this.#samples[block] ?? [])
      .slice(0, MOST_STATES)
      .flatMap((state) =>
        this.#around(state, this.#rows, row).flatMap((r) =>
          this.#around(state, this.#columns, column).map((c) => pointAt(state, r, c)),
        ),
      );
  }

  /** The first rows or columns, and those around the counters of a state. */
  #around(state: State, variables: readonly Term[], bound: Term): readonly bigint[] {
    const { terms } = this.#system;
    const here = pointsOf(this.#system, bound)(state, 0n);
    const counters = variables.map((t) => number(here.value(t))).filter((value) => value > 0n);
    const all = [...counters.flatMap((value) => [value - 1n, value]), 0n, 1n];
    return [...new Set(all)].slice(0, MOST_PLACES).filter((value) => value < 1n << BigInt(terms.width(bound)));
  }
}

/** The widths of the variables for rows and columns; null: the program has no table. */
export function tableWidths(system: TransitionSystem): { readonly row: number; readonly column: number } | null {
  const [first] = accessesIn(system, programTerms(system));
  if (first === undefined) return null;
  return { row: system.terms.width(first.row), column: system.terms.width(first.column) };
}

/** The rows and columns that the steps of each block access, as values of the bound indices, by their places. */
export function tableInstances(
  system: TransitionSystem,
  bound: TableIndex,
  places: { readonly row: number; readonly column: number },
): BoundInstance[] {
  const { terms, blocks } = system;
  return blocks.flatMap((block) => {
    const accesses = accessesIn(system, blockTerms(block)).filter((access) => fits(terms, access, bound));
    return accesses.map(
      ({ row, column }): BoundInstance => ({
        block: block.id,
        values: [
          [places.row, row],
          [places.column, column],
        ],
      }),
    );
  });
}

function fittingAccesses(system: TransitionSystem, bound: TableIndex): Access[] {
  return accessesIn(system, programTerms(system)).filter((access) => fits(system.terms, access, bound));
}

function fits(terms: TermStore, { row, column }: TableIndex, bound: TableIndex): boolean {
  return terms.width(row) === terms.width(bound.row) && terms.width(column) === terms.width(bound.column);
}

/** The accesses to elements in rows and columns below some terms. */
function accessesIn({ terms, stateVars }: TransitionSystem, roots: readonly Term[]): Access[] {
  const state = new Set(stateVars.map(({ term }) => term));
  const found = new Map<Term, Access>();
  for (const t of postorder(terms, roots)) {
    if (terms.op(t) !== Op.SELECT && terms.op(t) !== Op.STORE) continue;
    const index = terms.arg(t, 1);
    if (found.has(index) || terms.op(index) !== Op.ADD) continue;
    const [x, y] = [terms.arg(index, 0), terms.arg(index, 1)];
    const [product, rest] = terms.op(x) === Op.MUL ? [x, y] : [y, x];
    if (terms.op(product) !== Op.MUL) continue;
    const factor = [terms.arg(product, 0), terms.arg(product, 1)].find((u) => !terms.isBv(u));
    const row = factor === undefined ? null : uncovered(terms, factor);
    const column = uncovered(terms, rest);
    if (row !== null && state.has(row) && state.has(column) && row !== column) found.set(index, { row, column, index });
  }
  return [...found.values()];
}

/** A term before it was extended. */
function uncovered(terms: TermStore, t: Term): Term {
  return terms.op(t) === Op.ZEXT || terms.op(t) === Op.SEXT ? terms.arg(t, 0) : t;
}

/** The branches of a value's outer choices. */
function choices(terms: TermStore, value: Term): Term[] {
  const found = new Set<Term>([value]);
  for (const t of found) {
    if (terms.op(t) === Op.ITE && found.size < MOST_PROPERTIES) found.add(terms.arg(t, 1)).add(terms.arg(t, 2));
  }
  return [...found];
}
