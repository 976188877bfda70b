import type { SourceLocation } from '../../base/source.ts';
import type { Label, Statement, Variable } from '../../c/ast.ts';
import { END_OF_LIFE } from '../cfa/constructs.ts';
import * as make from '../cfa/make.ts';
import type { FunctionBuilder } from './builder.ts';

/**
 * The end of a variable's scope, wherever control leaves it. GNU's `cleanup` attribute calls a
 * function there. In programs that tell invalid accesses, the variable's lifetime ends.
 */

/** Numbers of cleanups and variables that stay open when control leaves scopes. */
export interface OpenScopes {
  readonly cleanups: number;
  readonly ending: number;
}

/** Builds a block in a scope of its own and leaves this scope at its end. */
export function withinScope(b: FunctionBuilder, block: Statement, at: SourceLocation, build: () => void): void {
  const outer = { cleanups: b.cleanups.length, ending: b.ending.length };
  // The value of a statement expression is read behind its block.
  const isLasting = b.lasting === block;
  b.blocks.push(block);
  b.longJumps.blocks.within(() => {
    b.names.within(() => {
      build();
      leaveScopes(b, isLasting ? { ...outer, ending: b.ending.length } : outer, at);
    });
  });
  b.blocks.pop();
  b.cleanups.length = outer.cleanups;
  if (!isLasting) b.ending.length = outer.ending;
}

/**
 * Notes a declaration. A variable of the outermost block ends with its activation. So do variables
 * whose address the program does not take: their scopes show all accesses.
 */
export function declareInScope(b: FunctionBuilder, variable: Variable): void {
  const block = b.blocks.at(-1);
  if (b.blocks.length < 2 || block === undefined || !b.context.endsLifetimes || variable.storage !== 'automatic')
    return;
  if (b.context.survey.addressTaken.has(variable.id)) b.ending.push({ variable, block });
}

/**
 * Runs the cleanups of the scopes that a jump leaves, the last one first, and ends the lifetimes of
 * their variables.
 */
export function leaveScopes(b: FunctionBuilder, kept: OpenScopes, at: SourceLocation): void {
  for (let i = b.cleanups.length - 1; i >= kept.cleanups; i--) b.effects({ ...b.cleanups[i], at });
  for (let i = b.ending.length - 1; i >= kept.ending; i--) endLifetime(b, b.ending[i].variable, at);
}

/** Builds a full expression, and ends the objects that pass with it. */
export function withPassing(b: FunctionBuilder, at: SourceLocation, build: () => void): void {
  const before = b.passing.length;
  build();
  for (const variable of b.passing.splice(before)) endLifetime(b, variable, at);
}

/** Leaves the scopes that do not contain the label. */
export function leaveFor(b: FunctionBuilder, label: Label, at: SourceLocation): void {
  leaveScopes(b, { cleanups: sharedWith(b, label), ending: b.ending.length }, at);
  if (b.ending.length === 0) return;
  const around = new Set<Statement>();
  for (let one = b.context.survey.labelBlocks.get(label) ?? null; one !== null; one = one.outer) around.add(one.block);
  for (const { variable, block } of b.ending) if (!around.has(block)) endLifetime(b, variable, at);
}

function endLifetime(b: FunctionBuilder, variable: Variable, at: SourceLocation): void {
  const places = [make.variablePlace(variable)];
  b.emit({ kind: 'intrinsic', name: END_OF_LIFE, arguments: [], places, result: null }, at);
}

/** Counts the cleanups that stay open when control goes from here to the label. */
export function sharedWith(b: FunctionBuilder, label: Label): number {
  const there = b.context.survey.labelCleanups.get(label) ?? [];
  let shared = 0;
  while (shared < there.length && shared < b.cleanups.length && there[shared] === b.cleanups[shared]) shared += 1;
  return shared;
}
