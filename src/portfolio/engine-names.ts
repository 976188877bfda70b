/** The engines, by the names that portfolios and `--engines` use. */
export const ENGINE_NAMES = [
  'ai',
  'bmc',
  'boxes',
  'dar',
  'explore',
  'houdini',
  'ic3',
  'imc',
  'ismc',
  'kind',
  'pdr',
  'poly',
  'sim',
  'spacer',
] as const;

export type EngineName = (typeof ENGINE_NAMES)[number];
