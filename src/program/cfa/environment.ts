/**
 * Prefixes of the hidden variables that hold a variable of the environment: whether it is set, its text,
 * and whether the program has read it.
 */
const PREFIXES = { set: '$set ', text: '$environment ', seen: '$seen ' } as const;

/** Returns the name of the hidden variable that holds the part of a variable of the environment. */
export function environmentPart(part: keyof typeof PREFIXES, name: string): string {
  return PREFIXES[part] + name;
}

/** Whether a hidden variable of the name holds a part of the environment. */
export function holdsEnvironment(name: string): boolean {
  return name.startsWith(PREFIXES.set) || name.startsWith(PREFIXES.text);
}

/** Whether a hidden variable of the name holds the text of a variable of the environment. */
export function isEnvironmentText(name: string): boolean {
  return name.startsWith(PREFIXES.text);
}

/**
 * A variable of the environment: its name, and its text with one character per byte, or null if it is
 * not set.
 */
export type EnvironmentVariable = readonly [name: string, text: string | null];

/**
 * Computes the environment from the initial content of the hidden variables, for the names in their
 * order.
 */
export function environmentOf(
  names: readonly string[],
  content: ReadonlyMap<string, Uint8Array>,
): EnvironmentVariable[] {
  return names.map((name) => {
    if ((content.get(environmentPart('set', name))?.[0] ?? 0) === 0) return [name, null];
    const text = content.get(environmentPart('text', name)) ?? new Uint8Array(0);
    const end = text.indexOf(0);
    return [name, String.fromCharCode(...text.subarray(0, end < 0 ? text.length - 1 : end))];
  });
}
