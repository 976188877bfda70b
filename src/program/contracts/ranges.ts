import type { SourceLocation } from '../../base/source.ts';
import type { Contract, Expression, Statement, Variable } from '../../c/ast.ts';
import { number, read } from '../../c/parse/hidden-code.ts';
import type { Layout } from '../../c/types/layout.ts';
import { valueType } from '../../c/types/type-basics.ts';
import { formatType } from '../../c/types/type-format.ts';
import type { CType } from '../../c/types/types.ts';
import { fewValues, mentions, withValue } from '../lowering/bound-ranges.ts';
import { withParts } from '../lowering/children.ts';
import { normalForm } from './normal-form.ts';
import { boundIn, hasTerm, substituted, when } from './syntax.ts';

/** The bound variables of quantifiers: indices in their place, and their ranges. */

/** A statement that is there only if all its indices are checked somewhere. */
interface Pending {
  readonly indices: readonly Variable[];
  readonly body: Statement[];
  readonly statement: Statement;
}

/** Most quantifiers around a check whose indices others are instantiated at. */
const MOST_DEPTH = 3;
/** Most instances of one condition. */
const MOST_INSTANCES = 64;
/** Most values of a range that are instances each. */
const MOST_VALUES = 8n;

/** A condition at some values of its bound variables, which are constants and these indices. */
interface Instance {
  readonly expression: Expression;
  readonly indices: readonly Variable[];
}

/**
 * The indices at which quantified conditions are checked. Any value of a run serves all checks, of which one fails
 * first. It is chosen before all steps, so that invariants about one element need no quantifier.
 */
export class Indices {
  readonly #known = new Map<string, Variable>();
  readonly #checked = new Set<Variable>();
  readonly #pending: Pending[] = [];

  constructor(
    private readonly layout: Layout,
    /** Makes an object of static storage with any content. */
    private readonly make: (name: string, type: CType, at: SourceLocation) => Variable,
    /** Whether all other values of assumed conditions are left out. */
    readonly areAll: boolean,
  ) {}

  /** The condition under a quantifier that holds for all values, at an index. `depth`: quantifiers around it. */
  checked(bound: Variable, condition: Expression, depth: number): Expression {
    const index = this.#of(bound, depth);
    this.#checked.add(index);
    return substituted(condition, new Map([[bound, index]]));
  }

  /** The expression at the index for a variable, below so many quantifiers. */
  at(bound: Variable, e: Expression, depth: number): Expression {
    return substituted(e, new Map([[bound, this.#of(bound, depth)]]));
  }

  /**
   * Returns a statement that assumes a condition of the checked indices, and of all values of a small range. It
   * holds for all values of the bound variable. Engines then need no invariant of a loop over these, as a rule.
   */
  instances(bound: Expression, condition: Expression, assume: (condition: Expression) => Statement): Statement {
    const body: Statement[] = [];
    for (const { expression, indices } of this.#instances(bound, condition))
      this.#pending.push({ indices, body, statement: assume(expression) });
    return when(null, body, condition.at);
  }

  /** Fills in what is known of checked indices. Called behind all checks. */
  finish(): void {
    for (const { indices, body, statement } of this.#pending)
      if (indices.every((index) => this.#checked.has(index))) body.push(statement);
  }

  #instances(bound: Expression, condition: Expression): readonly Instance[] {
    if (bound.kind !== 'variable') return [];
    const { variable, at } = bound;
    const few = fewValues(this.layout, variable, condition, MOST_VALUES);
    if (few !== null)
      return few.flatMap((value) => this.#below(withValue(condition, variable, number(value, variable.type, at)), []));
    return Array.from({ length: MOST_DEPTH }, (_, depth) => this.#of(variable, depth)).flatMap((index) =>
      this.#below(withValue(condition, variable, read(index, at)), [index]),
    );
  }

  /** Instances of the quantifiers below conjunctions and disjunctions. */
  #below(e: Expression, indices: readonly Variable[]): readonly Instance[] {
    const inner = normalForm(e);
    if (inner.kind === 'logical') {
      const [lefts, rights] = [inner.left, inner.right].map((side) => this.#below(side, indices));
      const all = lefts.flatMap((left) =>
        rights.map((right) => ({
          expression: { ...inner, left: left.expression, right: right.expression },
          indices: [...left.indices, ...right.indices],
        })),
      );
      return all.slice(0, MOST_INSTANCES);
    }
    if (inner.kind !== 'builtin' || inner.name !== '$forall') return [{ expression: e, indices }];
    return this.#instances(inner.arguments[0], inner.arguments[1]).map((one) => ({
      ...one,
      indices: [...indices, ...one.indices],
    }));
  }

  #of({ type, at }: Variable, depth: number): Variable {
    const key = `${formatType(type)} ${depth}`;
    const known = this.#known.get(key) ?? this.make(`$index${depth}`, valueType(type), at);
    this.#known.set(key, known);
    return known;
  }
}

/** The contract, in which an earlier value that names variables of quantifiers is one for each of their values. */
export function withBoundValues(contract: Contract): Contract {
  const all = contract.clauses.flatMap((one) => (one.kind === 'ensures' ? boundIn(one.condition) : []));
  const olds = contract.olds.map((old) => {
    const bound = old.bound ?? all.filter((one) => mentions(old.value, one));
    return bound.length === 0 ? old : { ...old, bound };
  });
  return { ...contract, olds };
}

/**
 * The contract with earlier values of elements in place of elements of earlier values: `old(r->a[k])` for
 * `old(*r).a[k]`, below quantifiers over all values that are checked. `make`: makes a variable for one.
 */
export function withEarlierElements(contract: Contract, make: (e: Expression) => Variable): Contract {
  const wholes = new Map(
    contract.olds.flatMap(({ variable, value, bound }) =>
      bound === undefined && value.kind === 'load' ? [[variable, value.operand] as const] : [],
    ),
  );
  const elements: Contract['olds'][number][] = [];
  /** The place in what the earlier value was read from; null: it is in none. */
  const moved = (place: Expression): Expression | null => {
    if (place.kind === 'variable') return wholes.get(place.variable) ?? null;
    if (place.kind !== 'member' && place.kind !== 'dereference') return null;
    const inside = place.kind === 'member' ? place.base : place.operand;
    if (place.kind === 'member') {
      const base = moved(inside);
      return base === null ? null : { ...place, base };
    }
    if (inside.kind !== 'pointer-add' || inside.pointer.kind !== 'array-decay') return null;
    const operand = moved(inside.pointer.operand);
    return operand === null ? null : { ...place, operand: { ...inside, pointer: { ...inside.pointer, operand } } };
  };
  const read = (e: Expression, bound: readonly Variable[]): Expression => {
    const operand = e.kind === 'load' && bound.some((one) => mentions(e, one)) ? moved(e.operand) : null;
    if (e.kind !== 'load' || operand === null) return withParts(e, (part) => read(part, bound));
    const variable = make(e);
    elements.push({ variable, value: { ...e, operand }, bound });
    return { ...e, operand: { kind: 'variable', type: variable.type, at: e.at, variable } };
  };
  const below = (e: Expression, bound: readonly Variable[]): Expression => {
    if (!hasTerm(e, ['$forall', '$exists'])) return bound.length === 0 ? e : read(e, bound);
    if (e.kind === 'logical' || e.kind === 'convert') return withParts(e, (part) => below(part, bound));
    if (e.kind !== 'builtin' || e.name !== '$forall' || e.arguments[0].kind !== 'variable') return e;
    return { ...e, arguments: [e.arguments[0], below(e.arguments[1], [...bound, e.arguments[0].variable])] };
  };
  const clauses = contract.clauses.map((clause) =>
    clause.kind === 'ensures' ? { ...clause, condition: below(clause.condition, []) } : clause,
  );
  const isLeft = ({ variable }: Contract['olds'][number]): boolean =>
    !wholes.has(variable) ||
    clauses.some((clause) => clause.kind === 'ensures' && mentions(clause.condition, variable));
  return { ...contract, clauses, olds: [...contract.olds.filter(isLeft), ...elements] };
}
