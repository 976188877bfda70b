/** The engines, by the names that portfolios and `--engines` use. */
export const ENGINE_NAMES = [
  'ai',
  'bmc',
  'boxes',
  'dar',
  'exhaust',
  'explore',
  'houdini',
  'ic3',
  'imc',
  'ismc',
  'kind',
  'pdr',
  'poly',
  'sim',
] as const;

export type EngineName = (typeof ENGINE_NAMES)[number];

/** Methods of the quick stage: two engines, and following the runs of the system one by one. */
export const QUICK_METHODS = ['kind', 'sim', 'follow'] as const;

export type QuickMethod = (typeof QUICK_METHODS)[number];
