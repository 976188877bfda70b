/** The properties of stderr as an output. */
export interface Terminal {
  /** Written lines can be changed, and a person may be looking. */
  readonly live: boolean;
  readonly colors: boolean;
}

/**
 * `color`: false for --no-color, which has the effect of NO_COLOR (no-color.org). FORCE_COLOR enables
 * colours where there is no terminal, such as in build logs; CI (set, and not `false`) disables the
 * live table.
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
