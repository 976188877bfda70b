import type { SourceLocation } from '../../base/source.ts';
import type { Label } from '../../c/ast.ts';
import type { FunctionBuilder } from './builder.ts';

/** GNU's `cleanup` attribute, which calls a function wherever control leaves the scope of a variable. */

/** Builds a part of a function in a scope of its own and runs the cleanups of this scope at its end. */
export function withinScope(b: FunctionBuilder, at: SourceLocation, build: () => void): void {
  const outer = b.cleanups.length;
  b.longJumps.blocks.within(() => {
    b.names.within(() => {
      build();
      leaveScopes(b, outer, at);
    });
  });
  b.cleanups.length = outer;
}

/**
 * Runs the cleanups of the scopes that a jump leaves, the last one first. `outer`: number of cleanups
 * that stay open.
 */
export function leaveScopes(b: FunctionBuilder, outer: number, at: SourceLocation): void {
  for (let i = b.cleanups.length - 1; i >= outer; i--) b.effects({ ...b.cleanups[i], at });
}

/** Counts the cleanups that stay open when control goes from here to the label. */
export function sharedWith(b: FunctionBuilder, label: Label): number {
  const there = b.context.survey.labelCleanups.get(label) ?? [];
  let shared = 0;
  while (shared < there.length && shared < b.cleanups.length && there[shared] === b.cleanups[shared]) shared += 1;
  return shared;
}
