import type { Expression, FunctionDeclaration, TranslationUnit } from '../../c/ast.ts';
import { visitorOf } from './reached-globals.ts';

/** The ways in which a search for reached functions changes them. */
interface Changes {
  /** Makes the hidden function to which calls of this one go; null: they reach the function itself. */
  standIn(declaration: FunctionDeclaration): FunctionDeclaration | null;
  /** Changes the body of a function of the program. Called once, before what it reaches is looked for. */
  change(declaration: FunctionDeclaration): void;
}

/**
 * The functions that calls, addresses and initial values lead to from `main`. A hidden function may call the one for
 * which it stands, and an address leads to the function itself.
 */
export function reachedFunctions(
  { globals, functions }: TranslationUnit,
  main: FunctionDeclaration,
  { standIn, change }: Changes,
): ReadonlySet<FunctionDeclaration> {
  const reached = new Set([main]);
  const ofProgram = new Set(functions);
  /** The hidden functions that stand for others, and those that none stands for. */
  const instead = new Map<FunctionDeclaration, FunctionDeclaration | null>();
  const stands = new Set([main]);
  const redirected = new Set<Expression>();
  let mayBeReplaced = true;
  const otherOf = (called: FunctionDeclaration): FunctionDeclaration | null => {
    const known = instead.get(called);
    const other = known === undefined ? standIn(called) : known;
    instead.set(called, other);
    if (other !== null) {
      stands.add(other);
      reached.add(other);
    }
    return other;
  };
  const visitor = visitorOf((e) => {
    if (e.kind === 'function' && !redirected.has(e)) {
      reached.add(e.function);
      // A call through a cast names the function, too.
      if (mayBeReplaced) otherOf(e.function);
    }
    if (e.kind === 'call' && e.callee.kind === 'function' && mayBeReplaced && otherOf(e.callee.function) !== null)
      redirected.add(e.callee);
  });
  for (const { initializer } of globals) for (const { value } of initializer?.entries ?? []) visitor.expression(value);
  // The loop appends to the set.
  for (const one of reached) {
    if (ofProgram.has(one)) change(one);
    mayBeReplaced = !stands.has(one);
    if (one.definition !== null) visitor.statement(one.definition.body);
  }
  return reached;
}
