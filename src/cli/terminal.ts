/** The abilities of stderr. */
export interface Terminal {
  /** Lines can be changed after they were written, and somebody may be looking. */
  readonly live: boolean;
  readonly colors: boolean;
}

/**
 * `color`: false for --no-color, which counts as much as NO_COLOR (no-color.org). FORCE_COLOR has colours where there is no terminal, such as in the logs of
 * builds; CI (set, and not `false`) says that nobody looks while lines change.
 */
export function terminalOf(stream: { readonly isTTY?: boolean }, env: NodeJS.ProcessEnv, color: boolean): Terminal {
  const able = stream.isTTY === true && env.TERM !== 'dumb';
  const forced = isSet(env.FORCE_COLOR) && env.FORCE_COLOR !== '0';
  const automatic = isSet(env.CI) && env.CI !== 'false';
  return { live: able && !automatic, colors: color && !isSet(env.NO_COLOR) && (able || forced) };
}

function isSet(value: string | undefined): value is string {
  return value !== undefined && value !== '';
}
