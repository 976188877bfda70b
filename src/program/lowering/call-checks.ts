import type { SourceLocation } from '../../base/source.ts';
import type { FunctionDeclaration } from '../../c/ast.ts';
import type { Precondition } from '../../c/builtins/library/row.ts';
import { countsOf, preconditionsOf } from '../../c/builtins/library/table.ts';
import { integerRange } from '../../c/types/arithmetic.ts';
import { CHAR, INT, isInteger, pointerTo } from '../../c/types/type-basics.ts';
import type { Expr, Place } from '../cfa/automaton.ts';
import type { Requirement } from '../cfa/checks/arithmetic.ts';
import type { CheckKind } from '../cfa/checks/kinds.ts';
import { rangeOf } from '../cfa/checks/range.ts';
import { undefinedOrigin } from '../cfa/jump-functions.ts';
import { literalText } from '../cfa/literal-text.ts';
import * as make from '../cfa/make.ts';
import { isStandardStream } from '../cfa/standard-streams.ts';
import { rootVariable } from '../cfa/walk.ts';
import { require, shared } from './checks.ts';
import type { FunctionDraft } from './draft.ts';
import { requireFit, requireListApart } from './format-checks.ts';
import { fixedRoot, type KeptArguments, requireApart } from './overlap-checks.ts';
import { requireOpen, watchOpened } from './stream-checks.ts';

/** Checks of the arguments of library functions and builtins. */

/** A call behind the checks of its arguments. */
interface CheckedCall {
  /** The arguments, which the checks and the call share. */
  readonly values: Expr[];
  /** Emits the checks that come behind the call, since other faults of the call count before theirs. */
  readonly behind: (result: Place | null) => void;
}

const nothing = (): void => {};

/** Emits the checks of a call that comes before it. */
export function checkedCall(
  b: FunctionDraft,
  declaration: FunctionDeclaration,
  values: Expr[],
  at: SourceLocation,
): CheckedCall {
  if (declaration.definition !== null) return { values, behind: nothing };
  const checked = isChecked(b, declaration) ? new CheckedArguments(b, declaration.name, values, at) : null;
  if (checked !== null) preconditionsOf(declaration.name).forEach(checked.require);
  const shown = checked?.values ?? values;
  contestCall(b, declaration.name, shown, at);
  return {
    values: shown,
    behind: (result) => {
      checked?.emitBehind();
      if (b.watch.ends('argument') && isKnown(declaration)) watchOpened(b, declaration.name, result, at);
    },
  };
}

/** Whether calls of the function have checks of their arguments. */
export function isChecked(b: FunctionDraft, declaration: FunctionDeclaration): boolean {
  if (!b.watch.ends('argument') && !b.watch.ends('overlap')) return false;
  return declaration.definition === null && isKnown(declaration) && preconditionsOf(declaration.name).length > 0;
}

/** Whether the function is the library's or the compiler's, and no other one of that name. */
function isKnown(declaration: FunctionDeclaration): boolean {
  const { origin } = undefinedOrigin(declaration);
  return origin === 'library' || origin === 'builtin';
}

/** Emits the check that an integer argument of a builtin is not zero. */
export function checkedNonzero(b: FunctionDraft, name: string, value: Expr, at: SourceLocation): Expr {
  if (!b.watch.ends('argument') || value.type.kind === 'float') return value;
  const { values, require } = new CheckedArguments(b, name, [value], at);
  require({ kind: 'not', at: 0, value: 0 });
  return values[0];
}

/** The arguments of one call, each of which is kept once a check reads it. */
class CheckedArguments implements KeptArguments {
  readonly values: Expr[];
  readonly #kept = new Set<number>();
  readonly #behind: (() => void)[] = [];

  constructor(
    readonly b: FunctionDraft,
    readonly name: string,
    values: readonly Expr[],
    readonly at: SourceLocation,
  ) {
    this.values = [...values];
  }

  emitBehind(): void {
    for (const check of this.#behind) check();
  }

  checkBehind(check: () => void): void {
    this.#behind.push(check);
  }

  readonly require = (precondition: Precondition): void => {
    const { b, name } = this;
    const kind: CheckKind = precondition.kind.endsWith('apart') ? 'overlap' : 'argument';
    if (!b.watch.ends(kind)) return;
    switch (precondition.kind) {
      case 'range': {
        const { at, least, most, known } = precondition;
        const [low, high] = b.watch.has(kind)
          ? [least, most]
          : known === 'all'
            ? [null, null]
            : (known ?? [least, most]);
        if (low !== null && high !== null)
          this.#violated(`${name} of a value beyond ${least} to ${most}`, at, (value) => outside(b, value, low, high));
        return;
      }
      case 'not':
        this.#violated(`${name} of ${precondition.value}`, precondition.at, (value) =>
          equals(b, value, BigInt(precondition.value)),
        );
        return;
      case 'not-least':
        this.#violated(`${name} of the least value`, precondition.at, (value) => equals(b, value, leastOf(b, value)));
        return;
      case 'divisor':
        this.#violated(`${name} by 0`, precondition.at, (value) => equals(b, value, 0n));
        this.#violated(`${name} of the least value by -1`, precondition.at, (value) => {
          const dividend = this.#integer(precondition.of);
          return dividend === null ? make.ZERO : both(equals(b, value, -1n), equals(b, dividend, leastOf(b, dividend)));
        });
        return;
      case 'object': {
        const address = uncast(this.values[precondition.at]);
        if (address?.kind === 'integer' && !(precondition.nullable && address.value === 0n))
          this.fail({ kind: 'argument', what: `${name} of a number as an address`, violated: make.ONE });
        return;
      }
      case 'open':
        this.#open(precondition.at);
        return;
      case 'apart':
      case 'string-apart':
      case 'printed-apart':
      case 'pointed-apart':
        requireApart(this, precondition);
        return;
      case 'list-apart':
        requireListApart(this, precondition);
        return;
      case 'format':
        requireFit(this, precondition);
        return;
      case 'mode': {
        const what = `${name} with a mode that is none`;
        const violated = isWrongMode(b, this.values[precondition.at]);
        if (violated === null)
          this.fail({ kind: 'unmodelled', of: 'argument', what, violated: this.#isOther(precondition.at) });
        else if (!isZero(violated)) this.fail({ kind: 'argument', what, violated });
        return;
      }
      case 'unbuffered': {
        const address = uncast(this.values[precondition.at]);
        if (address?.type.kind !== 'pointer' || address.kind === 'integer') return;
        const given = this.keptPointer(precondition.at);
        const violated = make.compare('!=', given, make.zeroOf(given.type));
        const what = `${name} with a buffer, which the stream uses later`;
        if (!isZero(violated)) this.fail({ kind: 'unmodelled', of: 'argument', what, violated });
        return;
      }
      case 'begun':
        this.#begun(precondition.at);
        return;
    }
  };

  /** The integer argument, kept for its check and the call; null where there is none. */
  #integer(position: number): Expr | null {
    const value = this.values[position];
    if (value === undefined || !isInteger(value.type)) return null;
    if (!this.#kept.has(position)) this.values[position] = shared(this.b, value, this.at);
    this.#kept.add(position);
    return this.values[position];
  }

  /** Fails the check where the argument violates the condition, unless types exclude it. */
  #violated(what: string, position: number, condition: (value: Expr) => Expr): void {
    const given = this.values[position];
    if (given === undefined || !isInteger(given.type) || isZero(condition(given))) return;
    this.fail({ kind: 'argument', what, violated: condition(this.#integer(position)!) });
  }

  fail(requirement: Requirement): void {
    require(this.b, requirement, this.at);
  }

  #open(position: number): void {
    const value = this.values[position];
    if (value?.type.kind !== 'pointer' || rootVariable(value) !== null) return;
    requireOpen(this.b, this.name, this.keptPointer(position), isStandardStreamOf(value), this.at);
  }

  /** Whether a mode that is no literal begins with another character than those of {@link MODES}, or one follows. */
  #isOther(position: number): Expr {
    const { b } = this;
    const type = pointerTo(CHAR);
    const mode = make.convert(b.layout, type, this.keptPointer(position));
    const at = (i: number): Expr =>
      make.load({
        kind: 'dereference',
        type: CHAR,
        pointer: make.pointerAdd(mode, make.integer(INT, BigInt(i)), false, type),
      });
    const isNone = (character: Expr, known: string): Expr =>
      [...known].reduceRight<Expr>(
        (others, one) =>
          make.conditional(
            INT,
            make.compare('==', character, make.integer(CHAR, BigInt(one.charCodeAt(0)))),
            make.ZERO,
            others,
          ),
        make.ONE,
      );
    const behind = (i: number): Expr =>
      i > MARKS.length
        ? make.ZERO
        : make.conditional(
            INT,
            make.compare('==', at(i), make.zeroOf(CHAR)),
            make.ZERO,
            make.conditional(INT, isNone(at(i), MARKS), make.ONE, behind(i + 1)),
          );
    return make.conditional(INT, isNone(at(0), 'rwa'), make.ONE, behind(1));
  }

  /** Remembers in a hidden variable that a call got a pointer that is not null. */
  #begun(position: number): void {
    const { b, at, name } = this;
    const given = this.values[position];
    if (given === undefined) return;
    const value = given.type.kind === 'pointer' ? this.keptPointer(position) : given;
    const begun = b.context.hidden(`$begun ${name}`, INT);
    const [first, later, next] = [b.newLocation(), b.newLocation(), b.newLocation()];
    b.branch(make.compare('!=', value, make.zeroOf(value.type)), first, later, at);
    b.here = first;
    b.emitTo({ kind: 'assign', target: begun, value: make.ONE }, next, at);
    b.here = later;
    this.fail({
      kind: 'argument',
      what: `${name} of a null pointer in its first call`,
      violated: make.not(make.load(begun)),
    });
    b.continueAt(next, at);
  }

  keptNumber(position: number): Expr | null {
    const value = this.values[position];
    if (value === undefined || !isInteger(value.type)) return null;
    // Below a conversion, the number shows its sign.
    if (value.kind === 'convert' && isInteger(value.operand.type))
      this.values[position] = make.convert(this.b.layout, value.type, this.b.hoist(value.operand, this.at));
    else if (value.kind !== 'integer') this.values[position] = this.b.hoist(value, this.at);
    return this.values[position];
  }

  keptPointer(position: number): Expr {
    const { b, at } = this;
    const keep = (value: Expr): Expr => {
      if (value.kind === 'convert' && value.operand.type.kind === 'pointer')
        return make.convert(b.layout, value.type, keep(value.operand));
      return fixedRoot(value) === null ? b.hoist(value, at) : value;
    };
    this.values[position] = keep(this.values[position]);
    return this.values[position];
  }
}

function uncast(value: Expr | undefined): Expr | undefined {
  let e = value;
  while (e?.kind === 'convert') e = e.operand;
  return e;
}

/** Modes of C11 7.21.5.3, and the marks of glibc, musl and BSD behind them. */
const MODES = /^[rwa](b?\+?|\+b)[xecm]*(,ccs=.*)?$/;

/** The characters of {@link MODES} behind the first one, up to a comma. */
const MARKS = 'b+xecm';

/** Whether a mode, or one among which a condition chooses, is none; null: it is no literal. */
function isWrongMode(b: FunctionDraft, mode: Expr | undefined): Expr | null {
  const value = uncast(mode);
  if (value?.kind === 'conditional') {
    const [then, otherwise] = [value.then, value.otherwise].map((one) => isWrongMode(b, one));
    if (then === null || otherwise === null) return null;
    return isZero(then) && isZero(otherwise) ? make.ZERO : make.conditional(INT, value.condition, then, otherwise);
  }
  const text = literalText(b.context, value);
  return text === null ? null : MODES.test(text) ? make.ZERO : make.ONE;
}

/** Whether the value is that of a stream which the library opens before `main`. */
function isStandardStreamOf(value: Expr): boolean {
  const e = uncast(value);
  return e?.kind === 'load' && e.place.kind === 'variable' && isStandardStream(e.place.variable);
}

/** The least value of the type. */
function leastOf({ layout }: FunctionDraft, { type }: Expr): bigint {
  return isInteger(type) ? integerRange(type, layout).min : 0n;
}

function equals(b: FunctionDraft, value: Expr, constant: bigint): Expr {
  const range = rangeOf(b.layout, value);
  if (range !== null && (constant < range.min || constant > range.max)) return make.ZERO;
  return make.compare('==', value, make.integer(value.type, constant));
}

/** value < least || value > most */
function outside(b: FunctionDraft, value: Expr, least: number, most: number): Expr {
  const { min, max } = rangeOf(b.layout, value)!;
  const low = min >= BigInt(least) ? make.ZERO : make.compare('<', value, make.integer(value.type, BigInt(least)));
  const high = max <= BigInt(most) ? make.ZERO : make.compare('>', value, make.integer(value.type, BigInt(most)));
  return isZero(low) ? high : isZero(high) ? low : make.conditional(INT, low, make.ONE, high);
}

function both(a: Expr, b: Expr): Expr {
  return isZero(a) ? a : make.conditional(INT, a, b, make.ZERO);
}

function isZero(e: Expr): boolean {
  return e.kind === 'integer' && e.value === 0n;
}

/** Library functions that compute an absolute value. They overflow for the least value of their type. */
const ABSOLUTE: ReadonlySet<string> = new Set(['abs', 'labs', 'llabs', 'imaxabs']);

/** Contests the call of a library function for arguments that the rules leave open. */
function contestCall(b: FunctionDraft, name: string, values: readonly Expr[], at: SourceLocation): void {
  if (b.watch.has('overflow') && !b.watch.has('argument') && ABSOLUTE.has(name)) contestLeast(b, name, values, at);
  if (b.watch.has('deref')) contestNothing(b, name, values, at);
}

function contestLeast(b: FunctionDraft, name: string, [value]: readonly Expr[], at: SourceLocation): void {
  if (value === undefined || !isInteger(value.type)) return;
  const least = make.integer(value.type, leastOf(b, value));
  const violated = make.compare('==', value, least);
  require(b, { kind: 'contested', of: 'overflow', what: `${name} of the least value`, violated }, at);
}

/** Contests a null pointer to nothing: C11 7.24.1p2 and 7.22.5p1 forbid it, and machines do nothing. */
function contestNothing(b: FunctionDraft, name: string, values: readonly Expr[], at: SourceLocation): void {
  const counts = countsOf(name);
  for (const last of new Set(counts.map(([, count]) => count)))
    contestCount(
      b,
      name,
      values,
      at,
      last,
      counts.flatMap(([pointer, count]) => (count === last ? [pointer] : [])),
    );
}

function contestCount(
  b: FunctionDraft,
  name: string,
  values: readonly Expr[],
  at: SourceLocation,
  last: number,
  pointers: readonly number[],
): void {
  const size = values[last];
  if (size === undefined || !isInteger(size.type) || (size.kind === 'integer' && size.value !== 0n)) return;
  const open = pointers.flatMap((i) =>
    values[i]?.type.kind === 'pointer' && rootVariable(values[i]) === null ? [values[i]] : [],
  );
  if (open.length === 0) return;
  const [count, ...shown] = [size, ...open].map((value) => shared(b, value, at));
  const isNull = shown
    .map((pointer) => make.compare('==', pointer, make.zeroOf(pointer.type)))
    .reduceRight((others, one) => make.conditional(others.type, one, make.ONE, others));
  const isEmpty = make.compare('==', count, make.zeroOf(count.type));
  const violated = make.conditional(isNull.type, isEmpty, isNull, make.ZERO);
  require(b, { kind: 'contested', of: 'deref', what: `${name} of no bytes at a null pointer`, violated }, at);
}
