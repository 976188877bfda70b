import { Ajv } from 'ajv';

export const listOf = (items: object) => ({ type: 'array', items });

/** An object with these fields and no others; those of `more` may be missing. */
export function record(properties: Readonly<Record<string, object>>, more: Readonly<Record<string, object>> = {}) {
  const all = { ...properties, ...more };
  return { type: 'object', properties: all, required: Object.keys(properties), additionalProperties: false };
}

export const orNull = (schema: object) => ({ anyOf: [{ type: 'null' }, schema] });

/** Reads messages of one kind; null for what is none. */
export function reader<T>(schema: object): (bytes: Uint8Array) => T | null {
  const isMessage = new Ajv({ allowUnionTypes: true }).compile<T>(schema);
  return (bytes) => {
    const value = parse(bytes);
    return isMessage(value) ? value : null;
  };
}

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return null;
  }
}
