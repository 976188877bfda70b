import { LemmataError } from '../../base/errors.ts';
import { FALSEHOOD, type HornTerm, lessThan, negation, number, sum, TRUTH } from '../horn.ts';
import type { Z3Api } from './api.ts';
import type { Pointer } from './exports.ts';

/** Kinds of asts (Z3_ast_kind). */
const VARIABLE = 2;
const QUANTIFIER = 3;

/** Kinds of Z3's declarations (Z3_decl_kind) that formulas of linear arithmetic are made of. */
const Kind = {
  TRUE: 0x100,
  FALSE: 0x101,
  EQ: 0x102,
  DISTINCT: 0x103,
  ITE: 0x104,
  AND: 0x105,
  OR: 0x106,
  IFF: 0x107,
  XOR: 0x108,
  NOT: 0x109,
  IMPLIES: 0x10a,
  LE: 0x202,
  GE: 0x203,
  LT: 0x204,
  GT: 0x205,
  ADD: 0x206,
  SUB: 0x207,
  MINUS: 0x208,
  MUL: 0x209,
  DIV: 0x20b,
  MOD: 0x20d,
} as const;

/** Reads solutions of Horn clauses: for each relation, a definition that holds for all arguments. */
export class HornReader {
  readonly #api: Z3Api;
  readonly #context: Pointer;
  readonly #relations: readonly Pointer[];

  constructor(api: Z3Api, context: Pointer, relations: readonly Pointer[]) {
    this.#api = api;
    this.#context = context;
    this.#relations = relations;
  }

  /**
   * The relations' formulas over their arguments; true for those of which the answer says nothing.
   * @throws {LemmataError} on what is no such answer
   */
  solution(answer: Pointer): readonly HornTerm[] {
    const { z3 } = this.#api;
    const result = this.#relations.map((): HornTerm => TRUTH);
    const stack = [answer];
    for (let ast = stack.pop(); ast !== undefined; ast = stack.pop()) {
      const body = z3.Z3_get_ast_kind(this.#context, ast) === QUANTIFIER ? z3.Z3_get_quantifier_body(this.#context, ast) : ast;
      const { kind, args } = this.#application(body);
      if (kind === Kind.AND) stack.push(...args);
      else if (kind === Kind.EQ || kind === Kind.IFF) this.#define(args[0], args[1], result);
      else if (kind === Kind.NOT) this.#define(args[0], null, result);
      else if (kind !== Kind.TRUE) this.#define(body, TRUTH, result);
    }
    return result;
  }

  /** Takes in `left = right`, or the relation's absence for null. */
  #define(left: Pointer, right: Pointer | HornTerm | null, result: HornTerm[]): void {
    const { declaration, args } = this.#application(left);
    const relation = this.#relations.indexOf(declaration);
    if (relation === -1) return;
    if (typeof right !== 'number') {
      result[relation] = right ?? FALSEHOOD;
      return;
    }
    const positions = new Map<number, number>();
    args.forEach((arg, i) => {
      if (this.#api.z3.Z3_get_ast_kind(this.#context, arg) !== VARIABLE)
        throw unreadable('a relation of something else than variables');
      positions.set(this.#api.z3.Z3_get_index_value(this.#context, arg), i);
    });
    result[relation] = this.#read(right, positions);
  }

  #read(root: Pointer, positions: ReadonlyMap<number, number>): HornTerm {
    const { z3 } = this.#api;
    const context = this.#context;
    const known = new Map<Pointer, HornTerm>();
    const stack = [root];
    for (;;) {
      const ast = stack[stack.length - 1];
      let term = known.get(ast);
      if (term === undefined) {
        if (z3.Z3_get_ast_kind(context, ast) === VARIABLE) {
          const index = positions.get(z3.Z3_get_index_value(context, ast));
          if (index === undefined) throw unreadable('a variable that is no argument');
          term = { kind: 'variable', index };
        } else if (z3.Z3_is_numeral_ast(context, ast) !== 0) {
          term = number(BigInt(this.#api.text(z3.Z3_get_numeral_string(context, ast))));
        } else {
          const { kind, args } = this.#application(ast);
          const below: HornTerm[] = [];
          for (const arg of args) {
            const t = known.get(arg);
            if (t === undefined) stack.push(arg);
            else below.push(t);
          }
          if (below.length < args.length) continue;
          term = node(kind, below);
        }
        known.set(ast, term);
      }
      stack.pop();
      if (stack.length === 0) return term;
    }
  }

  #application(ast: Pointer): { readonly declaration: Pointer; readonly kind: number; readonly args: readonly Pointer[] } {
    const { z3 } = this.#api;
    const context = this.#context;
    if (z3.Z3_is_app(context, ast) === 0) throw unreadable('a quantifier within');
    const declaration = z3.Z3_get_app_decl(context, ast);
    const args: Pointer[] = [];
    for (let i = 0; i < z3.Z3_get_app_num_args(context, ast); i += 1) args.push(z3.Z3_get_app_arg(context, ast, i));
    return { declaration, kind: z3.Z3_get_decl_kind(context, declaration), args };
  }
}

function node(kind: number, below: readonly HornTerm[]): HornTerm {
  const [a, b, c] = below;
  switch (kind) {
    case Kind.TRUE:
      return TRUTH;
    case Kind.FALSE:
      return FALSEHOOD;
    case Kind.EQ:
    case Kind.IFF:
      return { kind: 'equal', a, b };
    case Kind.DISTINCT:
    case Kind.XOR:
      if (below.length !== 2) break;
      return negation({ kind: 'equal', a, b });
    case Kind.ITE:
      return { kind: 'ite', condition: a, yes: b, no: c };
    case Kind.AND:
      return { kind: 'and', of: below };
    case Kind.OR:
      return { kind: 'or', of: below };
    case Kind.NOT:
      return negation(a);
    case Kind.IMPLIES:
      return { kind: 'or', of: [negation(a), b] };
    case Kind.LE:
      return { kind: 'at-most', a, b };
    case Kind.GE:
      return { kind: 'at-most', a: b, b: a };
    case Kind.LT:
      return lessThan(a, b);
    case Kind.GT:
      return lessThan(b, a);
    case Kind.ADD:
      return sum(below.map((of) => ({ factor: 1n, of })));
    case Kind.SUB:
      return sum(below.map((of, i) => ({ factor: i === 0 ? 1n : -1n, of })));
    case Kind.MINUS:
      return sum([{ factor: -1n, of: a }]);
    case Kind.MUL: {
      let factor = 1n;
      const others: HornTerm[] = [];
      for (const t of below) {
        if (t.kind === 'number') factor *= t.value;
        else others.push(t);
      }
      if (others.length === 0) return number(factor);
      if (others.length === 1) return sum([{ factor, of: others[0] }]);
      break;
    }
    case Kind.DIV:
    case Kind.MOD:
      if (b.kind !== 'number' || b.value <= 0n) break;
      return { kind: kind === Kind.DIV ? 'quotient' : 'remainder', of: a, by: b.value };
    default:
      break;
  }
  throw unreadable(`the operator ${kind.toString(16)}`);
}

function unreadable(what: string): LemmataError {
  return new LemmataError('E-SOLVER', `Z3 gives a solution of Horn clauses with ${what}`);
}
