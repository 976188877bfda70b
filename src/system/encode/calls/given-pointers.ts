import { isVariableLength } from '../../../c/types/type-basics.ts';
import type { CType } from '../../../c/types/types.ts';
import type { Term } from '../../../logic/terms/builder.ts';
import { isExternalObject } from '../../../program/cfa/external-objects.ts';
import { blockName, variableName } from '../../../program/cfa/inputs.ts';
import {
  fitsFunction,
  functionName,
  NULL_NAME,
  placesFor,
  placesInBrought,
} from '../../../program/cfa/pointer-choices.ts';
import type { Fact, Targets } from '../../offsets/facts.ts';
import type { Execution, Pointer } from '../machine/execution.ts';
import { allocationOf, type MemoryObject } from '../objects/object.ts';
import { NULL_OBJECT, SUMMARY_OBJECT } from '../plan/pointer-format.ts';

/**
 * Limit of the places in one object that a run without doubt may choose. The replay knows more of
 * them.
 */
const MOST_PLACES = 16;

/** A pointer that an external function returns, passes or stores. */
export interface PointerChoice {
  /** Name of the function, or of the object that holds the pointer. */
  readonly name: string;
  readonly construct: string;
  readonly site: string;
  /** Type that the pointer leads to. */
  readonly target: CType;
  readonly targets: Targets;
  /** When the replay finds that the external function reaches an object, by the object's number. */
  readonly certain: ReadonlyMap<number, Term>;
  /** When the pointer is chosen at all. */
  readonly when: Term;
}

/**
 * Returns a pointer that leads to null, to unmodelled memory, to one of the targets, or to an object
 * that the external functions bring along. A replay makes it from the object's name and an offset. A
 * run is in doubt if the replay may find that the external function cannot give that pointer.
 */
export function givenPointer(x: Execution, choice: PointerChoice): Pointer {
  const { terms, encoding } = x;
  const { name, construct, site, target, certain, when } = choice;
  const { objectWidth, offsetWidth } = x.plan.pointers;
  const brought = broughtObjects(x);
  const targets =
    choice.targets === null ? null : new Set([...choice.targets].filter((number) => !brought.includes(number)));
  const known: [number, string][] = [[NULL_OBJECT, NULL_NAME]];
  for (const number of targets ?? []) {
    const object = encoding.objects.withNumber(number);
    const named = object === null ? null : nameOf(x, object, number);
    if (named !== null) known.push([number, named]);
  }
  const own: [number, string][] = brought.flatMap((number) => {
    const named = nameOf(x, encoding.objects.withNumber(number)!);
    return named === null || placesOf(x, number, target).length === 0 ? [] : [[number, named]];
  });
  const objects = [...known, ...own];
  const named = new Set([SUMMARY_OBJECT, ...objects.map(([number]) => number)]);
  const unnamed = targets === null ? null : [...targets].filter((number) => !named.has(number));
  const sort = { kind: 'bv', width: objectWidth } as const;
  return x.under(when, () => {
    const chosen = x.chosen(sort, 'external-pointer', name, construct, () => terms.false, { site, objects });
    const isChosen = (number: number): Term => terms.eq(chosen, terms.bv(objectWidth, number));
    const doubtful = (offset: Term): Term => {
      const fine = objects.map(([number]) => {
        const places = number === NULL_OBJECT ? [0] : placesOf(x, number, target);
        const there = terms.orAll(places.map((bytes) => terms.eq(offset, terms.bv(offsetWidth, bytes))));
        return terms.andAll([
          isChosen(number),
          there,
          number === NULL_OBJECT ? terms.true : (certain.get(number) ?? terms.false),
        ]);
      });
      return terms.and(when, terms.not(terms.orAll(fine)));
    };
    const bytes = x.chosen({ kind: 'bv', width: offsetWidth }, 'external-offset', name, construct, doubtful, { site });
    // The default covers the targets that a replay cannot name: unmodelled memory and the other targets.
    let object = terms.bv(objectWidth, SUMMARY_OBJECT);
    if (unnamed === null || unnamed.length > 0) {
      const fact: Fact = { targets: unnamed === null ? null : new Set([SUMMARY_OBJECT, ...unnamed]) };
      object = x.unknown(
        sort,
        construct,
        fact,
        terms.and(when, terms.not(terms.orAll(objects.map(([n]) => isChosen(n))))),
      );
    }
    for (const [number] of known) object = terms.ite(isChosen(number), terms.bv(objectWidth, number), object);
    if (own.length === 0) return { object, offset: bytes };
    const numbers = own.map(([number]) => terms.bv(objectWidth, number));
    const [first, ...others] = numbers;
    const among = terms.orAll(numbers.map((number) => terms.eq(chosen, number)));
    const ownObject = others.reduce((result, number) => terms.ite(terms.eq(chosen, number), number, result), first);
    const places = [...new Set(own.flatMap(([number]) => placesOf(x, number, target)))];
    // Both halves have one condition, so that accesses see which offsets belong to which objects.
    return {
      object: terms.ite(among, ownObject, object),
      offset: terms.ite(among, placeAt(x, bytes, places), bytes),
    };
  });
}

/** Lists the numbers of the objects that external functions bring along. */
export function broughtObjects({ encoding }: Execution): readonly number[] {
  const { objects } = encoding;
  const { externalView } = encoding.plan;
  return externalView.visible
    .filter(isExternalObject)
    .map((variable) => objects.numberOf(objects.variable(variable, -1)));
}

/**
 * Returns the offset if it is one of the places, and the first place otherwise. The objects that
 * external functions bring along need no other offsets. Proofs use unmodelled memory, which has any
 * offset.
 */
function placeAt(x: Execution, offset: Term, places: readonly number[]): Term {
  const { terms } = x;
  const { offsetWidth } = x.plan.pointers;
  const [first = 0, ...others] = places.map((bytes) => terms.bv(offsetWidth, bytes));
  return others.reduce((result, place) => terms.ite(terms.eq(offset, place), place, result), first);
}

function placesOf({ encoding }: Execution, number: number, target: CType): readonly number[] {
  const object = encoding.objects.withNumber(number);
  if (object === null) return [];
  if (object.kind === 'function') {
    const [id] = [...encoding.objects.functionNumbers].find(([, known]) => known === number) ?? [];
    const fn = id === undefined ? null : encoding.plan.linked.program.functions[id];
    return fn !== null && fn !== undefined && fitsFunction(fn.type, target) ? [0] : [];
  }
  if (object.variable === null) return [];
  if (isExternalObject(object.variable)) return placesInBrought(object.variable.type, target, encoding.plan.layout);
  return placesFor(object.variable.type, target, encoding.plan.layout).slice(0, MOST_PLACES);
}

/** Names an object for the replay; null if no name identifies it. */
export function nameOf({ encoding }: Execution, object: MemoryObject, number: number | null = null): string | null {
  const { variable, context, family } = object;
  if (object.kind === 'function') {
    const [id] = [...encoding.objects.functionNumbers].find(([, known]) => known === number) ?? [];
    return id === undefined ? null : functionName(id);
  }
  if (object.kind === 'heap' && family === null) {
    const { edge, context: caller } = encoding.plan.linked.edges[allocationOf(object)];
    return blockName(`${encoding.plan.linked.contexts[caller].path}:${edge.id}`);
  }
  if (variable === null || family !== null || isVariableLength(variable.type) || encoding.isRecursive(object))
    return null;
  return variableName(variable.id, context < 0 ? null : encoding.plan.linked.contexts[context].path);
}
