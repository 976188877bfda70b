import { unreachable } from '../../base/errors.ts';
import { integerRange } from '../../c/types/arithmetic.ts';
import { Layout } from '../../c/types/layout.ts';
import { formatDeclaration, formatType } from '../../c/types/type-format.ts';
import type { CType } from '../../c/types/types.ts';
import type { Callee, Expr, Operation, Place, Program } from './automaton.ts';
import { CHECKS, checkOf } from './checks/kinds.ts';
import { formatFloatConstant, formatInteger } from './format-constant.ts';

/** Expressions, places and operations as C source. */

/** The source of function names. */
export type FunctionNames = Pick<Program, 'functions'>;

/** C's precedence levels, tightest last. */
const Level = {
  conditional: 3,
  or: 4,
  and: 5,
  bitOr: 6,
  bitXor: 7,
  bitAnd: 8,
  equal: 9,
  less: 10,
  shift: 11,
  add: 12,
  multiply: 13,
  unary: 14,
  postfix: 15,
} as const;

const BINARY_LEVEL: Readonly<Record<string, number>> = {
  '|': Level.bitOr,
  '^': Level.bitXor,
  '&': Level.bitAnd,
  '==': Level.equal,
  '!=': Level.equal,
  '<': Level.less,
  '<=': Level.less,
  '>': Level.less,
  '>=': Level.less,
  '<<': Level.shift,
  '>>': Level.shift,
  '+': Level.add,
  '-': Level.add,
  '*': Level.multiply,
  '/': Level.multiply,
  '%': Level.multiply,
};

/** Formats an expression. Recursive. */
export function formatExpr(expr: Expr, names: FunctionNames): string {
  return new Formatter(names).expr(expr, 0);
}

/**
 * Formats an expression for a reader. Conversions that C makes by itself and that keep the value are
 * left out, as are suffixes of integers. Recursive.
 */
export function formatBriefly(expr: Expr, program: Pick<Program, 'functions' | 'dataModel' | 'byteOrder'>): string {
  return new Formatter(program, new Layout(program)).expr(expr, 0);
}

/** Formats a place. Recursive. */
export function formatPlace(place: Place, names: FunctionNames): string {
  return new Formatter(names).place(place, 0);
}

/** Whether the value is 0 or 1 for all values of its operands. */
function isTruth(e: Expr): boolean {
  if (e.kind === 'conditional') return isTruth(e.then) && isTruth(e.otherwise);
  return e.kind === 'compare' || e.kind === 'not' || (e.kind === 'integer' && (e.value === 0n || e.value === 1n));
}

class Formatter {
  constructor(
    private readonly names: FunctionNames,
    /** Present: the text is brief. */
    private readonly layout: Layout | null = null,
  ) {}

  functionName(id: number): string {
    return this.names.functions[id]?.name ?? `$function${id}`;
  }

  /** Formats an expression, in parentheses where the context binds tighter than `level`. */
  expr(e: Expr, outer: number): string {
    switch (e.kind) {
      case 'integer': {
        const isPlain = this.layout !== null && e.type.kind === 'integer' && e.value >= 0n;
        const text = isPlain ? e.value.toString() : formatInteger(e.type, e.value);
        return text.startsWith('-') || text.startsWith('(')
          ? this.#within(text, text.startsWith('-') ? Level.unary : Level.postfix, outer)
          : text;
      }
      case 'float': {
        const text = formatFloatConstant(e.type, e.value);
        return this.#within(text, text.startsWith('-') ? Level.unary : Level.postfix, outer);
      }
      case 'load':
        return this.place(e.place, outer);
      case 'address':
        return this.#address(e, outer);
      case 'function-address':
        return this.functionName(e.function);
      case 'label-address':
        return this.#within(`&&location${e.location}`, Level.unary, outer);
      case 'negate':
        return this.#unary('-', e.operand, outer);
      case 'complement':
        return this.#unary('~', e.operand, outer);
      case 'not':
        return this.#unary('!', e.operand, outer);
      case 'binary':
        return this.#binary(e.operator, e.left, e.right, outer);
      case 'compare':
        return this.#binary(e.operator, this.#likeOther(e.left, e.right), this.#likeOther(e.right, e.left), outer);
      case 'pointer-add':
        return this.#binary(e.negative ? '-' : '+', e.pointer, e.index, outer);
      case 'pointer-difference':
        return this.#binary('-', e.left, e.right, outer);
      case 'conditional':
        return this.#conditional(e, outer);
      case 'convert':
        if (this.layout !== null && goesWithoutSaying(e.type, e.operand.type, this.layout))
          return this.expr(e.operand, outer);
        return this.#within(`(${formatType(e.type)})${this.expr(e.operand, Level.unary)}`, Level.unary, outer);
      case 'complex-part':
        return this.#within(
          `__${e.part === 'real' ? 'real' : 'imag'}__ ${this.expr(e.operand, Level.unary)}`,
          Level.unary,
          outer,
        );
      case 'complex':
        return `__builtin_complex(${this.expr(e.real, 0)}, ${this.expr(e.imaginary, 0)})`;
      case 'size-of':
        return `sizeof(${formatType(e.of)})`;
      default:
        return unreachable(e);
    }
  }

  /** Returns a constant as one of the enumeration that it is compared with, in brief texts. */
  #likeOther(e: Expr, other: Expr): Expr {
    if (this.layout === null || e.kind !== 'integer') return e;
    const { type } = other.kind === 'convert' ? other.operand : other;
    const isNamed = type.kind === 'enum' && type.definition.constants.some(({ value }) => value === e.value);
    return isNamed ? { ...e, type } : e;
  }

  #within(text: string, level: number, outer: number): string {
    return level < outer ? `(${text})` : text;
  }

  #unary(operator: string, operand: Expr, outer: number): string {
    const text = this.expr(operand, Level.unary);
    return this.#within(text.startsWith(operator) ? `${operator} ${text}` : operator + text, Level.unary, outer);
  }

  /** Formats a left-deep chain in a loop. */
  #binary(operator: string, left: Expr, right: Expr, outer: number): string {
    const tail: string[] = [];
    let first = left;
    let level = BINARY_LEVEL[operator];
    const outermost = level;
    tail.push(` ${operator} ${this.expr(right, level + 1)}`);
    while (first.kind === 'binary' && BINARY_LEVEL[first.operator] === outermost) {
      level = BINARY_LEVEL[first.operator];
      tail.push(` ${first.operator} ${this.expr(first.right, level + 1)}`);
      first = first.left;
    }
    return this.#within(this.expr(first, outermost) + tail.reverse().join(''), outermost, outer);
  }

  #conditional(e: Expr & { kind: 'conditional' }, outer: number): string {
    const isZero = (x: Expr) => x.kind === 'integer' && x.value === 0n;
    const isOne = (x: Expr) => x.kind === 'integer' && x.value === 1n;
    if (isZero(e.otherwise) && isTruth(e.then) && !isOne(e.then)) {
      return this.#within(
        `${this.expr(e.condition, Level.and)} && ${this.expr(e.then, Level.and + 1)}`,
        Level.and,
        outer,
      );
    }
    if (isOne(e.then) && isTruth(e.otherwise)) {
      return this.#within(
        `${this.expr(e.condition, Level.or)} || ${this.expr(e.otherwise, Level.or + 1)}`,
        Level.or,
        outer,
      );
    }
    const text = `${this.expr(e.condition, Level.or)} ? ${this.expr(e.then, 0)} : ${this.expr(e.otherwise, Level.conditional)}`;
    return this.#within(text, Level.conditional, outer);
  }

  #address(e: Expr & { kind: 'address' }, outer: number): string {
    const decays =
      e.place.type.kind === 'array' &&
      !(e.type.kind === 'pointer' && e.type.target.kind === 'array' && sameDepth(e.place.type, e.type.target));
    if (decays) return this.place(e.place, outer);
    return this.#within(`&${this.place(e.place, Level.unary)}`, Level.unary, outer);
  }

  /** Formats an index; a constant one without the suffix of its type. */
  #index(e: Expr): string {
    return e.kind === 'integer' && e.type.kind === 'integer' ? e.value.toString() : this.expr(e, 0);
  }

  place(p: Place, outer: number): string {
    switch (p.kind) {
      case 'variable':
        return p.variable.name;
      case 'dereference':
        if (p.pointer.kind === 'pointer-add' && !p.pointer.negative)
          return `${this.expr(p.pointer.pointer, Level.postfix)}[${this.#index(p.pointer.index)}]`;
        return this.#within(`*${this.expr(p.pointer, Level.unary)}`, Level.unary, outer);
      case 'member': {
        const name = fieldName(p.base.type, p.index);
        if (p.base.kind === 'dereference') return `${this.expr(p.base.pointer, Level.postfix)}->${name}`;
        return `${this.place(p.base, Level.postfix)}.${name}`;
      }
      case 'element':
        return `${this.place(p.base, Level.postfix)}[${this.#index(p.index)}]`;
      default:
        return unreachable(p);
    }
  }
}

/** Floating types, each of which has all values of those before it. */
const WIDENING: readonly string[] = ['float', 'double', 'long double'];

/** Whether C converts between the types by itself, and the conversion keeps every value. */
function goesWithoutSaying(to: CType, from: CType, layout: Layout): boolean {
  if (to.kind === 'pointer' && from.kind === 'pointer') return to.target.kind === 'void' || from.target.kind === 'void';
  if (to.kind === 'float' && from.kind === 'float')
    return WIDENING.indexOf(from.name) >= 0 && WIDENING.indexOf(to.name) >= WIDENING.indexOf(from.name);
  if (to.kind !== 'integer' || (from.kind !== 'integer' && from.kind !== 'enum')) return false;
  const [wide, narrow] = [integerRange(to, layout), integerRange(from, layout)];
  return to.name !== 'bool' && wide.min <= narrow.min && narrow.max <= wide.max;
}

function sameDepth(a: CType, b: CType): boolean {
  let x = a;
  let y = b;
  while (x.kind === 'array' && y.kind === 'array') {
    x = x.element;
    y = y.element;
  }
  return x.kind !== 'array' && y.kind !== 'array';
}

/** Returns the name of a member; unnamed ones get one by position. */
function fieldName(type: CType, index: number): string {
  const name = type.kind === 'struct' || type.kind === 'union' ? type.definition.fields?.[index]?.name : null;
  return name ?? `$${index}`;
}

function formatCallee(callee: Callee, names: FunctionNames): string {
  if (callee.kind === 'direct') return names.functions[callee.function]?.name ?? `$function${callee.function}`;
  return `(*${new Formatter(names).expr(callee.pointer, Level.unary)})`;
}

/** Formats an operation for a reader, like {@link formatBriefly}. */
export function formatOperationBriefly(
  op: Operation,
  program: Pick<Program, 'functions' | 'dataModel' | 'byteOrder'>,
): string {
  return formatOperation(op, program, new Layout(program));
}

/** Formats an operation as C, where C has a form for it. `layout`: the text is brief. */
export function formatOperation(op: Operation, names: FunctionNames, layout: Layout | null = null): string {
  const f = new Formatter(names, layout);
  switch (op.kind) {
    case 'skip':
      return 'skip';
    case 'assume':
      return op.truth
        ? `assume ${f.expr(op.condition, 0)}`
        : `assume ${f.expr({ kind: 'not', type: { kind: 'integer', name: 'int' }, operand: op.condition }, 0)}`;
    case 'case':
      return `case ${f.expr(op.value, 0)} in ${op.low === op.high ? op.low : `${op.low} ... ${op.high}`}`;
    case 'default':
      return `default ${f.expr(op.value, 0)} not in ${op.ranges.map((range) => (range.low === range.high ? range.low : `${range.low} ... ${range.high}`)).join(', ')}`;
    case 'assign':
      return `${f.place(op.target, 0)} = ${f.expr(op.value, 0)}`;
    case 'declare':
      return `declare ${formatDeclaration(op.variable.type, op.variable.name)}`;
    case 'zero':
      return `zero ${f.place(op.target, 0)}`;
    case 'set-string':
      return `${f.place(op.target, 0)} = ${formatUnits(op.units)}`;
    case 'call': {
      const check = op.callee.kind === 'direct' ? checkOf(names.functions[op.callee.function]?.name ?? '') : null;
      if (check !== null) return CHECKS[check].fault;
      const call = `${formatCallee(op.callee, names)}(${op.arguments.map((argument) => f.expr(argument, 0)).join(', ')})`;
      return op.result === null ? call : `${f.place(op.result, 0)} = ${call}`;
    }
    case 'return':
      return op.value === null ? 'return' : `return ${f.expr(op.value, 0)}`;
    case 'intrinsic': {
      const parts = [
        ...op.places.map((place) => f.place(place, 0)),
        ...op.arguments.map((argument) => f.expr(argument, 0)),
      ];
      const call = `$${op.name}(${parts.join(', ')})`;
      return op.result === null ? call : `${f.place(op.result, 0)} = ${call}`;
    }
    case 'unsupported':
      return `unsupported: ${op.construct}`;
    case 'choose':
      return `${op.model ? 'by' : 'without'} the model of ${op.call.callee.kind === 'direct' ? formatCallee(op.call.callee, names) : 'a function'}`;
    default:
      return unreachable(op);
  }
}

/** Formats code units as a string literal, with at most 60 of them. */
export function formatUnits(units: readonly number[]): string {
  const shown = units.slice(0, 60).map(formatUnit).join('');
  return `"${shown}"${units.length > 60 ? '...' : ''}`;
}

const ESCAPES: Readonly<Record<number, string>> = { 0: '\\0', 9: '\\t', 10: '\\n', 13: '\\r', 34: '\\"', 92: '\\\\' };

function formatUnit(unit: number): string {
  const code = unit < 0 ? unit + 256 : unit;
  return ESCAPES[code] ?? (code >= 32 && code < 127 ? String.fromCharCode(code) : `\\x${code.toString(16)}`);
}
