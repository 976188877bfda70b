import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Where distributions with one directory per architecture keep those C headers that serve both data models of x86. */
const MULTIARCH = '/usr/include/x86_64-linux-gnu';

/**
 * Include directories, to be searched last, with which programs for ILP32 find the standard headers on a 64-bit system without 32-bit
 * development packages: the 64-bit architecture's headers (they ask for the word size themselves) and this package's `include/ilp32`.
 */
export function ilp32Directories(): string[] {
  const directories = existsSync(MULTIARCH) ? [MULTIARCH] : [];
  // From src/c as well as from dist: the nearest directory above that has it.
  for (let directory = dirname(fileURLToPath(import.meta.url)); ; directory = dirname(directory)) {
    const candidate = join(directory, 'include', 'ilp32');
    if (existsSync(join(candidate, 'gnu', 'stubs-32.h'))) return [...directories, candidate];
    if (dirname(directory) === directory) return directories;
  }
}
