import { enumeration } from './enumerate.ts';
import { letters } from './letters.ts';
import type { SourceName } from './names.ts';
import { newton } from './newton/provider.ts';
import type { Provider } from './provider.ts';
import { restrictedCut } from './restricted-cut.ts';

/** The providers of some sources, in order. */
export function providersOf(sources: readonly SourceName[]): readonly Provider[] {
  return sources.flatMap(providersOfSource);
}

function providersOfSource(source: SourceName): readonly Provider[] {
  switch (source) {
    case 'craig':
      return [restrictedCut, enumeration];
    case 'letters':
      return [letters];
    default:
      return [newton(source)];
  }
}
