import type { CType } from '../../types/types.ts';
import type { Execution } from '../execution.ts';

/** Whether the type is a signed integer; false for types that are not integers. */
export function isSignedInteger(x: Execution, type: CType): boolean {
  return (type.kind === 'integer' || type.kind === 'enum') && x.encoding.layout.isSigned(type);
}
