import { LemmataError } from '../../base/errors.ts';
import type { SourceLocation } from '../../base/source.ts';
import type { Clause, FunctionDeclaration, TranslationUnit } from '../../c/ast.ts';
import type { AutomatonFunction, Operation, Program } from '../cfa/automaton.ts';
import { isAnyGlobal } from '../lowering/entry.ts';
import { withFrame } from './frame.ts';
import { type ContractPart, type HiddenFunctions, withHiddenFunctions } from './hidden-functions.ts';
import { visitorOf } from './reached-globals.ts';
import { hasTerm, isStatement, mapped } from './syntax.ts';

/** The function whose contract is asked about. Plain data. */
export interface ContractQuestion {
  readonly function: string;
  /** Functions whose bodies count although they have contracts. */
  readonly inline: readonly string[];
  readonly part: ContractPart;
}

/** A function that has a contract and a body. Plain data. */
export interface ContractedFunction {
  readonly name: string;
  readonly at: SourceLocation;
  /** Number of clauses by kind. */
  readonly clauses: Readonly<Record<Clause['kind'], number>>;
  /** Whether a clause that its proof assumes is about all elements. */
  readonly isQuantified: boolean;
  /** Names of the functions whose contracts stand for calls; its own one if it calls itself. */
  readonly calls: readonly string[];
}

/** Lists the functions of a program that have a contract and a body. */
export function contractedFunctions(unit: TranslationUnit): readonly ContractedFunction[] {
  return functionsWithContracts(unit).map((asked) => {
    const { name, at, contract } = asked;
    const clauses = { requires: 0, ensures: 0, assigns: 0, frees: 0 };
    for (const { kind } of contract?.clauses ?? []) clauses[kind]++;
    const reached = reachedFrom(asked);
    const others = reached.filter(
      (one, i) => i > 0 && one.contract !== undefined && (one === asked || !isInlined(one)),
    );
    const isQuantified = reached.some((one) => isOfAll(one, one === asked ? 'requires' : 'ensures'));
    return { name, at, clauses, isQuantified, calls: others.map((one) => one.name) };
  });
}

/** Whether the function has such a clause about all elements. */
function isOfAll({ contract }: FunctionDeclaration, kind: 'requires' | 'ensures'): boolean {
  return (contract?.clauses ?? []).some(
    (clause) => clause.kind === kind && hasTerm(clause.condition, ['$forall', '$exists']),
  );
}

/** The function, and those that its body reaches, itself a second time. Contracts stand for bodies of others. */
function reachedFrom(asked: FunctionDeclaration): readonly FunctionDeclaration[] {
  const reached = new Set<FunctionDeclaration>();
  const visitor = visitorOf((e) => {
    if (e.kind === 'function') reached.add(e.function);
  });
  if (asked.definition !== null) visitor.statement(asked.definition.body);
  // The loop appends to the set.
  for (const one of reached) {
    if (one !== asked && (one.contract === undefined || isInlined(one)) && one.definition !== null)
      visitor.statement(one.definition.body);
  }
  return [asked, ...reached];
}

/** The functions of a program that have a contract and a body, in the order of the program. */
function functionsWithContracts({ functions }: TranslationUnit): readonly FunctionDeclaration[] {
  return functions.filter(({ contract, definition }) => contract !== undefined && definition !== null);
}

/**
 * Adds the hidden functions for a question, and those that clauses of loops ask for; null if there is neither.
 * `hintCount`: the number of hints of other sources. Throws LemmataError `E-INPUT` if no function has the name that
 * is asked about, a contract and a body.
 */
export function hiddenFunctionsFor(
  unit: TranslationUnit,
  contract: ContractQuestion | null,
  hintCount: number,
): HiddenFunctions | null {
  if (contract === null) return hasStatements(unit) ? withHiddenFunctions(unit, null, hintCount) : null;
  const { function: name, inline, part } = contract;
  const asked = functionsWithContracts(unit).find((one) => one.name === name);
  if (asked === undefined) throw new LemmataError('E-INPUT', `no function ${name} has a contract and a body`);
  const replaced = unit.functions.filter(
    (one) => one.contract !== undefined && (one === asked || !(inline.includes(one.name) || isInlined(one))),
  );
  return withHiddenFunctions(unit, { function: asked, replaced, part }, hintCount);
}

/** Whether calls run the body, since the contract does not say what the function assigns. */
function isInlined({ contract, definition }: FunctionDeclaration): boolean {
  return contract?.assignsAny === true && definition !== null;
}

/** Whether clauses of loops were read, or statements with quantifiers. */
function hasStatements({ functions }: TranslationUnit): boolean {
  let isThere = false;
  for (const { definition } of functions)
    if (definition !== null)
      mapped(definition.body, (s) => {
        isThere ||= 'clauses' in s || (s.kind === 'expression' && isStatement(s.expression));
        return s;
      });
  return isThere;
}

/**
 * Makes the hidden main function the first one. Calls of functions with contracts go to their stand-ins, and writes
 * are checked against the frame. Globals have any value, but for constant ones.
 */
export function withContract(
  program: Program,
  { main, frame, instead }: NonNullable<HiddenFunctions['question']>,
): Program {
  // A function that stands for calls may call the function itself.
  const kept = new Set([main.id, ...instead.values()]);
  const functions = program.functions.map((fn) => (fn === null || kept.has(fn.id) ? fn : withCalls(fn, instead)));
  const globals = program.globals.filter(isAnyGlobal);
  const any = new Set(globals.map(({ id }) => id));
  // Places refer to the variable objects themselves, so the change is made in place.
  for (const global of globals) global.undefined = true;
  const initialValues = new Map([...program.initialValues].filter(([id]) => !any.has(id)));
  const made = { ...program, functions, initialValues, main: main.id };
  return frame === null ? made : withFrame(made, frame, new Set([main.id]));
}

function withCalls(fn: AutomatonFunction, instead: ReadonlyMap<number, number>): AutomatonFunction {
  const edges = fn.edges.map((edge) => {
    const { op } = edge;
    const other = op.kind === 'call' && op.callee.kind === 'direct' ? instead.get(op.callee.function) : undefined;
    if (other === undefined) return edge;
    const call: Operation = { ...(op as Operation & { kind: 'call' }), callee: { kind: 'direct', function: other } };
    return { ...edge, op: call };
  });
  return { ...fn, edges };
}
