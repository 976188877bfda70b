import type { SourceLocation } from '../../../base/source.ts';
import type { Term } from '../../../logic/terms/builder.ts';
import type { Sort } from '../../../logic/terms/sort.ts';
import type { TermStore } from '../../../logic/terms/store.ts';
import type { Fact } from '../../offsets/facts.ts';
import type { Gap, InputOrigin } from '../../transys/system.ts';

/** A free variable of a block's terms, with the value that it stands for. */
export interface FreshInput {
  readonly term: Term;
  readonly origin: InputOrigin;
  readonly sort: Sort;
}

/** The results of a run through a block, besides its exits. */
export interface BlockRecord {
  readonly id: number;
  readonly inputs: Map<Term, FreshInput>;
  /**
   * Values that have no formula, by the input that stands for them. The condition says when the value
   * matters.
   */
  readonly approximations: Map<Term, Gap>;
  /**
   * The approximations that other operations use than the one that makes them: no condition covers their
   * uses.
   */
  readonly withoutCondition: Set<Term>;
  /** Operations that C leaves undefined, and when the block executes them. */
  readonly undefined: Gap[];
  readonly gaps: Gap[];
  /** The values of inputs that name them, see `Plan.names`. */
  readonly definitions: Map<Term, Term>;
}

/** A value from outside, as an operation takes it. */
export interface NewInput {
  /** Name of its variable. */
  readonly variable: string;
  readonly sort: Sort;
  readonly kind: InputOrigin['kind'];
  /** Name of its function or object, for people. */
  readonly name: string;
  /** Path to its cell within the object; default: []. */
  readonly path?: readonly number[];
  /** Construct without a formula that the value stands for; null: none, as by default. */
  readonly construct?: string | null;
  readonly fact?: Fact;
  /** When the value is used; null if no condition can be given. Default: whenever it is taken. */
  readonly when?: Term | null;
  readonly objects?: InputOrigin['objects'];
  /** See {@link InputOrigin.value}. */
  readonly value?: Term;
}

/** The place of an operation on its path. */
export interface Moment {
  /** When the path comes to the operation. */
  readonly guard: Term;
  readonly at: SourceLocation;
  /** Call site for replays, see `Execution.site`. */
  readonly site: string;
  /** Place among all inputs of the block; default: the next one. */
  readonly order?: number;
}

/** Records the values that a run through a block takes from outside. */
export class BlockInputs {
  #order = 0;

  constructor(
    private readonly record: BlockRecord,
    /** Its facts about inputs are kept up to date. */
    private readonly encoding: { readonly terms: TermStore; readonly known: { readonly inputs: Map<Term, Fact> } },
  ) {}

  /** Number of the block. */
  get block(): number {
    return this.record.id;
  }

  /** Reserves the next place in the order of inputs. */
  nextOrder(): number {
    return this.#order++;
  }

  /** Returns the variable of an input. An input with a known name keeps its first origin. */
  add(
    { variable, sort, kind, name, path = [], construct = null, fact = {}, when, objects, value }: NewInput,
    { guard, at, site, order }: Moment,
  ): Term {
    const { record } = this;
    const { terms, known } = this.encoding;
    const block = record.id;
    const term = terms.variable(variable, sort);
    // Another run of the block may have used the name for another value.
    known.inputs.set(term, fact);
    if (construct !== null) {
      if (when === null) record.withoutCondition.add(term);
      const used = when === null ? terms.false : terms.and(guard, when ?? terms.true);
      const condition = terms.or(record.approximations.get(term)?.condition ?? terms.false, used);
      record.approximations.set(term, { construct, at, block, condition });
    }
    if (record.inputs.has(term)) return term;
    const origin: InputOrigin = {
      ...{ kind, block, site, path, guard, name, at },
      order: order ?? this.nextOrder(),
      ...(objects === undefined ? {} : { objects }),
      ...(value === undefined ? {} : { value }),
    };
    record.inputs.set(term, { term, origin, sort });
    return term;
  }
}
