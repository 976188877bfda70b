import type { Variable } from '../../c/ast.ts';

export type StandardStream = 'stdin' | 'stdout' | 'stderr';

/** Whether the variable is a stream such as `extern FILE *stdout;` of stdio.h. It is never null. */
export function isStandardStream(variable: Variable): variable is Variable & { readonly name: StandardStream } {
  return variable.undefined && variable.type.kind === 'pointer' && /^std(in|out|err)$/.test(variable.name);
}

/** Address of the first stream that a run opens. Later ones lie `STREAM_STEP` bytes apart, in their order. */
export const FIRST_STREAM = 0xff000000;
export const STREAM_STEP = 16;
