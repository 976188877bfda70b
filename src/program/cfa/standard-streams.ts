import type { Variable } from '../../c/ast.ts';

export type StandardStream = 'stdin' | 'stdout' | 'stderr';

/** Whether the variable is a stream such as `extern FILE *stdout;` of stdio.h. It is never null. */
export function isStandardStream(variable: Variable): variable is Variable & { readonly name: StandardStream } {
  return variable.undefined && variable.type.kind === 'pointer' && /^std(in|out|err)$/.test(variable.name);
}
