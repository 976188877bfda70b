import { LemmataError } from '../../base/errors.ts';
import type { Term } from '../terms/builder.ts';
import type { TermStore } from '../terms/store.ts';
import type { Z3Api } from './api.ts';
import type { Pointer } from './exports.ts';
import { Logic } from './kinds.ts';

/** Kinds of Z3's declarations (Z3_decl_kind) that formulas over Booleans and bit-vectors are made of. */
const Kind = {
  ...Logic,
  BNUM: 0x400,
  BIT1: 0x401,
  BIT0: 0x402,
  BNEG: 0x403,
  BADD: 0x404,
  BSUB: 0x405,
  BMUL: 0x406,
  BSDIV: 0x407,
  BUDIV: 0x408,
  BSREM: 0x409,
  BUREM: 0x40a,
  BSDIV_I: 0x438,
  BUDIV_I: 0x439,
  BSREM_I: 0x43a,
  BUREM_I: 0x43b,
  ULEQ: 0x411,
  SLEQ: 0x412,
  UGEQ: 0x413,
  SGEQ: 0x414,
  ULT: 0x415,
  SLT: 0x416,
  UGT: 0x417,
  SGT: 0x418,
  BAND: 0x419,
  BOR: 0x41a,
  BNOT: 0x41b,
  BXOR: 0x41c,
  CONCAT: 0x420,
  SIGN_EXT: 0x421,
  ZERO_EXT: 0x422,
  EXTRACT: 0x423,
  REPEAT: 0x424,
  BREDOR: 0x425,
  BREDAND: 0x426,
  BCOMP: 0x427,
  BSHL: 0x428,
  BLSHR: 0x429,
  BASHR: 0x42a,
} as const;

/**
 * Reads Z3's formulas over Booleans and bit-vectors back into terms. Where Z3 knows that a value is
 * open, it takes any value: the caller must have ruled out that it matters.
 */
export class AstReader {
  readonly #known = new Map<Pointer, Term>();

  /**
   * `leaves`: the terms of asts that are not to be entered, such as variables. `definitions`: the values
   * of constants that Z3 has introduced.
   */
  constructor(
    private readonly api: Z3Api,
    private readonly context: Pointer,
    private readonly store: TermStore,
    leaves: Iterable<readonly [ast: Pointer, term: Term]>,
    private readonly definitions: ReadonlyMap<Pointer, Pointer> = new Map(),
  ) {
    for (const [ast, term] of leaves) this.#known.set(ast, term);
  }

  /**
   * The term of an ast, which must stay alive. @throws {LemmataError} if it is neither Boolean nor a
   * bit-vector
   */
  read(root: Pointer): Term {
    const { z3 } = this.api;
    const { context } = this;
    const known = this.#known;
    const stack = [root];
    while (stack.length > 0) {
      const ast = stack[stack.length - 1];
      if (known.has(ast)) {
        stack.pop();
        continue;
      }
      if (z3.Z3_is_numeral_ast(context, ast) !== 0) {
        known.set(ast, this.#numeral(ast));
        stack.pop();
        continue;
      }
      if (z3.Z3_is_app(context, ast) === 0) throw new LemmataError('E-SOLVER', 'Z3 gives a formula with a quantifier');
      const definition = this.definitions.get(ast);
      if (definition !== undefined) {
        const term = known.get(definition);
        if (term === undefined) stack.push(definition);
        else {
          known.set(ast, term);
          stack.pop();
        }
        continue;
      }
      const args: Pointer[] = [];
      for (let i = 0; i < z3.Z3_get_app_num_args(context, ast); i++) args.push(z3.Z3_get_app_arg(context, ast, i));
      const missing = args.filter((arg) => !known.has(arg));
      if (missing.length > 0) {
        stack.push(...missing);
        continue;
      }
      known.set(
        ast,
        this.#node(
          ast,
          args.map((arg) => known.get(arg)!),
        ),
      );
      stack.pop();
    }
    return known.get(root)!;
  }

  #numeral(ast: Pointer): Term {
    return this.store.bv(this.#width(ast), BigInt(this.api.text(this.api.z3.Z3_get_numeral_string(this.context, ast))));
  }

  #width(ast: Pointer): number {
    const { z3 } = this.api;
    return z3.Z3_get_bv_sort_size(this.context, z3.Z3_get_sort(this.context, ast));
  }

  #node(ast: Pointer, args: readonly Term[]): Term {
    const { z3 } = this.api;
    const { context, store } = this;
    const declaration = z3.Z3_get_app_decl(context, ast);
    const kind = z3.Z3_get_decl_kind(context, declaration);
    const parameter = (i: number): number => z3.Z3_get_decl_int_parameter(context, declaration, i);
    const [a, b, c] = args;
    const chain = (operation: (x: Term, y: Term) => Term): Term => args.slice(1).reduce(operation, a);
    switch (kind) {
      case Kind.TRUE:
        return store.true;
      case Kind.FALSE:
        return store.false;
      case Kind.EQ:
      case Kind.IFF:
        return store.eq(a, b);
      case Kind.DISTINCT:
        if (args.length !== 2) break;
        return store.not(store.eq(a, b));
      case Kind.ITE:
        return store.ite(a, b, c);
      case Kind.AND:
        return store.andAll(args);
      case Kind.OR:
        return store.orAll(args);
      case Kind.XOR:
        return chain((x, y) => store.xor(x, y));
      case Kind.NOT:
        return store.not(a);
      case Kind.IMPLIES:
        return store.implies(a, b);
      case Kind.BIT1:
        return store.bv(1, 1);
      case Kind.BIT0:
        return store.bv(1, 0);
      case Kind.BNEG:
        return store.neg(a);
      case Kind.BADD:
        return chain((x, y) => store.add(x, y));
      case Kind.BSUB:
        return chain((x, y) => store.sub(x, y));
      case Kind.BMUL:
        return chain((x, y) => store.mul(x, y));
      case Kind.BSDIV:
      case Kind.BSDIV_I:
        return store.sdiv(a, b);
      case Kind.BUDIV:
      case Kind.BUDIV_I:
        return store.udiv(a, b);
      case Kind.BSREM:
      case Kind.BSREM_I:
        return store.srem(a, b);
      case Kind.BUREM:
      case Kind.BUREM_I:
        return store.urem(a, b);
      case Kind.ULEQ:
        return store.ule(a, b);
      case Kind.SLEQ:
        return store.sle(a, b);
      case Kind.UGEQ:
        return store.ule(b, a);
      case Kind.SGEQ:
        return store.sle(b, a);
      case Kind.ULT:
        return store.ult(a, b);
      case Kind.SLT:
        return store.slt(a, b);
      case Kind.UGT:
        return store.ult(b, a);
      case Kind.SGT:
        return store.slt(b, a);
      case Kind.BAND:
        return chain((x, y) => store.bvAnd(x, y));
      case Kind.BOR:
        return chain((x, y) => store.bvOr(x, y));
      case Kind.BNOT:
        return store.bvNot(a);
      case Kind.BXOR:
        return chain((x, y) => store.bvXor(x, y));
      case Kind.CONCAT:
        return chain((x, y) => store.concat(x, y));
      case Kind.SIGN_EXT:
        return store.sext(a, store.width(a) + parameter(0));
      case Kind.ZERO_EXT:
        return store.zext(a, store.width(a) + parameter(0));
      case Kind.EXTRACT:
        return store.extract(a, parameter(0), parameter(1));
      case Kind.REPEAT:
        return Array.from({ length: parameter(0) - 1 }).reduce<Term>((repeated) => store.concat(repeated, a), a);
      case Kind.BREDOR:
        return store.boolToBv(store.not(store.eq(a, store.bv(store.width(a), 0))));
      case Kind.BREDAND:
        return store.boolToBv(store.eq(store.bvNot(a), store.bv(store.width(a), 0)));
      case Kind.BCOMP:
        return store.boolToBv(store.eq(a, b));
      case Kind.BSHL:
        return store.shl(a, b);
      case Kind.BLSHR:
        return store.lshr(a, b);
      case Kind.BASHR:
        return store.ashr(a, b);
      case Kind.UNINTERPRETED:
        // A function that Z3 has introduced for values that SMT-LIB leaves open, such as the bits of a NaN:
        // any value will do.
        if (args.length > 0) return store.bv(this.#width(ast), 0);
        break;
      default:
        break;
    }
    throw new LemmataError(
      'E-SOLVER',
      `Z3 gives a formula with an operator that is not read here (${kind.toString(16)})`,
    );
  }
}
