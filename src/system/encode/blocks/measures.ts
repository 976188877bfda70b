import type { Term } from '../../../logic/terms/builder.ts';
import type { Encoding } from '../machine/encoding.ts';
import { instanceIn, leadsTo } from '../memory/lifetimes/instances.ts';
import type { MemoryObject } from '../objects/object.ts';

/** Most objects to which a measured pointer leads. */
const MOST_TARGETS = 8;

/**
 * Terms that analyses observe besides the state variables, for each pointer that may lead to blocks of the
 * heap. They are the size in bytes of the object it leads to, and whether this object has ended or was never
 * made. Both are 0 for null. `cells`: the cells of the state variables.
 */
export function measuresOf(encoding: Encoding, cells: readonly number[]): readonly Term[] {
  const { objects, known } = encoding;
  const kept = new Set(cells);
  const measures = cells.flatMap((cell) => {
    const { role, sort } = objects.kindOf(cell);
    if (role !== 'object' || sort.kind !== 'bv') return [];
    const pointer = encoding.cellVariable(cell);
    const numbers = [...(known.pointsTo.get(pointer) ?? [])];
    const targets = numbers.flatMap((number) => objects.withNumber(number) ?? []);
    if (targets.length > MOST_TARGETS || targets.every(({ kind }) => kind !== 'heap')) return [];
    const found = new Measures(encoding, kept, pointer);
    return [
      found.chain(targets, (target) => found.size(target)),
      found.chain(targets, (target) => found.ended(target)),
    ];
  });
  return [...new Set(measures.flatMap((t) => t ?? []))].filter((t) => !encoding.terms.isConst(t));
}

/** Properties of the objects to which a pointer leads, in terms of the state. Null: no state variable tells. */
class Measures {
  constructor(
    private readonly encoding: Encoding,
    private readonly kept: ReadonlySet<number>,
    private readonly pointer: Term,
  ) {}

  /** The value for the object to which the pointer leads; 0 where it leads to none of them. */
  chain(targets: readonly MemoryObject[], value: (target: MemoryObject) => Term | null): Term | null {
    const { encoding, pointer } = this;
    const { terms } = encoding;
    let chosen: Term | null = null;
    for (const target of targets) {
      const own = value(target);
      if (own === null) return null;
      const number = encoding.objects.numberOf(target);
      const here = leadsTo(encoding, { object: pointer, offset: pointer }, number, target);
      chosen = terms.ite(here, own, chosen ?? encoding.zero(terms.sort(own)));
    }
    return chosen;
  }

  size(target: MemoryObject): Term | null {
    const { encoding } = this;
    const cell = encoding.objects.hidden.extentCell(target);
    if (cell !== null) return this.#at(target, cell);
    const { size } = target.shape;
    const isOpen = !Number.isFinite(size);
    if (isOpen && (target.kind === 'heap' || target.kind === 'automatic')) return null;
    return encoding.terms.bv(encoding.plan.pointers.offsetWidth, isOpen ? 0 : size);
  }

  ended(target: MemoryObject): Term | null {
    const { encoding } = this;
    const { terms } = encoding;
    if (target.kind === 'moved') return terms.bv(1, 1);
    const mark = encoding.objects.hidden.endedIfAny(target);
    const freed = mark === null ? null : this.#at(target, mark.base);
    const count = target.family === null || target.family.made !== null ? null : target.family.counter.base;
    if (count === null || !this.kept.has(count)) return freed ?? terms.bv(1, 0);
    const made = encoding.cellVariable(count);
    const isMade = terms.ult(terms.zext(instanceIn(encoding, this.pointer), terms.width(made)), made);
    return terms.ite(isMade, freed ?? terms.bv(1, 0), terms.bv(1, 1));
  }

  /** The content of a hidden cell, for the block of a family to which the pointer leads. */
  #at({ family }: MemoryObject, cell: number): Term | null {
    const { encoding } = this;
    if (!this.kept.has(cell)) return null;
    const content = encoding.cellVariable(cell);
    return family === null ? content : encoding.terms.select(content, instanceIn(encoding, this.pointer));
  }
}
