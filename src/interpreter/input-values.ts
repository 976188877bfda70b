import { rewrap, type Wide, wrapSigned, wrapUnsigned } from '../base/wide.ts';
import type { CType } from '../c/types/types.ts';
import { readerOf, writeBits } from './access.ts';
import { wrapper } from './arithmetic.ts';
import type { Representation, Value } from './values.ts';

/** Converts inputs of a scalar type to values. */
export interface InputDecoder {
  /** Number of significant bits: 1 for `bool`. */
  readonly bits: number;
  /** `raw`: an integer modulo 2^`bits`, as sources give it. */
  readonly decode: (raw: Wide) => Value;
}

/** Returns the decoder of inputs of a scalar type. */
export function inputDecoder(type: CType, representation: Representation): InputDecoder {
  const bool = type.kind === 'integer' && type.name === 'bool';
  const bits = bool ? 1 : representation.size * 8;
  return { bits, decode: decoderOf(bits, representation) };
}

function decoderOf(bits: number, representation: Representation): InputDecoder['decode'] {
  switch (representation.kind) {
    case 'int': {
      const wrap = wrapper(representation);
      return (raw) => wrap(typeof raw === 'number' ? raw : Number(BigInt.asIntN(32, raw)));
    }
    case 'wide': {
      const { signed } = representation;
      return (raw) => {
        if (typeof raw === 'number') return rewrap(raw, signed);
        return signed ? wrapSigned(raw) : wrapUnsigned(raw);
      };
    }
    default:
      return (raw) => valueFromBits(representation, BigInt.asUintN(bits, BigInt(raw)));
  }
}

/** Returns the value of a representation whose bytes hold `bits`. */
function valueFromBits(representation: Representation, bits: bigint): Value {
  const view = new DataView(new ArrayBuffer(Math.max(representation.size, 16)));
  // The order of the bytes does not matter, as long as it is one.
  writeBits(view, 0, representation.size, bits, true);
  return readerOf(representation, true)(view, 0);
}
