/** Prefix of the names of hidden parameters that point to variables of enclosing functions. */
const CAPTURE = '$address_';

/**
 * Returns the name of the hidden parameter of a nested function that points to a variable of an
 * enclosing function.
 */
export function captureOf(variable: string): string {
  return `${CAPTURE}${variable}`;
}

/** Whether the name is that of a hidden parameter for an enclosing function's variable. */
export function isCapture(name: string): boolean {
  return name.startsWith(CAPTURE);
}
