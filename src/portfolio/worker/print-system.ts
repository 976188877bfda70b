import { unreachable } from '../../base/errors.ts';
import type { EncodingDecisions } from '../../encode/index.ts';
import { printBtor2 } from '../../transys/btor2/print.ts';
import { printChc } from '../../transys/chc.ts';
import { printJson } from '../../transys/json.ts';
import type { TransitionSystem } from '../../transys/system.ts';
import type { ExportFormat } from '../messages.ts';

export function printSystem(system: TransitionSystem, encoding: EncodingDecisions | null, format: ExportFormat): string {
  switch (format) {
    case 'btor2':
      return printBtor2(system);
    case 'chc':
      return printChc(system);
    case 'json':
      return printJson(system, { encoding });
    default:
      return unreachable(format);
  }
}
