import type { Random } from '../fuzz/random.ts';
import { type Field, INT, INTEGERS, type Type, UNSIGNED_CHAR } from '../fuzz/types.ts';

/** Size of a union in bytes; its first member covers all of them. */
const UNION_BYTES = 16;

/**
 * Makes structs with padding, bit-fields, arrays, pointers to `int` and records inside. Also makes
 * unions whose first member has all the bytes.
 */
export function randomRecords(random: Random, names: (prefix: string) => string): Type[] {
  const records: Type[] = [];
  for (let i = random.below(3); i >= 0; i--) {
    const union = random.chance(20);
    const fields: Field[] = [];
    if (union)
      fields.push({ name: 'all', type: { kind: 'array', of: UNSIGNED_CHAR, length: UNION_BYTES }, bits: null });
    const count = random.between(union ? 1 : 2, 4);
    for (let k = 0; k < count; k++) fields.push(randomField(random, 'abcd'[k], union ? [] : records, union));
    records.push({ kind: 'record', name: `${union ? 'union' : 'struct'} ${names('R')}`, union, fields });
  }
  return records;
}

function randomField(random: Random, name: string, records: readonly Type[], inUnion: boolean): Field {
  const integer = random.pick(inUnion ? INTEGERS.filter((type) => type.kind === 'integer' && type.bits > 1) : INTEGERS);
  const plain = (type: Type): Field => ({ name, type, bits: null });
  switch (random.below(10)) {
    case 0:
    case 1:
      return integer.kind === 'integer'
        ? { name, type: integer, bits: random.between(1, integer.bits) }
        : plain(integer);
    case 2:
      return plain({ kind: 'array', of: integer, length: 2 });
    case 3:
      return plain(records.length > 0 ? random.pick(records) : integer);
    case 4:
      return plain(inUnion ? integer : { kind: 'pointer', to: INT });
    default:
      return plain(integer);
  }
}
