import { readFileSync } from 'node:fs';
import type { ObjectStore } from '@nats-io/obj';
import { sha256 } from '../../../base/files.ts';

/** Puts a file into the store, under its digest, unless it is there. Null for a file that cannot be read. */
export async function sendFile(store: ObjectStore, file: string): Promise<string | null> {
  let bytes: Uint8Array;
  try {
    bytes = readFileSync(file);
  } catch {
    return null;
  }
  return sendBytes(store, bytes);
}

/** Puts bytes into the store, under their digest, unless they are there. */
export async function sendBytes(store: ObjectStore, bytes: Uint8Array): Promise<string> {
  const digest = sha256(bytes);
  const there = await store.info(digest);
  if (there === null || there.deleted) await store.putBlob({ name: digest }, bytes);
  return digest;
}

/**
 * The content that belongs to a digest; null if the store has none, or has other content under its
 * name.
 */
export async function fetchFile(store: ObjectStore, digest: string): Promise<Uint8Array | null> {
  const bytes = await store.getBlob(digest);
  return bytes !== null && sha256(bytes) === digest ? bytes : null;
}
