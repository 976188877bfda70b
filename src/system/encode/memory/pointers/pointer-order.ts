import type { Term } from '../../../../logic/terms/builder.ts';
import type { Execution, Pointer } from '../../machine/execution.ts';
import { NULL_OBJECT } from '../../plan/pointer-format.ts';
import { mayMeanOtherLifetime } from '../lifetimes/ended-objects.ts';
import { leadsTo } from '../lifetimes/instances.ts';
import { addressOfPointer } from './addresses.ts';
import { haveSameStart, holdsNoObject, isInteger, isNowhere, isNumber } from './numbers.ts';
import { dataObjects, leadsToObjects } from './same-address.ts';
import { type Order, wordOrder } from './words.ts';

/** The order of pointers (C11 6.5.8p5), also after casts to integers. */

/** Returns when `p operator q` holds. `signed`: the pointers were cast to signed integers. */
export function pointerOrder(x: Execution, p: Pointer, q: Pointer, operator: Order, signed: boolean): Term {
  const { terms } = x;
  // Programs compare pointers one step before an object's start, so offsets are signed. Integers that
  // became pointers are unsigned.
  const unsigned = signed ? terms.false : isNumber(x, p);
  const within = terms.ite(
    unsigned,
    wordOrder(terms, operator, p.offset, q.offset, false),
    wordOrder(terms, operator, p.offset, q.offset, true),
  );
  const together = terms.and(haveSameStart(x, p, q), terms.not(mayMeanOtherLifetime(x, p, q)));
  const apart = terms.not(together);
  if (terms.and(x.guard, apart) === terms.false) return within;
  const numeric = terms.or(isNumberAgainstObject(x, p, q), isNumberAgainstObject(x, q, p));
  const farFromObjects = signed
    ? terms.false
    : terms.or(isNowhereAgainstObject(x, p, q), isNowhereAgainstObject(x, q, p));
  const open = terms.andAll([apart, terms.not(numeric), terms.not(farFromObjects)]);
  let result = within;
  const otherwise = (condition: Term, value: () => Term): void => {
    if (terms.and(x.guard, condition) !== terms.false) result = terms.ite(condition, value(), result);
  };
  otherwise(numeric, () =>
    x.under(numeric, () => wordOrder(terms, operator, addressOfPointer(x, p), addressOfPointer(x, q), signed)),
  );
  otherwise(farFromObjects, () => terms.bool(isLeft(x, p, q) === (operator === '<' || operator === '<=')));
  otherwise(open, () => x.unknown({ kind: 'bool' }, 'order of pointers into distinct objects', {}, open));
  return result;
}

/**
 * Returns when the first pointer is a number that may be an address, and the second one leads to an
 * object. A register's number is such an address.
 */
function isNumberAgainstObject(x: Execution, number: Pointer, pointer: Pointer): Term {
  if (!leadsToObjects(x, pointer)) return x.terms.false;
  const { offset } = number;
  const isRegister = holdsNoObject(x, offset) && !isNowhere(x, offset);
  const isAddress = isRegister ? isNumber(x, number) : isInteger(x, number);
  return x.terms.and(isAddress, x.terms.not(isNumber(x, pointer)));
}

/**
 * Returns when the first pointer is a constant at which no object lies, and the second one leads to an
 * object. Such constants are null and error numbers cast to pointers.
 */
function isNowhereAgainstObject(x: Execution, number: Pointer, pointer: Pointer): Term {
  const { terms } = x;
  if (!isConstantNowhere(x, number)) return terms.false;
  return terms.orAll([...dataObjects(x, pointer)].map(([key, object]) => leadsTo(x, pointer, key, object)));
}

function isConstantNowhere(x: Execution, { object, offset }: Pointer): boolean {
  const { terms } = x;
  return terms.isBv(object) && Number(terms.constValue(object)) === NULL_OBJECT && isNowhere(x, offset);
}

/**
 * Whether `p` is lower than `q`, where one is a constant at which no object lies, and the other leads
 * to an object.
 */
function isLeft(x: Execution, p: Pointer, q: Pointer): boolean {
  const { terms } = x;
  const isLow = ({ offset }: Pointer): boolean => BigInt.asIntN(terms.width(offset), terms.constValue(offset)) >= 0n;
  return isConstantNowhere(x, p) ? isLow(p) : !isLow(q);
}
