import { isVariableLength } from '../../c/type/type-tools.ts';
import type { CType } from '../../c/types.ts';
import { blockName, variableName } from '../../cfa/inputs.ts';
import { fitsFunction, functionName, NULL_NAME, placesFor } from '../../cfa/pointer-choices.ts';
import type { Term } from '../../smt/builder.ts';
import type { Execution, Pointer } from '../execution.ts';
import type { Fact, Targets } from '../memory/facts.ts';
import { allocationOf, type MemoryObject, NULL_OBJECT, SUMMARY_OBJECT } from '../memory/objects.ts';

/** Places of one object that a run without doubt may choose; the replay knows more of them. */
const MOST_PLACES = 16;

/** A pointer that an external function returns, passes or stores. */
export interface PointerChoice {
  /** Name of the function, or of the object that holds the pointer. */
  readonly name: string;
  readonly construct: string;
  readonly site: string;
  /** Type of what it leads to. */
  readonly target: CType;
  readonly targets: Targets;
  /** When the replay finds that the external function reaches an object, by number. */
  readonly certain: ReadonlyMap<number, Term>;
  /** When the pointer is chosen at all. */
  readonly when: Term;
}

/**
 * Returns a pointer that leads to null, to unmodelled memory or to one of the targets. A replay makes it by the name of
 * the object and an offset. A run is in doubt if the replay may find that the external function cannot give that pointer.
 */
export function givenPointer(x: Execution, choice: PointerChoice): Pointer {
  const { terms, encoding } = x;
  const { name, construct, site, target, targets, certain, when } = choice;
  const { objectWidth, offsetWidth } = encoding.pointers;
  const fact: Fact = { targets: targets === null ? null : new Set([NULL_OBJECT, SUMMARY_OBJECT, ...targets]) };
  const objects: [number, string][] = [[NULL_OBJECT, NULL_NAME]];
  for (const number of targets ?? []) {
    const object = encoding.objects.withNumber(number);
    const known = object === null ? null : nameOf(x, object, number);
    if (known !== null) objects.push([number, known]);
  }
  return x.under(when, () => {
    const never = (): Term => terms.false;
    const sort = { kind: 'bv', width: objectWidth } as const;
    const object = x.chosen(sort, 'external-pointer', name, construct, never, { site, fact, objects });
    const doubtful = (offset: Term): Term => {
      const leadsTo = (number: number, bytes: number): Term =>
        terms.and(terms.eq(object, terms.bv(objectWidth, number)), terms.eq(offset, terms.bv(offsetWidth, bytes)));
      const fine = objects.map(([number]) =>
        number === NULL_OBJECT
          ? leadsTo(number, 0)
          : terms.and(
              certain.get(number) ?? terms.false,
              terms.orAll(placesOf(x, number, target).map((bytes) => leadsTo(number, bytes))),
            ),
      );
      return terms.and(when, terms.not(terms.orAll(fine)));
    };
    const offset = x.chosen({ kind: 'bv', width: offsetWidth }, 'external-offset', name, construct, doubtful, { site });
    return { object, offset };
  });
}

function placesOf({ encoding }: Execution, number: number, target: CType): readonly number[] {
  const object = encoding.objects.withNumber(number);
  if (object === null) return [];
  if (object.kind === 'function') {
    const [id] = [...encoding.objects.functionNumbers].find(([, known]) => known === number) ?? [];
    const fn = id === undefined ? null : encoding.linked.program.functions[id];
    return fn !== null && fn !== undefined && fitsFunction(fn.type, target) ? [0] : [];
  }
  if (object.variable === null) return [];
  return placesFor(object.variable.type, target, encoding.layout).slice(0, MOST_PLACES);
}

/** Names an object for the replay; null if the replay cannot tell it. */
export function nameOf({ encoding }: Execution, object: MemoryObject, number: number | null = null): string | null {
  const { variable, context, family } = object;
  if (object.kind === 'function') {
    const [id] = [...encoding.objects.functionNumbers].find(([, known]) => known === number) ?? [];
    return id === undefined ? null : functionName(id);
  }
  if (object.kind === 'heap' && family === null) {
    const { edge, context: caller } = encoding.linked.edges[allocationOf(object)]!;
    return blockName(`${encoding.linked.contexts[caller].path}:${edge.id}`);
  }
  if (variable === null || family !== null || isVariableLength(variable.type) || encoding.isRecursive(object)) return null;
  return variableName(variable.id, context < 0 ? null : encoding.linked.contexts[context].path);
}
