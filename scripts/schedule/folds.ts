/**
 * Divides items into `count` folds of about equal size so that no family is in two of them. Each
 * family, the largest first, goes to the smallest fold.
 */
export function foldsByFamily<T extends { readonly family: string }>(
  items: readonly T[],
  count: number,
): readonly (readonly T[])[] {
  const families = new Map<string, T[]>();
  for (const item of items) families.set(item.family, [...(families.get(item.family) ?? []), item]);
  const folds: T[][] = Array.from({ length: count }, () => []);
  const order = [...families].sort(([a, as], [b, bs]) => bs.length - as.length || (a < b ? -1 : 1));
  for (const [, members] of order)
    folds.reduce((least, fold) => (fold.length < least.length ? fold : least)).push(...members);
  return folds;
}
