import type { Random } from '../random.ts';
import { type Field, INTEGERS, type Type, UNSIGNED, UNSIGNED_CHAR } from '../types.ts';

/** Record types with bit-fields, arrays and other records inside, and pointers to the given types. */
export function randomRecords(random: Random, pointees: readonly Type[], floats: boolean): Type[] {
  const records: Type[] = [];
  const count = random.between(1, 3);
  for (let i = 0; i < count; i++) {
    const union = random.chance(30);
    const fields: Field[] = [];
    const wanted = random.between(union ? 2 : 1, 4);
    // C leaves open what an initialiser puts behind the first member of a union: this one covers the others.
    if (union) fields.push({ name: 'all', type: { kind: 'array', of: UNSIGNED_CHAR, length: 32 }, bits: null });
    for (let k = 0; k < wanted; k++) fields.push(field(random, `${'abcd'[k]}`, records, union ? [] : pointees, floats));
    records.push({ kind: 'record', name: `${union ? 'union' : 'struct'} R${i}`, union, fields });
  }
  return records;
}

function field(
  random: Random,
  name: string,
  records: readonly Type[],
  pointees: readonly Type[],
  floats: boolean,
): Field {
  const plain = (type: Type): Field => ({ name, type, bits: null });
  switch (random.below(10)) {
    case 0:
    case 1: {
      const type = random.pick([UNSIGNED, UNSIGNED_CHAR, ...INTEGERS]);
      if (type.kind !== 'integer') return plain(type);
      return { name, type, bits: random.between(1, type.bits) };
    }
    case 2:
      return plain({ kind: 'array', of: random.pick(INTEGERS), length: random.between(2, 4) });
    case 3:
      return records.length > 0
        ? plain(random.pick(records.filter((type) => pointees.length > 0 || isFlat(type))) ?? UNSIGNED)
        : plain(UNSIGNED);
    case 4:
      return pointees.length > 0 ? plain({ kind: 'pointer', to: random.pick(pointees) }) : plain(UNSIGNED_CHAR);
    case 5:
      return plain(floats ? { kind: 'float', name: random.pick(['float', 'double']) } : random.pick(INTEGERS));
    default:
      return plain(random.pick(INTEGERS));
  }
}

/** Whether a record may lie in a union: pointers there could be read back as something else. */
function isFlat(type: Type): boolean {
  return type.kind === 'record' && type.fields.every((inner) => inner.type.kind === 'integer');
}
