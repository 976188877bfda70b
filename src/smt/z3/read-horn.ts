import { LemmataError } from '../../base/errors.ts';
import { FALSEHOOD, type HornTerm, lessThan, negation, number, sum, TRUTH } from '../horn.ts';
import type { Pointer } from './exports.ts';
import type { Fixedpoint } from './fixedpoint.ts';
import { Logic } from './kinds.ts';

/** Kinds of Z3's declarations (Z3_decl_kind) that formulas of linear arithmetic are made of. */
const Kind = {
  ...Logic,
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

/** The formula over Booleans and integers that Z3 has in a solution of Horn clauses. `args`: the asts of its variables. @throws {LemmataError} on anything else */
export function readFormula(engine: Fixedpoint, root: Pointer, args: readonly Pointer[]): HornTerm {
  const { z3 } = engine.api;
  const { context } = engine;
  const known = new Map<Pointer, HornTerm>(args.map((arg, index) => [arg, { kind: 'variable', index }]));
  const stack = [root];
  for (;;) {
    const ast = stack[stack.length - 1];
    let term = known.get(ast);
    if (term === undefined) {
      if (z3.Z3_is_numeral_ast(context, ast) !== 0) {
        term = number(BigInt(engine.api.text(z3.Z3_get_numeral_string(context, ast))));
      } else {
        const { kind, args: parts } = engine.application(ast);
        const below: HornTerm[] = [];
        for (const part of parts) {
          const t = known.get(part);
          if (t === undefined) stack.push(part);
          else below.push(t);
        }
        if (below.length < parts.length) continue;
        term = node(kind, below);
      }
      known.set(ast, term);
    }
    stack.pop();
    if (stack.length === 0) return term;
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
