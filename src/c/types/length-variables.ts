import type { CType } from './types.ts';

/** Ids of the hidden variables that hold the lengths in a type of variable size, from outside in. */
export function lengthVariables(type: CType): readonly number[] {
  const ids: number[] = [];
  let inner = type;
  while (inner.kind === 'array' || inner.kind === 'pointer') {
    if (inner.kind === 'array' && inner.lengthVariable !== undefined) ids.push(inner.lengthVariable);
    inner = inner.kind === 'array' ? inner.element : inner.target;
  }
  return ids;
}

/** The type with its lengths in other hidden variables. A type that stays the same keeps its identity. */
export function withLengthVariables(type: CType, renamed: (id: number) => number): CType {
  if (type.kind === 'pointer') {
    const target = withLengthVariables(type.target, renamed);
    return target === type.target ? type : { ...type, target };
  }
  if (type.kind !== 'array') return type;
  const element = withLengthVariables(type.element, renamed);
  const { lengthVariable } = type;
  if (lengthVariable === undefined) return element === type.element ? type : { ...type, element };
  const length = renamed(lengthVariable);
  return element === type.element && length === lengthVariable ? type : { ...type, element, lengthVariable: length };
}
