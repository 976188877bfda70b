/** The construct that stands for a write outside of an object where no check asks about it. `what`: in words. */
export function strayConstruct(what: string): string {
  return `a ${what}`;
}

/** Whether the construct is such a write. */
export function isStray(construct: string): boolean {
  return /^a (write (outside|through a pointer|to)|copy beyond)/.test(construct);
}
