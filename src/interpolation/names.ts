/** Sources of interpolants, as the option `interpolants` names them. */
export const SOURCE_NAMES = ['craig', 'letters'] as const;

export type SourceName = (typeof SOURCE_NAMES)[number];
