import type { FloatFormat, FloatValue } from '../../../base/float.ts';
import { formatFloat, parseDecimal } from '../../../base/float-text.ts';
import type { Term } from '../../../logic/terms/builder.ts';
import { Op } from '../../../logic/terms/ops.ts';
import type { TermStore } from '../../../logic/terms/store.ts';
import { freeVariables, postorder } from '../../../logic/terms/traverse.ts';
import { Level } from './c-values.ts';

/** Limits of a text: characters and terms. */
const MOST_TEXT = 400;
const MOST_TERMS = 300;
/** Most variables that a text names in place of a long formula. */
const MOST_NAMED = 6;

interface Text {
  readonly text: string;
  readonly level: number;
  /** The negation of a condition, where it has an operator of its own. */
  readonly fails?: Text;
}

/** Names of variables for people. */
export interface PseudoNames {
  readonly name: (variable: Term) => string;
  /** Whether the numbers of the variable are read as signed. */
  readonly isSigned: (variable: Term) => boolean;
  /** A condition on one variable and its negation, as the values that it allows; null for others. */
  readonly member?: (condition: Term) => { readonly holds: Text; readonly fails: Text } | null;
}

/**
 * A Boolean term as text for people, in the manner of C: floats, whole arrays, and variables that are
 * out of scope are written, too. Numbers have as many bits as they need, so that the text leaves out
 * conversions. A very long formula becomes a sentence with the names of its variables. Never throws.
 */
export function pseudoC(store: TermStore, root: Term, names: PseudoNames): string {
  const order = postorder(store, [root]);
  if (order.length > MOST_TERMS) return relation(store, root, names);
  const texts = new Map<Term, Text>();
  const signed = new Map<Term, boolean>();
  const part = (t: Term, index: number): Term => store.arg(t, index);
  const textOf = (t: Term): Text => texts.get(t) ?? { text: '?', level: Level.atom };
  for (const t of order) {
    const args = Array.from({ length: store.arity(t) }, (_, i) => part(t, i));
    const bySign = store.op(t) === Op.SLT || store.op(t) === Op.SEXT || args.some((arg) => signed.get(arg) === true);
    signed.set(t, store.op(t) === Op.VARIABLE ? names.isSigned(t) : bySign);
    const operand = (index: number): Text => {
      const arg = args[index];
      return store.op(arg) === Op.BV_CONST ? bitsText(store, arg, bySign) : textOf(arg);
    };
    const member = store.sort(t).kind === 'bool' && !store.isConst(t) ? names.member?.(t) : null;
    const text = member == null ? termText(store, t, operand, names) : { ...member.holds, fails: member.fails };
    if (text.text.length > MOST_TEXT) return relation(store, root, names);
    texts.set(t, text);
  }
  return textOf(root).text;
}

/** The names of the variables that a formula relates. */
function relation(store: TermStore, root: Term, { name }: PseudoNames): string {
  const all = freeVariables(store, [root]).map(name);
  const named = all.slice(0, MOST_NAMED).join(', ');
  const more = all.length > MOST_NAMED ? `, and ${all.length - MOST_NAMED} more` : '';
  return `a long relation between ${named}${more}`;
}

function bitsText(store: TermStore, t: Term, bySign: boolean): Text {
  const bits = store.constValue(t);
  const number = bySign ? BigInt.asIntN(store.width(t), bits) : bits;
  return { text: `${number}`, level: number < 0n ? Level.unary : Level.atom };
}

function inside({ text, level }: Text, least: number): string {
  return level >= least ? text : `(${text})`;
}

function binary(a: Text, operator: string, b: Text, level: number): Text {
  return { text: `${inside(a, level)} ${operator} ${inside(b, level + 1)}`, level };
}

function call(name: string, ...args: readonly Text[]): Text {
  return { text: `${name}(${args.map(({ text }) => text).join(', ')})`, level: Level.atom };
}

/** Operators between two operands, with their precedence. */
const INFIX: ReadonlyMap<Op, readonly [operator: string, level: number]> = new Map([
  [Op.MUL, ['*', Level.binary]],
  [Op.UDIV, ['/', Level.binary]],
  [Op.SDIV, ['/', Level.binary]],
  [Op.UREM, ['%', Level.binary]],
  [Op.SREM, ['%', Level.binary]],
  [Op.SHL, ['<<', Level.shift]],
  [Op.LSHR, ['>>', Level.shift]],
  [Op.ASHR, ['>>', Level.shift]],
  [Op.BV_AND, ['&', Level.bits]],
  [Op.BV_OR, ['|', Level.bits]],
  [Op.BV_XOR, ['^', Level.bits]],
  [Op.FP_ADD, ['+', Level.sum]],
  [Op.FP_SUB, ['-', Level.sum]],
  [Op.FP_MUL, ['*', Level.binary]],
  [Op.FP_DIV, ['/', Level.binary]],
]);

/** Operators that are written like functions. */
const FUNCTIONS: ReadonlyMap<Op, string> = new Map([
  [Op.FP_ABS, 'fabs'],
  [Op.FP_FMA, 'fma'],
  [Op.FP_SQRT, 'sqrt'],
  [Op.FP_REM, 'remainder'],
  [Op.FP_ROUND_TO_INTEGRAL, 'round'],
  [Op.FP_IS_NAN, 'isnan'],
  [Op.FP_IS_INFINITE, 'isinf'],
  [Op.FP_IS_NEGATIVE, 'signbit'],
  [Op.FP_FROM_BITS, 'float_of_bits'],
  [Op.FP_TO_BITS, 'bits_of_float'],
]);

/** Comparisons and their negations; with NaN, a comparison of floats has none. */
const ORDERS: ReadonlyMap<Op, { readonly holds: string; readonly fails: string | null }> = new Map([
  [Op.ULT, { holds: '<', fails: '>=' }],
  [Op.SLT, { holds: '<', fails: '>=' }],
  [Op.FP_LT, { holds: '<', fails: null }],
  [Op.FP_LE, { holds: '<=', fails: null }],
]);

/** Operators after the sides were swapped: constants come last. */
const MIRRORED: Readonly<Record<string, string>> = { '<': '>', '<=': '>=', '>=': '<=' };

function termText(store: TermStore, t: Term, operand: (index: number) => Text, names: PseudoNames): Text {
  const op = store.op(t);
  const infix = INFIX.get(op);
  if (infix !== undefined) return binary(operand(0), infix[0], operand(1), infix[1]);
  const name = FUNCTIONS.get(op);
  if (name !== undefined) return call(name, ...Array.from({ length: store.arity(t) }, (_, i) => operand(i)));
  const order = ORDERS.get(op);
  if (order !== undefined) {
    const { holds, fails } = order;
    return store.isConst(store.arg(t, 0))
      ? comparison(operand(1), operand(0), MIRRORED[holds] ?? holds, fails === null ? null : (MIRRORED[fails] ?? fails))
      : comparison(operand(0), operand(1), holds, fails);
  }
  switch (op) {
    case Op.EQ:
    case Op.FP_EQ: {
      const [a, b] = store.isConst(store.arg(t, 0)) ? [operand(1), operand(0)] : [operand(0), operand(1)];
      return comparison(a, b, '==', '!=');
    }
    case Op.TRUE:
      return { text: '1', level: Level.atom };
    case Op.FALSE:
      return { text: '0', level: Level.atom };
    case Op.BV_CONST:
      return bitsText(store, t, false);
    case Op.FLOAT_CONST:
      return floatText(store.floatValue(t), store.format(t));
    case Op.VARIABLE:
      return { text: names.name(t), level: Level.atom };
    case Op.CONST_ARRAY:
      return { text: `[all ${operand(0).text}]`, level: Level.atom };
    case Op.NOT:
      return negation(operand(0));
    case Op.AND:
      return conjunction(operand(0), operand(1));
    case Op.ITE: {
      const [c, a, b] = [0, 1, 2].map((i) => inside(operand(i), Level.conditional + 1));
      return { text: `${c} ? ${a} : ${b}`, level: Level.conditional };
    }
    case Op.BV_NOT:
      return { text: `~${inside(operand(0), Level.unary)}`, level: Level.unary };
    case Op.NEG:
    case Op.FP_NEG:
      return { text: `-${inside(operand(0), Level.atom)}`, level: Level.unary };
    case Op.ADD:
      return sumText(operand(0), operand(1));
    case Op.CONCAT:
      return call('concat', operand(0), operand(1));
    case Op.EXTRACT:
      return extractText(store, t, operand(0));
    case Op.SELECT:
      return elementText(operand(0), operand(1));
    case Op.STORE:
      return { text: `(${operand(0).text} with [${operand(1).text}] = ${operand(2).text})`, level: Level.atom };
    default:
      // Extensions and conversions do not change what people read.
      return operand(0);
  }
}

/** Differences for sums with a negative operand. */
function sumText(a: Text, b: Text): Text {
  const [first, second] = a.level === Level.unary && a.text.startsWith('-') ? [b, a] : [a, b];
  if (second.level === Level.unary && second.text.startsWith('-'))
    return binary(first, '-', { text: second.text.slice(1), level: Level.binary + 1 }, Level.sum);
  return binary(first, '+', second, Level.sum);
}

function extractText(store: TermStore, t: Term, value: Text): Text {
  const [high, low] = [store.high(t), store.low(t)];
  const width = high - low + 1;
  const shifted = low === 0 ? value : binary(value, '>>', { text: `${low}`, level: Level.atom }, Level.shift);
  if (high === store.width(store.arg(t, 0)) - 1) return shifted;
  const mask = (1n << BigInt(width)) - 1n;
  return binary(
    shifted,
    '&',
    { text: width < 5 ? `${mask}` : `0x${mask.toString(16)}`, level: Level.atom },
    Level.bits,
  );
}

/** An element; a member of all elements of an array has its place for the index in its name. */
function elementText(array: Text, index: Text): Text {
  const text = array.text.includes('[*]')
    ? array.text.replace('[*]', `[${index.text}]`)
    : `${inside(array, Level.atom)}[${index.text}]`;
  return { text, level: Level.atom };
}

/** The negation; it keeps the text of the condition, for a negation of the negation. */
function negation(text: Text): Text {
  const { fails } = text;
  if (fails !== undefined) return { ...fails, fails: text };
  return { text: `!${inside(text, Level.unary)}`, level: Level.unary, fails: text };
}

/** A conjunction; its negation is the disjunction of the negated parts. */
function conjunction(a: Text, b: Text): Text {
  if (a.text === '1' || b.text === '0') return b;
  if (b.text === '1' || a.text === '0') return a;
  const either = [negation(a), negation(b)].map((part) =>
    part.level === Level.or ? part.text : inside(part, Level.and + 1),
  );
  return {
    text: `${inside(a, Level.and)} && ${inside(b, Level.and)}`,
    level: Level.and,
    fails: { text: either.join(' || '), level: Level.or },
  };
}

function comparison(a: Text, b: Text, holds: string, fails: string | null): Text {
  const text = binary(a, holds, b, Level.compare);
  return fails === null ? text : { ...text, fails: binary(a, fails, b, Level.compare) };
}

function floatText(value: FloatValue, format: FloatFormat): Text {
  const level = value.negative ? Level.unary : Level.atom;
  for (const precision of [6, 9, 17]) {
    const text = formatFloat(value, { conversion: 'g', precision, alternate: false, upper: false, format });
    const read = parseDecimal(text.replace('-', ''), format);
    const isExact = read !== null && read.significand === value.significand && read.exponent === value.exponent;
    if (value.kind !== 'finite' || isExact || precision === 17) return { text, level };
  }
  return { text: '?', level };
}
