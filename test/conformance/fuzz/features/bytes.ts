import type { Place } from '../places.ts';
import type { StatementMaker } from '../statements.ts';
import { declare, hasPart, INTEGERS, isPlain, sizeOf } from '../types.ts';

/**
 * Access to the bytes of objects: as characters, as other types, and by the functions that copy and
 * fill memory.
 */

const bytesOf = ({ type, bitField }: Place): boolean => isPlain(type) && !bitField && sizeOf(type) > 1;
/** `_Bool` and floats have representations that no value should have. */
const anyBytes = (place: Place): boolean =>
  bytesOf(place) &&
  !hasPart(place.type, (type) => type.kind === 'float' || (type.kind === 'integer' && type.bits === 1));

export const byteWrite: StatementMaker = ({ expressions, random }, scope) => {
  const place = expressions.place(scope, anyBytes);
  if (place === null) return null;
  const bytes = `((${random.pick(['unsigned char', 'char', 'signed char'])} *)&${place.text})`;
  return [`${bytes}[${expressions.index(scope, sizeOf(place.type))}] = ${expressions.integer(scope, 2)};`];
};

export const byteRead: StatementMaker = ({ expressions, random }, scope) => {
  const place = expressions.place(scope, bytesOf);
  const target = expressions.place(scope, ({ type }) => type.kind === 'integer');
  if (place === null || target === null) return null;
  const bytes = `((${random.pick(['const unsigned char', 'char'])} *)&${place.text})`;
  return [`${target.text} = ${bytes}[${expressions.index(scope, sizeOf(place.type))}];`];
};

/** An integer read or written as one of another type. */
export const reinterpret: StatementMaker = ({ expressions, random }, scope) => {
  const place = expressions.place(scope, anyBytes);
  if (place === null) return null;
  const size = sizeOf(place.type);
  const type = random.pick(INTEGERS.filter((one) => sizeOf(one) <= size && one.kind === 'integer' && one.bits > 1));
  const count = Math.floor(size / sizeOf(type));
  const view = `((${declare(type, '')} *)&${place.text})[${random.below(count)}]`;
  const target = expressions.place(scope, ({ type: own }) => own.kind === 'integer');
  if (target === null || random.chance(50))
    return [`${view} ${random.pick(['=', '+=', '^='])} ${expressions.integer(scope, 2)};`];
  return [`${target.text} = ${view};`];
};

export const fill: StatementMaker = ({ expressions, random }, scope) => {
  const place = expressions.place(scope, anyBytes);
  if (place === null) return null;
  const size = sizeOf(place.type);
  const from = random.chance(70) ? 0 : random.below(size);
  const length = random.chance(50)
    ? `${size - from}`
    : `(unsigned)(${expressions.integer(scope, 1)}) % ${size - from + 1}`;
  return [`memset((char *)&${place.text} + ${from}, ${expressions.integer(scope, 1)}, ${length});`];
};

export const copy: StatementMaker = ({ expressions, random }, scope) => {
  const to = expressions.place(scope, anyBytes);
  const from = expressions.place(scope, bytesOf);
  if (to === null || from === null) return null;
  const most = Math.min(sizeOf(to.type), sizeOf(from.type));
  const length = random.chance(50) ? `${most}` : `(unsigned)(${expressions.integer(scope, 1)}) % ${most + 1}`;
  // Overlapping objects are for memmove alone.
  return [`memmove(&${to.text}, &${from.text}, ${length});`];
};

/** Parts of one array moved within it. */
export const shift: StatementMaker = ({ expressions, random }, scope) => {
  const place = expressions.place(scope, (one) => one.type.kind === 'array' && anyBytes(one));
  if (place === null || place.type.kind !== 'array') return null;
  const { length, of } = place.type;
  const to = random.below(length);
  const from = random.below(length);
  const count = length - Math.max(to, from);
  return [`memmove(&${place.text}[${to}], &${place.text}[${from}], ${count} * ${sizeOf(of)});`];
};

/** memcpy between whole objects of one type, pointers in it included. */
export const copyWhole: StatementMaker = ({ expressions }, scope) => {
  const to = expressions.place(
    scope,
    ({ type, bitField }) => !bitField && (type.kind === 'record' || type.kind === 'array'),
  );
  if (to === null) return null;
  const same = declare(to.type, '');
  const from = expressions.place(scope, ({ type, holds }) => declare(type, '') === same && holds <= to.holds);
  return from === null ? null : [`memmove(&${to.text}, &${from.text}, sizeof ${to.text});`];
};

export const compare: StatementMaker = ({ expressions }, scope) => {
  const a = expressions.place(scope, bytesOf);
  const b = expressions.place(scope, bytesOf);
  const target = expressions.place(scope, ({ type }) => type.kind === 'integer');
  if (a === null || b === null || target === null) return null;
  const most = Math.min(sizeOf(a.type), sizeOf(b.type));
  const difference = `memcmp(&${a.text}, &${b.text}, ${most})`;
  return [`${target.text} = (${difference} > 0) - (${difference} < 0);`];
};
