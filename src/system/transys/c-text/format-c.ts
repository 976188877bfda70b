import type { Term } from '../../../logic/terms/builder.ts';
import { Op } from '../../../logic/terms/ops.ts';
import type { TermStore } from '../../../logic/terms/store.ts';
import { TermMap } from '../../../logic/terms/term-map.ts';
import { postorder } from '../../../logic/terms/traverse.ts';
import type { StateOrigin } from '../system.ts';
import type { CCondition } from './c-values.ts';
import {
  atom,
  type CKind,
  type CText,
  type CValue,
  type CVector,
  cast,
  cValue,
  Level,
  TYPE,
  Unprintable,
  unsigned,
  within,
} from './c-values.ts';
import { compareEqual, compareLess, formatVector } from './format-vector.ts';
import { readingOf, type ValueSet } from './value-set.ts';

/** Limits of an expression: characters and nodes. */
const MOST_TEXT = 4000;
const MOST_NODES = 2000;

/** The meaning of names. */
export interface CNames {
  /** The C object of a variable; null where it has no name in scope. */
  readonly origin: (variable: Term) => StateOrigin | null;
  /**
   * Write elements of arrays, with an index that counts through all dimensions. An index beyond the
   * array has no meaning in C, so that such text is for people only.
   */
  readonly elements: boolean;
  /**
   * Sets that variables are in wherever the text is evaluated. Sums that stay within their type for such
   * values have no casts. Absent or null: any value.
   */
  readonly range?: (variable: Term) => ValueSet | null;
  /** The text of a condition that is written without its parts; absent or null: there is none. */
  readonly member?: (condition: Term) => CCondition | null;
}

/** A term as C: a bit-vector or a Boolean. */
type CForm = { readonly vector: CVector } | { readonly condition: CCondition };

/**
 * A Boolean term as a side-effect-free C expression without undefined behaviour (unless elements are
 * written), exact for C's widths and conversions. Throws {@link Unprintable} if the term has none.
 */
export function formatCondition(store: TermStore, root: Term, names: CNames): string {
  return conditionText(store, root, names).text;
}

/** The same as {@link formatCondition}, with the precedence of the text. */
export function conditionText(store: TermStore, root: Term, names: CNames): CText {
  const forms = new Map<Term, CForm>();
  const order = written(store, root, names, forms);
  const argument = (t: Term, index: number): CForm => {
    const form = forms.get(store.arg(t, index));
    if (form === undefined) throw new Unprintable('a term out of order');
    return form;
  };
  for (const t of order) {
    if (forms.has(t)) continue;
    if (names.elements && store.op(t) === Op.VARIABLE && store.sort(t).kind === 'array') continue;
    const form = formatTerm(store, t, (index) => argument(t, index), names);
    const { text } = 'vector' in form ? unsignedText(form.vector) : form.condition.holds;
    if (text.length > MOST_TEXT) throw new Unprintable('too long to be written');
    forms.set(t, form);
  }
  return conditionOf(forms.get(root)).holds;
}

/** The terms to be written, arguments first. Conditions with a text of their own are put into `forms`. */
function written(store: TermStore, root: Term, { member }: CNames, forms: Map<Term, CForm>): readonly Term[] {
  const open = [root];
  const seen = new TermMap();
  for (let t = open.pop(); t !== undefined; t = open.pop()) {
    if (seen.has(t)) continue;
    seen.set(t, 0);
    if (forms.size + open.length > MOST_NODES) throw new Unprintable('too large to be written');
    const condition = member !== undefined && store.sort(t).kind === 'bool' ? member(t) : null;
    if (condition !== null) forms.set(t, { condition });
    else for (let i = 0; i < store.arity(t); i++) open.push(store.arg(t, i));
  }
  // A visited leaf keeps the walk from its parts.
  const leaves = new TermMap();
  for (const t of forms.keys()) leaves.set(t, 1);
  const order = postorder(store, [root], leaves);
  if (order.length > MOST_NODES) throw new Unprintable('too large to be written');
  return order;
}

function unsignedText(vector: CVector): CText {
  return vector.sign === 'constant' ? atom('', 'int') : vector.value;
}

function formatTerm(store: TermStore, t: Term, argument: (index: number) => CForm, names: CNames): CForm {
  const op = store.op(t);
  const condition = (index: number): CCondition => conditionOf(argument(index));
  const vector = (index: number): CVector => vectorOf(argument(index));
  switch (op) {
    case Op.TRUE:
      return boolean(atom('1', 'int'), atom('0', 'int'));
    case Op.FALSE:
      return boolean(atom('0', 'int'), atom('1', 'int'));
    case Op.VARIABLE:
      return formatVariable(store, t, names.origin(t), names.range?.(t) ?? null);
    case Op.SELECT:
      if (!names.elements) throw new Unprintable('elements of arrays');
      return formatElement(store, t, unsigned(vector(1)), names.origin(store.arg(t, 0)));
    case Op.NOT: {
      const { holds, fails } = condition(0);
      return boolean(fails, holds);
    }
    case Op.AND: {
      const [a, b] = [condition(0), condition(1)];
      return boolean(join(a.holds, '&&', b.holds, Level.and), join(a.fails, '||', b.fails, Level.or));
    }
    case Op.EQ:
      if (store.sort(store.arg(t, 0)).kind === 'bool') {
        const [a, b] = [condition(0), condition(1)];
        return boolean(join(a.holds, '==', b.holds, Level.compare), join(a.holds, '!=', b.holds, Level.compare));
      }
      return { condition: compareEqual(vector(0), vector(1)) };
    case Op.ULT:
    case Op.SLT:
      return { condition: compareLess(vector(0), vector(1), op === Op.SLT) };
    case Op.ITE:
      if (store.sort(t).kind === 'bool') {
        const [c, a, b] = [condition(0), condition(1), condition(2)];
        return boolean(choose(c.holds, a.holds, b.holds), choose(c.holds, a.fails, b.fails));
      }
      return { vector: chooseVector(condition(0), vector(1), vector(2)) };
    default:
      return { vector: formatVector(store, t, vector) };
  }
}

function formatVariable(store: TermStore, t: Term, origin: StateOrigin | null, range: ValueSet | null): CForm {
  if (origin === null) throw new Unprintable(`${store.name(t)} is out of scope or hidden there`);
  const sort = store.sort(t);
  const plain = /^\\at\([^()]*\)$|^[A-Za-z_$][\w$]*(\[\d+\]|\.[A-Za-z_$][\w$]*|->[A-Za-z_$][\w$]*)*$/.test(
    origin.expression,
  );
  const expression: CText = {
    text: origin.expression,
    level: plain ? Level.atom : 0,
    kind: kindOf(origin.width, origin.signed),
  };
  if (sort.kind === 'bool') {
    return boolean(
      { ...expression, kind: 'int' },
      { text: `!${within(expression, Level.unary)}`, level: Level.unary, kind: 'int' },
    );
  }
  return objectOf(store, t, expression, origin, range);
}

/** A state variable that is a bit-vector, as C. */
export function variableText(store: TermStore, t: Term, names: CNames): CValue {
  const form = formatVariable(store, t, names.origin(t), null);
  const vector = vectorOf(form);
  if (vector.sign === 'constant') throw new Unprintable('a constant in place of a variable');
  return vector;
}

/**
 * An element of an array of scalars, or the member that the array stands for in an array of
 * structures.
 */
function formatElement(store: TermStore, t: Term, index: CText, origin: StateOrigin | null): CForm {
  const array = store.arg(t, 0);
  if (store.op(array) !== Op.VARIABLE) throw new Unprintable('an array that was written to');
  if (origin === null) throw new Unprintable(`${store.name(array)} is out of scope or hidden there`);
  const { expression } = origin;
  const text = expression.includes('[*]')
    ? expression.replace('[*]', `[${index.text}]`)
    : `${expression}[${index.text}]`;
  return objectOf(store, t, { text, level: Level.atom, kind: kindOf(origin.width, origin.signed) }, origin);
}

function objectOf(
  store: TermStore,
  t: Term,
  expression: CText,
  { width, signed, expression: name }: StateOrigin,
  range: ValueSet | null = null,
): CForm {
  const sort = store.sort(t);
  if (sort.kind !== 'bv') throw new Unprintable(`${name} is not an integer`);
  const value = sort.width === width ? expression : partOfObject(expression, sort.width, signed);
  const intervals = range === null ? [] : readingOf(range, signed);
  const [first, last] = [intervals[0], intervals.at(-1)];
  const bounds = first === undefined || last === undefined ? undefined : { low: first.low, high: last.high };
  return { vector: cValue(signed ? 'signed' : 'unsigned', sort.width, value, bounds) };
}

/**
 * Bit-fields that `int` can hold are promoted to it; GCC computes with wider ones in types of exactly
 * their width.
 */
function partOfObject(value: CText, width: number, signed: boolean): CText {
  if (width < 32) return { ...value, kind: 'int' };
  const kind = kindOf(width, signed);
  return cast(TYPE[kind], value, kind);
}

function kindOf(width: number, signed: boolean): CKind {
  if (width > 64) throw new Unprintable(`a value of ${width} bits`);
  if (width > 32) return signed ? 'llong' : 'ullong';
  return width === 32 && !signed ? 'uint' : 'int';
}

function conditionOf(form: CForm | undefined): CCondition {
  if (form !== undefined && 'condition' in form) return form.condition;
  throw new Unprintable('a value where a condition is expected');
}

function vectorOf(form: CForm): CVector {
  if ('vector' in form) return form.vector;
  throw new Unprintable('a condition where a value is expected');
}

function boolean(holds: CText, fails: CText): CForm {
  return { condition: { holds, fails } };
}

function join(a: CText, operator: string, b: CText, level: number): CText {
  const inner = level === Level.compare ? level + 1 : level;
  // Compilers warn of && within || without parentheses, and people misread it.
  const side = (value: CText): string =>
    within(value, level === Level.or && value.level === Level.and ? Level.compare : inner);
  return { text: `${side(a)} ${operator} ${side(b)}`, level, kind: 'int' };
}

function choose(condition: CText, then: CText, otherwise: CText): CText {
  const side = (value: CText): string => within(value, Level.conditional + 1);
  return { text: `${side(condition)} ? ${side(then)} : ${side(otherwise)}`, level: Level.conditional, kind: then.kind };
}

function chooseVector(condition: CCondition, then: CVector, otherwise: CVector): CVector {
  const [a, b] = [unsigned(then), unsigned(otherwise)];
  const kind =
    a.kind === 'ullong' || b.kind === 'ullong' ? 'ullong' : a.kind === 'uint' || b.kind === 'uint' ? 'uint' : 'int';
  return cValue('unsigned', then.width, { ...choose(condition.holds, a, b), kind });
}
