import type { Term } from '../../logic/terms/builder.ts';
import { OPERATORS, Op } from '../../logic/terms/ops.ts';
import { sortText } from '../../logic/terms/sorts.ts';
import type { TermStore } from '../../logic/terms/store.ts';
import { postorder } from '../../logic/terms/traverse.ts';

/**
 * An SMT-LIB symbol, quoted where needed. A name that is one word stands behind `::`, as it may be a function of a
 * theory or a command (`select`, `fp.add`, `push`). Words that begin with `@` or `.` belong to solvers.
 */
export function symbol(name: string): string {
  if (/^b\d[A-Za-z0-9.]*$/.test(name)) return name;
  const isWord = /^[A-Za-z0-9~!@$%^&*_\-+=<>.?/]*$/.test(name);
  return `|${isWord ? '::' : ''}${name.replace(/[|\\]/g, '_')}|`;
}

/**
 * A term as SMT-LIB text. Terms used more than once are bound by `let`, level by level. So the length
 * of the text is linear in the number of nodes, and its nesting no deeper than that of the term.
 */
export function termText(terms: TermStore, root: Term): string {
  const order = postorder(terms, [root]);
  const uses = new Map<Term, number>();
  for (const t of order)
    for (let i = 0; i < terms.arity(t); i++) uses.set(terms.arg(t, i), (uses.get(terms.arg(t, i)) ?? 0) + 1);
  const texts = new Map<Term, string>();
  /** Number of levels of `let` around a term's text. */
  const levels = new Map<Term, number>();
  const heights = new Map<Term, number>();
  const bindings: string[][] = [];
  for (const t of order) {
    const text = nodeText(terms, t, texts);
    let level = 0;
    let height = 0;
    for (let i = 0; i < terms.arity(t); i++) {
      level = Math.max(level, levels.get(terms.arg(t, i))!);
      height = Math.max(height, heights.get(terms.arg(t, i))! + 1);
    }
    const bound = terms.arity(t) > 0 && t !== root && (uses.get(t)! > 1 || height > MAX_HEIGHT);
    if (bound) {
      bindings[level] ??= [];
      bindings[level].push(`(?t${t} ${text})`);
    }
    texts.set(t, bound ? `?t${t}` : text);
    levels.set(t, bound ? level + 1 : level);
    heights.set(t, bound ? 0 : height);
  }
  const opening = bindings.map((level) => `(let (${level.join(' ')}) `).join('');
  return `${opening}${texts.get(root)!}${')'.repeat(bindings.length)}`;
}

/** Terms nested deeper than this are bound even if used once. */
const MAX_HEIGHT = 40;

function bitsText(value: bigint, width: number): string {
  return `#b${value.toString(2).padStart(width, '0')}`;
}

function nodeText(terms: TermStore, t: Term, texts: ReadonlyMap<Term, string>): string {
  const op = terms.op(t);
  const sort = terms.sort(t);
  const { smtlib, rounds } = OPERATORS[op];
  const args: string[] = [];
  for (let i = 0; i < terms.arity(t); i++) args.push(texts.get(terms.arg(t, i))!);
  switch (op) {
    case Op.VARIABLE:
      return symbol(terms.name(t));
    case Op.BV_CONST:
      return terms.width(t) % 4 === 0
        ? `#x${terms
            .constValue(t)
            .toString(16)
            .padStart(terms.width(t) / 4, '0')}`
        : bitsText(terms.constValue(t), terms.width(t));
    default:
      break;
  }
  if (op === Op.FLOAT_CONST && sort.kind === 'float') {
    const all = terms
      .constValue(t)
      .toString(2)
      .padStart(sort.exponentBits + sort.precision, '0');
    return `(fp #b${all[0]} #b${all.slice(1, 1 + sort.exponentBits)} #b${all.slice(1 + sort.exponentBits)})`;
  }
  const head = smtlib ?? indexedSymbol(terms, t);
  if (rounds) args.unshift(terms.rounding(t));
  return args.length === 0 ? head : `(${head} ${args.join(' ')})`;
}

/** Symbols with numbers or a sort. */
function indexedSymbol(terms: TermStore, t: Term): string {
  const op = terms.op(t);
  const sort = terms.sort(t);
  const by = (): number => terms.width(t) - terms.width(terms.arg(t, 0));
  const format = sort.kind === 'float' ? `${sort.exponentBits} ${sort.precision}` : '';
  switch (op) {
    case Op.CONST_ARRAY:
      return `(as const ${sortText(sort)})`;
    case Op.EXTRACT:
      return `(_ extract ${terms.high(t)} ${terms.low(t)})`;
    case Op.ZEXT:
      return `(_ zero_extend ${by()})`;
    case Op.SEXT:
      return `(_ sign_extend ${by()})`;
    case Op.FP_FROM_UNSIGNED:
      return `(_ to_fp_unsigned ${format})`;
    case Op.FP_TO_SIGNED:
      return `(_ fp.to_sbv ${terms.width(t)})`;
    case Op.FP_TO_BITS:
      return 'fp.to_ieee_bv'; // Z3's; SMT-LIB has none
    case Op.FP_TO_UNSIGNED:
      return `(_ fp.to_ubv ${terms.width(t)})`;
    default:
      return `(_ to_fp ${format})`;
  }
}
