/** The construct of a write outside of an object, or of a wrong release, that no check asks about. `what`: in words. */
export function strayConstruct(what: string): string {
  return `a ${what}`;
}

/** Whether it is such a construct. */
export function isStray(construct: string): boolean {
  return /^a (write (outside|through a pointer|to)|copy beyond|\w+ of what is not the start)/.test(construct);
}
