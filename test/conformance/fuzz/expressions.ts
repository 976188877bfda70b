import { findPlace, type Place, type Scope } from './places.ts';
import type { Random } from './random.ts';
import { declare, FLOATS, INTEGERS, type Type } from './types.ts';

/** A function that reads its arguments and nothing else, so that it may be called anywhere in an expression. */
export interface PureFunction {
  readonly name: string;
  readonly parameters: number;
}

const INTERESTING = [
  '0',
  '1',
  '-1',
  '2',
  '7',
  '127',
  '128',
  '255',
  '256',
  '-128',
  '32767',
  '65535',
  '0x7fffffff',
  '0x80000000u',
];
const WIDE = ['4294967295u', '1ul << 40', '0x123456789abcdefl', "'\\xff'", "'a'", '~0ul', '-2147483647 - 1'];
const FLOAT_CONSTANTS = [
  '0.0',
  '-0.0',
  '1.0',
  '0.5f',
  '0.1',
  '0.1f',
  '1e30f',
  '-3.75',
  '1e-310',
  '16777217.0',
  '255.9',
  '2.5L',
  '1e-40f',
];

/** Random expressions without side effects, so that the order of evaluation does not matter. */
export class Expressions {
  /** Calls cost what their bodies cost: there are few. */
  readonly pure: PureFunction[] = [];
  floats = false;

  constructor(readonly random: Random) {}

  /** An arithmetic expression of any integer type (of a floating one now and then, if there are floats). */
  integer(scope: Scope, depth = 3): string {
    const { random } = this;
    if (depth <= 0 || random.chance(25)) return this.#leaf(scope);
    const e = (): string => this.integer(scope, depth - 1);
    const kind = random.below(this.floats ? 17 : 15);
    switch (kind) {
      case 0:
      case 1:
      case 2:
        return `(${e()} ${random.pick(['+', '-', '*', '&', '|', '^', '+', '-'])} ${e()})`;
      case 3:
      case 4:
        return `(${e()} ${random.pick(['<', '<=', '>', '>=', '==', '!='])} ${e()})`;
      case 5:
        return `(${e()} ${random.pick(['<<', '>>', '>>'])} (${e()} & ${random.pick(['7', '15', '31'])}))`;
      case 6:
        return `(${e()} ${random.pick(['/', '%'])} ${random.pick([`((${e()} & 15) + 1)`, '3', '-7', '10u', '256', '1000l'])})`;
      case 7:
        return `${random.pick(['-', '~', '!', '+'])}(${e()})`;
      case 8:
      case 9:
        return `(${declare(random.pick(INTEGERS), '')})(${e()})`;
      case 10:
        return `(${e()} ? ${e()} : ${e()})`;
      case 11:
        return `(${e()} ${random.pick(['&&', '||'])} ${e()})`;
      case 12:
        return this.#comparedPointers(scope) ?? e();
      case 13:
        return this.#call(scope, depth) ?? e();
      case 14:
        return `(int)sizeof(${declare(random.pick(INTEGERS), '')})`;
      case 15:
        return `(${this.float(scope, depth - 1)} ${random.pick(['<', '<=', '>', '>=', '==', '!='])} ${this.float(scope, depth - 1)})`;
      default:
        return `(int)(${this.float(scope, depth - 1)})`;
    }
  }

  float(scope: Scope, depth = 2): string {
    const { random } = this;
    if (depth <= 0 || random.chance(25)) {
      const place = this.#read(scope, ({ type }) => type.kind === 'float');
      if (place !== null && random.chance(70)) return place.text;
      return random.pick(FLOAT_CONSTANTS);
    }
    const e = (): string => this.float(scope, depth - 1);
    switch (random.below(8)) {
      case 0:
      case 1:
      case 2:
        return `(${e()} ${random.pick(['+', '-', '*', '/'])} ${e()})`;
      case 3:
        return `-(${e()})`;
      case 4:
        return `(${declare(random.pick(FLOATS), '')})(${this.integer(scope, depth - 1)})`;
      case 5:
        return `(${declare(random.pick(FLOATS), '')})(${e()})`;
      case 6:
        return `(${this.integer(scope, depth - 1)} ? ${e()} : ${e()})`;
      default:
        return `${random.pick(['__builtin_fabs', '__builtin_floor', '__builtin_sqrt', '__builtin_trunc', '__builtin_ceil'])}(${e()})`;
    }
  }

  index(scope: Scope, length: number): string {
    if (this.random.chance(55)) return `${this.random.below(length)}`;
    const e = this.integer(scope, 1);
    return (length & (length - 1)) === 0 && this.random.chance(50)
      ? `(${e}) & ${length - 1}`
      : `(unsigned)(${e}) % ${length}`;
  }

  place(scope: Scope, accept: (place: Place) => boolean): Place | null {
    return findPlace(this.random, scope, (length) => this.index(scope, length), accept);
  }

  #read(scope: Scope, accept: (place: Place) => boolean): Place | null {
    return findPlace(this.random, scope, (length) => `${this.random.below(length)}`, accept);
  }

  #leaf(scope: Scope): string {
    const { random } = this;
    const place = random.chance(72) ? this.#read(scope, ({ type }) => type.kind === 'integer') : null;
    if (place !== null) return place.text;
    if (random.chance(50)) return `${random.below(20)}`;
    const constant = random.pick(random.chance(70) ? INTERESTING : WIDE);
    return `(${constant})`;
  }

  #comparedPointers(scope: Scope): string | null {
    const a = this.#read(scope, ({ type }) => type.kind === 'pointer');
    if (a === null) return null;
    const b = this.#read(scope, ({ type }) => declare(type, '') === declare(a.type, ''));
    return b === null ? `!${a.text}` : `(${a.text} ${this.random.pick(['==', '!='])} ${b.text})`;
  }

  #call(scope: Scope, depth: number): string | null {
    if (this.pure.length === 0) return null;
    const { name, parameters } = this.random.pick(this.pure);
    return `${name}(${Array.from({ length: parameters }, () => this.integer(scope, Math.min(1, depth - 1))).join(', ')})`;
  }

  /**
   * An expression of the type for an assignment, or null if there is none: pointers need something
   * to point to.
   */
  valueFor(scope: Scope, { type, holds }: Place): string | null {
    switch (type.kind) {
      case 'integer':
        return this.integer(scope);
      case 'float':
        return this.floats ? this.float(scope) : this.integer(scope, 2);
      case 'pointer':
        return this.pointerTo(scope, type.to, holds);
      case 'array':
        return null;
      case 'record': {
        const from = this.place(scope, (place) => declare(place.type, '') === type.name && place.holds <= holds);
        return from === null ? null : from.text;
      }
    }
  }

  /**
   * The address of an object of the type that lives at least as long as `holds` says, or a pointer
   * that holds such a one.
   */
  pointerTo(scope: Scope, to: Type, holds: number): string | null {
    const same = declare(to, '');
    const object = this.place(
      scope,
      (place) => !place.bitField && declare(place.type, '') === same && place.lifetime <= holds,
    );
    const pointer = this.place(
      scope,
      ({ type, holds: held }) => type.kind === 'pointer' && declare(type.to, '') === same && held <= holds,
    );
    const address = object === null ? null : `&${object.text}`;
    if (pointer !== null && (address === null || this.random.chance(30))) return pointer.text;
    if (address !== null && pointer !== null && this.random.chance(25)) {
      return `(${this.integer(scope, 1)} ? ${address} : ${pointer.text})`;
    }
    return address;
  }
}
