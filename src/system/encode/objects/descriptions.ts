import type { Description, ValueWords } from '../../../base/description.ts';
import type { Program } from '../../../program/cfa/automaton.ts';
import type { CellRole } from '../../shapes/shape.ts';
import { INTEGER_OBJECT, NULL_OBJECT, SUMMARY_OBJECT } from '../plan/pointer-format.ts';
import type { MemoryObject } from './object.ts';
import type { Objects } from './objects.ts';

/** A scalar part of an object, or a half of a pointer in it. */
interface DescribedPart {
  readonly object: MemoryObject;
  /** The C text of the part behind the name of the object; empty for the whole. */
  readonly part: string;
  readonly role: CellRole;
  /** The part with its function: `main::p`. */
  readonly named: string;
}

/** Describes a part for people; null if its C expression says enough. */
export function describedPart(program: Program, objects: Objects, described: DescribedPart): Description | null {
  const { object, part, role, named } = described;
  const known = descriptionOf(program, object, part);
  switch (role) {
    case 'value':
      return known;
    case 'offset':
      return { name: `offset(${known?.name ?? named})` };
    case 'object': {
      const subject = known?.name ?? named;
      const values = Array.from({ length: objects.numberCount }, (_, number): readonly ValueWords[] => {
        const target = objects.withNumber(number);
        if (target === null || target.kind === 'summary') return [];
        const verbs = { says: 'leads into', denies: 'does not lead into' };
        return [{ value: `${number}`, ...verbs, object: describedName(program, target) }];
      }).flat();
      return { name: `object(${subject})`, words: { subject, values: [...NO_OBJECTS, ...values], isClosed: false } };
    }
    default:
      return role satisfies never;
  }
}

/** The name of an object for people. */
export function describedName(program: Program, object: MemoryObject): string {
  return descriptionOf(program, object, '')?.name ?? object.name;
}

function descriptionOf(
  { descriptions }: Program,
  { variable, name, at }: MemoryObject,
  part: string,
): Description | null {
  const parts = variable === null ? undefined : descriptions?.get(variable.id);
  const exact = parts?.get(part);
  if (exact !== undefined) return exact;
  const whole = parts?.get('');
  if (whole !== undefined) return { name: `${whole.name}${part}` };
  if (!name.startsWith('$')) return null;
  const isValue = /^\$t\d+$/.test(name) && at !== null;
  return { name: `${isValue ? `value(line ${at.line})` : name.slice(1)}${part}` };
}

/** Values of pointers that lead into no object of the program. */
const NO_OBJECTS: readonly ValueWords[] = [
  [NULL_OBJECT, 'leads to no object', 'leads to an object'],
  [SUMMARY_OBJECT, 'leads to memory of undefined functions', 'does not lead to memory of undefined functions'],
  [INTEGER_OBJECT, 'comes from a number', 'does not come from a number'],
].map(([value, says, denies]) => ({ value: `${value}`, says: `${says}`, denies: `${denies}`, object: null }));
