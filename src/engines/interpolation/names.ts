/** The variants of Newton ([CVN17] Sect. 6), as options name them. */
export const NEWTON_NAMES = [
  'newton:it-wp',
  'newton:it-wp-lv',
  'newton:it-sp',
  'newton:it-sp-lv',
  'newton:wp',
  'newton:wp-lv',
  'newton:sp',
  'newton:sp-lv',
] as const;

export type NewtonName = (typeof NEWTON_NAMES)[number];

/** Sources of interpolants, as the option `interpolants` names them. */
export const SOURCE_NAMES = ['craig', 'letters', ...NEWTON_NAMES] as const;

export type SourceName = (typeof SOURCE_NAMES)[number];
