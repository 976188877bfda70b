import { LemmataError } from '../../base/errors.ts';
import type { Term } from '../builder.ts';
import type { HornAnswer, HornAtom, HornClause, HornProblem, HornSolver, HornSort, HornTerm, TermClauses } from '../horn.ts';
import { FALSEHOOD, foldHorn, TRUTH } from '../horn.ts';
import type { TermStore } from '../store.ts';
import { freeVariables } from '../traverse.ts';
import type { Z3Api } from './api.ts';
import type { Pointer } from './exports.ts';
import { Fixedpoint } from './fixedpoint.ts';
import { AstReader } from './read-ast.ts';
import { readFormula } from './read-horn.ts';
import { Translator } from './translate.ts';

/** Solves Horn clauses by Z3's Spacer, each problem in a context of its own. `seed` varies the search. */
export function z3Horn(api: Z3Api, seed: number): HornSolver {
  const within = <T>(use: (engine: Fixedpoint) => HornAnswer<T>): HornAnswer<T> =>
    api.guard(() => {
      const engine = new Fixedpoint(api);
      try {
        return use(engine);
      } catch (error) {
        // What Z3 refuses, or answers in a way that is not read here, is no reason to give the instance up.
        if (api.poisoned || !(error instanceof LemmataError) || error.code !== 'E-SOLVER') throw error;
        return { kind: 'unknown', why: error.message };
      } finally {
        engine.dispose();
      }
    });
  return {
    solve: (problem, milliseconds) => within((engine) => solveIntegers(engine, problem, seed, milliseconds)),
    solveTerms: (terms, problem, milliseconds) => within((engine) => solveTerms(engine, terms, problem, seed, milliseconds)),
  };
}

function solveIntegers(engine: Fixedpoint, problem: HornProblem, seed: number, milliseconds: number): HornAnswer<HornTerm> {
  const { api, context } = engine;
  const sorts: Readonly<Record<HornSort, Pointer>> = {
    bool: engine.keep(api.z3.Z3_mk_bool_sort(context)),
    int: engine.keep(api.z3.Z3_mk_int_sort(context)),
  };
  for (const relation of problem.relations) engine.relation(relation.map((sort) => sorts[sort]));
  for (const clause of problem.clauses) addClause(engine, sorts, clause);
  const answer = engine.solve({ seed, milliseconds, guided: true });
  if (answer.kind !== 'solved') return answer;
  const formulas = problem.relations.map((): HornTerm => TRUTH);
  for (const { relation, args, body } of answer.definitions) {
    formulas[relation] = typeof body === 'boolean' ? (body ? TRUTH : FALSEHOOD) : readFormula(engine, body, args);
  }
  return { kind: 'solved', formulas };
}

function addClause(engine: Fixedpoint, sorts: Readonly<Record<HornSort, Pointer>>, clause: HornClause): void {
  const { api, context } = engine;
  const variables = clause.variables.map((sort) =>
    engine.keep(api.withText('x', (prefix) => api.z3.Z3_mk_fresh_const(context, prefix, sorts[sort]))),
  );
  const known = new Map<HornTerm, Pointer>();
  const translate = (t: HornTerm): Pointer =>
    foldHorn(t, known, (node, below) => engine.keep(integerTerm(engine, sorts.int, node, below, variables)));
  const atom = ({ relation, args }: HornAtom<HornTerm>): Pointer => engine.atom(relation, args.map(translate));
  const body = [...(clause.from === null ? [] : [atom(clause.from)]), translate(clause.body)];
  engine.rule(variables, body, clause.to === null ? null : atom(clause.to));
}

function integerTerm(
  engine: Fixedpoint,
  int: Pointer,
  t: HornTerm,
  below: readonly Pointer[],
  variables: readonly Pointer[],
): Pointer {
  const { api, context } = engine;
  const { z3 } = api;
  const numeral = (value: bigint): Pointer =>
    engine.keep(api.withText(value.toString(), (text) => z3.Z3_mk_numeral(context, text, int)));
  switch (t.kind) {
    case 'truth':
      return t.value ? z3.Z3_mk_true(context) : z3.Z3_mk_false(context);
    case 'number':
      return numeral(t.value);
    case 'variable':
      return variables[t.index];
    case 'not':
      return z3.Z3_mk_not(context, below[0]);
    case 'and':
      return engine.nary(z3.Z3_mk_and, below);
    case 'or':
      return engine.nary(z3.Z3_mk_or, below);
    case 'equal':
      return z3.Z3_mk_eq(context, below[0], below[1]);
    case 'at-most':
      return z3.Z3_mk_le(context, below[0], below[1]);
    case 'ite':
      return z3.Z3_mk_ite(context, below[0], below[1], below[2]);
    case 'sum': {
      const parts = below.map((of, i) =>
        t.parts[i].factor === 1n ? of : engine.nary(z3.Z3_mk_mul, [numeral(t.parts[i].factor), of]),
      );
      return engine.nary(z3.Z3_mk_add, t.constant === 0n ? parts : [...parts, numeral(t.constant)]);
    }
    case 'quotient':
      return z3.Z3_mk_div(context, below[0], numeral(t.by));
    case 'remainder':
      return z3.Z3_mk_mod(context, below[0], numeral(t.by));
  }
}

function solveTerms(
  engine: Fixedpoint,
  terms: TermStore,
  problem: TermClauses,
  seed: number,
  milliseconds: number,
): HornAnswer<Term> {
  const { api, context } = engine;
  const translator = new Translator(api, context, terms);
  try {
    for (const params of problem.relations) engine.relation(params.map((t) => translator.sort(terms.sortId(t))));
    for (const { from, body, to } of problem.clauses) {
      const variables = freeVariables(terms, [...(from?.args ?? []), body, ...(to?.args ?? [])]);
      const atom = ({ relation, args }: HornAtom<Term>): Pointer =>
        engine.atom(
          relation,
          args.map((t) => translator.ast(t)),
        );
      const premises = [...(from === null ? [] : [atom(from)]), translator.ast(body)];
      engine.rule(
        variables.map((t) => translator.ast(t)),
        premises,
        to === null ? null : atom(to),
      );
    }
    const answer = engine.solve({ seed, milliseconds, guided: false });
    if (answer.kind !== 'solved') return answer;
    const formulas = problem.relations.map(() => terms.true);
    for (const { relation, args, body } of answer.definitions) {
      const leaves = args.map((arg, i) => [arg, problem.relations[relation][i]] as const);
      formulas[relation] = typeof body === 'boolean' ? terms.bool(body) : new AstReader(api, context, terms, leaves).read(body);
    }
    return { kind: 'solved', formulas };
  } finally {
    if (!api.poisoned) translator.dispose();
  }
}
