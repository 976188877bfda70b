import type { CType } from '../../../c/types/types.ts';
import type { Term } from '../../../logic/terms/builder.ts';
import type { Sort } from '../../../logic/terms/sort.ts';
import { floatFromStored, storedWidth } from '../../shapes/stored-float.ts';
import type { InputOrigin } from '../../transys/system.ts';
import { describedName } from '../objects/descriptions.ts';
import type { MemoryObject } from '../objects/object.ts';
import { INTEGER_OBJECT } from '../plan/pointer-format.ts';
import type { Encoding } from './encoding.ts';
import type { BlockInputs, Moment } from './inputs.ts';

/** The content of cells that a block has not written: from its beginning, or indeterminate. */
export class UnwrittenCells {
  readonly #declarations = new Map<MemoryObject, Moment>();

  constructor(
    private readonly encoding: Encoding,
    private readonly inputs: BlockInputs,
    /** Content of a cell at the beginning of the block. */
    private readonly initial: (cell: number) => Term,
    /** The moment of the current operation. */
    private readonly now: () => Moment,
  ) {}

  /** Notes where an object without instances begins its lifetime, with unknown content. */
  declare(object: MemoryObject): void {
    const now = this.now();
    const known = this.#declarations.get(object);
    // Two declarations of one object in a block share one unknown content.
    const declaration =
      known === undefined
        ? { ...now, order: this.inputs.nextOrder() }
        : { ...known, guard: this.encoding.terms.or(known.guard, now.guard) };
    this.#declarations.set(object, declaration);
  }

  /** Returns the content of a cell that its declaration has left indeterminate. */
  indeterminate(cell: number): Term {
    const { objects } = this.encoding;
    const object = objects.ownerOf(cell);
    const declaration = this.#declarations.get(object);
    if (declaration === undefined) return this.missing(cell);
    const half = this.#knownHalf(cell);
    if (half !== null) return half;
    const variable = `b${this.inputs.block}.declared.${cell}`;
    const content = this.replayed(cell, 'uninitialised', variable, declaration);
    return content ?? this.#approximation(cell, variable, declaration);
  }

  /** Returns the content of a cell that the state does not mention. */
  missing(cell: number): Term {
    const { objects } = this.encoding;
    if (this.#isThereFromTheStart(objects.ownerOf(cell))) return this.initial(cell);
    return (
      this.#knownHalf(cell) ?? this.#approximation(cell, `b${this.inputs.block}.indeterminate.${cell}`, this.now())
    );
  }

  /**
   * Returns the half of a pointer that does not depend on its indeterminate content. A pointer that leads
   * nowhere is not in the middle of anything either. A union that is kept as a pointer is a number.
   */
  #knownHalf(cell: number): Term | null {
    const { terms, objects, names, plan } = this.encoding;
    const { sort, role } = objects.kindOf(cell);
    if (role === 'value') return null;
    if (role === 'object')
      return names.isSharedPointer(cell) ? terms.bv(plan.pointers.objectWidth, INTEGER_OBJECT) : null;
    return names.isSharedPointer(cell) ? null : this.encoding.zero(sort);
  }

  /** Returns any value for a cell; a pointer leads nowhere. No condition covers its uses. */
  #approximation(cell: number, variable: string, moment: Moment): Term {
    const { objects } = this.encoding;
    const name = describedName(this.encoding.plan.linked.program, objects.ownerOf(cell));
    const { sort, role } = objects.kindOf(cell);
    const fact = role === 'object' ? { targets: new Set<number>() } : {};
    const construct = `indeterminate value of ${name}`;
    return this.inputs.add({ variable, sort, kind: 'approximation', name, construct, fact, when: null }, moment);
  }

  #isThereFromTheStart(object: MemoryObject): boolean {
    const { kind, family } = object;
    return kind === 'static' || kind === 'address' || this.encoding.isArgumentOfMain(object) || family !== null;
  }

  /** Whether a replay gives the cell a content from outside. */
  isReplayed(cell: number): boolean {
    return this.#replayPath(cell) !== null;
  }

  /** Returns content that a replay gives to the cell; null if it cannot. `variable`: name of the input. */
  replayed(cell: number, kind: InputOrigin['kind'], variable: string, moment: Moment): Term | null {
    const path = this.#replayPath(cell);
    return path === null ? null : this.#content(cell, path, variable, kind, moment);
  }

  /** Returns the path under which a replay gives the cell a content from outside; null if it cannot. */
  #replayPath(cell: number): readonly number[] | null {
    const { objects, names } = this.encoding;
    const { family, shape, type } = objects.ownerOf(cell);
    const { sort, role } = objects.kindOf(cell);
    const isWord = role === 'value' || (role === 'offset' && names.isSharedPointer(cell));
    if (!isWord || family !== null || sort.kind === 'bool') return null;
    return shape.kind !== 'bytes' || isReplayedAsBytes(type) ? names.path(cell) : null;
  }

  #content(cell: number, path: readonly number[], variable: string, kind: InputOrigin['kind'], moment: Moment): Term {
    const { terms, objects, names } = this.encoding;
    const { sort } = objects.kindOf(cell);
    const object = objects.ownerOf(cell);
    const stored: Sort = sort.kind === 'float' ? { kind: 'bv', width: storedWidth(sort) } : sort;
    const value = this.inputs.add({ variable, sort: stored, kind, name: object.name, path, when: null }, moment);
    if (sort.kind === 'float') return floatFromStored(terms, value, sort);
    return sort.kind === 'bv' && names.isTruth(cell) ? this.#anyByte(value, variable, object, moment) : value;
  }

  /**
   * Returns an unknown byte with the lowest bit of the input. A replay gives a `_Bool` no other bits, so
   * runs in which other bits are set are in doubt. Callers from outside of the program give none.
   */
  #anyByte(input: Term, whole: string, object: MemoryObject, moment: Moment): Term {
    const { terms, names, plan } = this.encoding;
    if (names.isGiven(object)) return terms.zext(terms.extract(input, 0, 0), 8);
    const name = describedName(plan.linked.program, object);
    const sort: Sort = { kind: 'bv', width: 7 };
    const variable = `${whole}.byte`;
    const when = terms.not(terms.eq(terms.variable(variable, sort), terms.bv(7, 0)));
    const construct = `indeterminate byte of ${name}`;
    const rest = this.inputs.add({ variable, sort, kind: 'approximation', name, construct, when }, moment);
    return terms.concat(rest, terms.extract(input, 0, 0));
  }
}

/** Whether a replay gives an object's unknown content as single bytes, not as larger elements. */
function isReplayedAsBytes(type: CType): boolean {
  let inner = type;
  while (inner.kind === 'array') inner = inner.element;
  return inner.kind === 'struct' || inner.kind === 'union' || (inner.kind === 'integer' && inner.name.endsWith('char'));
}
