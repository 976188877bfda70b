/** The engines, by the names that portfolios and `--engines` use. */
export const ENGINE_NAMES = ['ai', 'bmc', 'dar', 'houdini', 'imc', 'ismc', 'kind', 'pdr', 'sim', 'spacer'] as const;

export type EngineName = (typeof ENGINE_NAMES)[number];

/** Those that look at ever longer runs from the start: what holds up to a bound only is of use to them. */
export const SEARCH_ENGINES: ReadonlySet<EngineName> = new Set<EngineName>(['bmc', 'kind']);
