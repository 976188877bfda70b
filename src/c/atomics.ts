import type { SourceLocation } from '../base/source.ts';
import { assign } from './assignments.ts';
import type { BinaryOperator, Expression, Statement } from './ast.ts';
import type { Context } from './context.ts';
import { assigned, convertNode, rvalue } from './conversions.ts';
import { failure } from './failures.ts';
import { dereference, intNode } from './nodes.ts';
import { arithmetic, binary, compare } from './operators.ts';
import { sequence, temporary } from './sequences.ts';
import { BOOL, formatType, isPointer, isVoid, pointerTo, UCHAR, VOID, valueType } from './type-tools.ts';
import type { CType } from './types.ts';

/** `__atomic_*` and `__sync_*`: programs are sequential here, so each is spelled out as reads and writes. */

class Steps {
  private readonly body: Statement[] = [];

  constructor(
    private readonly c: Context,
    private readonly at: SourceLocation,
  ) {}

  /** Evaluates the expression now; what is returned reads its value. */
  hold(value: Expression): Expression {
    const held = temporary(this.c, value, this.at);
    this.body.push(held.declaration);
    return held.read();
  }

  /** Keeps a value for reading it after it has changed at its source. */
  run(expression: Expression): void {
    this.body.push({ kind: 'expression', at: this.at, expression });
  }

  when(condition: Expression, then: Expression, otherwise: Expression | null): void {
    const { at } = this;
    const statement = (expression: Expression): Statement => ({ kind: 'expression', at, expression });
    this.body.push({
      kind: 'if',
      at,
      condition,
      then: statement(then),
      otherwise: otherwise === null ? null : statement(otherwise),
    });
  }

  result(value: Expression | null): Expression {
    return sequence(this.body, value, value?.type ?? VOID, this.at);
  }
}

function objectOf(pointer: Expression | undefined, name: string, at: SourceLocation): Expression {
  if (pointer === undefined) throw failure('C1416', ['few', name], at);
  if (!isPointer(pointer.type) || isVoid(pointer.type.target)) throw failure('C1421', [formatType(pointer.type)], at);
  return pointer;
}

/** Reads through a held pointer. */
function read(c: Context, pointer: Expression, at: SourceLocation): Expression {
  return rvalue(c, dereference(pointer, at));
}

function write(c: Context, pointer: Expression, value: Expression, at: SourceLocation): Expression {
  const place = dereference(pointer, at);
  const plain = { ...place, type: valueType(place.type) } as Expression;
  return assign(c, plain, value, at);
}

const FETCH: Readonly<Record<string, BinaryOperator | 'nand'>> = { add: '+', sub: '-', and: '&', or: '|', xor: '^', nand: 'nand' };

function combined(
  c: Context,
  operation: BinaryOperator | 'nand',
  old: Expression,
  value: Expression,
  at: SourceLocation,
): Expression {
  if (operation === 'nand') {
    const both = arithmetic(c, '&', old, value, at);
    return { kind: 'complement', type: both.type, at, operand: both };
  }
  return binary(c, operation, old, value, at);
}

/** Old value, or the new one if `after`, of `*pointer = *pointer operation value`. */
function fetch(
  c: Context,
  pointer: Expression,
  value: Expression,
  operation: BinaryOperator | 'nand',
  after: boolean,
  at: SourceLocation,
): Expression {
  const steps = new Steps(c, at);
  const p = steps.hold(pointer);
  const v = steps.hold(value);
  const old = steps.hold(read(c, p, at));
  // On pointers the operand counts bytes.
  const start = isPointer(old.type) ? convertNode(c, old, pointerTo(UCHAR), true) : old;
  const now = steps.hold(convertNode(c, combined(c, operation, start, v, at), old.type, false));
  steps.run(write(c, p, now, at));
  return steps.result(after ? now : old);
}

export function atomicCall(c: Context, name: string, list: readonly Expression[], at: SourceLocation): Expression {
  const plain = name.slice('__atomic_'.length);
  const effect = (e: Expression): Expression => ({ kind: 'convert', type: VOID, at, operand: e, explicit: false });
  const match = /^(?:fetch_(add|sub|and|or|xor|nand)|(add|sub|and|or|xor|nand)_fetch)$/.exec(plain);
  if (plain === 'thread_fence' || plain === 'signal_fence') return effect(list[0] ?? intNode(0, at));
  if (plain === 'always_lock_free' || plain === 'is_lock_free') return { kind: 'integer', type: BOOL, at, value: 1n };
  const pointer = objectOf(list[0], name, at);
  const second = (): Expression => objectOf(list[1], name, at);
  const argument = (index: number): Expression => {
    const e = list[index];
    if (e === undefined) throw failure('C1416', ['few', name], at);
    return e;
  };
  const type = valueType((pointer.type as { target: CType }).target);
  if (match) return fetch(c, pointer, argument(1), FETCH[match[1] ?? match[2]!]!, match[2] !== undefined, at);
  const steps = new Steps(c, at);
  switch (plain) {
    case 'load_n':
      return read(c, pointer, at);
    case 'load':
      return effect(write(c, second(), read(c, pointer, at), at));
    case 'store_n':
      return effect(write(c, pointer, argument(1), at));
    case 'store':
      return effect(write(c, pointer, read(c, second(), at), at));
    case 'exchange_n':
    case 'exchange': {
      const p = steps.hold(pointer);
      const value = plain === 'exchange_n' ? argument(1) : read(c, second(), at);
      const v = steps.hold(assigned(c, value, type, 'argument'));
      const old = steps.hold(read(c, p, at));
      steps.run(write(c, p, v, at));
      if (plain === 'exchange_n') return steps.result(old);
      steps.run(write(c, objectOf(list[2], name, at), old, at));
      return steps.result(null);
    }
    case 'compare_exchange_n':
    case 'compare_exchange': {
      const p = steps.hold(pointer);
      const expected = steps.hold(second());
      const value = plain === 'compare_exchange_n' ? argument(2) : read(c, objectOf(list[2], name, at), at);
      const v = steps.hold(assigned(c, value, type, 'argument'));
      const same = steps.hold(convertNode(c, compare(c, '==', read(c, p, at), read(c, expected, at), at), BOOL, false));
      steps.when(same, write(c, p, v, at), write(c, expected, read(c, p, at), at));
      return steps.result(same);
    }
    case 'test_and_set':
    case 'clear': {
      const p = steps.hold(convertNode(c, pointer, pointerTo(UCHAR), false));
      if (plain === 'clear') return effect(steps.result(write(c, p, intNode(0, at), at)));
      const old = steps.hold(convertNode(c, read(c, p, at), BOOL, false));
      steps.run(write(c, p, intNode(1, at), at));
      return steps.result(old);
    }
    default:
      throw failure('C1336', [name], at);
  }
}

export function syncCall(c: Context, name: string, list: readonly Expression[], at: SourceLocation): Expression {
  const plain = name.slice('__sync_'.length).replace(/_(1|2|4|8|16)$/, '');
  if (plain === 'synchronize') return { kind: 'convert', type: VOID, at, operand: intNode(0, at), explicit: false };
  const pointer = objectOf(list[0], name, at);
  const [, a, b] = list;
  const fetched = /^(?:fetch_and_(add|sub|and|or|xor|nand)|(add|sub|and|or|xor|nand)_and_fetch)$/.exec(plain);
  if (plain !== 'lock_release' && (a === undefined || (plain.endsWith('_swap') && b === undefined)))
    throw failure('C1416', ['few', name], at);
  if (fetched) return fetch(c, pointer, a!, FETCH[fetched[1] ?? fetched[2]!]!, fetched[2] !== undefined, at);
  const type = valueType((pointer.type as { target: CType }).target);
  const steps = new Steps(c, at);
  const p = steps.hold(pointer);
  switch (plain) {
    case 'bool_compare_and_swap':
    case 'val_compare_and_swap': {
      const expected = steps.hold(assigned(c, a!, type, 'argument'));
      const value = steps.hold(assigned(c, b!, type, 'argument'));
      const old = steps.hold(read(c, p, at));
      const same = compare(c, '==', old, expected, at);
      steps.when(same, write(c, p, value, at), null);
      return steps.result(plain.startsWith('bool') ? convertNode(c, same, BOOL, false) : old);
    }
    case 'lock_test_and_set': {
      const value = steps.hold(assigned(c, a!, type, 'argument'));
      const old = steps.hold(read(c, p, at));
      steps.run(write(c, p, value, at));
      return steps.result(old);
    }
    case 'lock_release':
      steps.run(write(c, p, intNode(0, at), at));
      return steps.result(null);
    default:
      throw failure('C1336', [name], at);
  }
}
