/** The engines, by the names that portfolios and `--engines` use. */
export const ENGINE_NAMES = ['ai', 'bmc', 'dar', 'imc', 'ismc', 'kind', 'pdr', 'sim'] as const;

export type EngineName = (typeof ENGINE_NAMES)[number];
