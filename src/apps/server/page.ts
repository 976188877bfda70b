import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname, join } from 'node:path';
import { gzipSync } from 'node:zlib';

/** A file of the page, as it is sent. */
interface PageFile {
  readonly type: string;
  readonly body: Buffer;
  readonly compressed: Buffer;
  readonly tag: string;
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
};

/** The files of the page, as they were built; all in memory, compressed once. */
export class Page {
  readonly #files = new Map<string, PageFile>();

  /** @param folder output of scripts/build.mjs; null: no page; throws if it does not exist */
  constructor(folder: string | null) {
    if (folder === null) return;
    for (const name of readdirSync(folder)) {
      const type = TYPES[extname(name)];
      if (type === undefined) continue;
      const body = readFileSync(join(folder, name));
      const tag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
      this.#files.set(name === 'page.html' ? '/' : `/${name}`, { type, body, compressed: gzipSync(body), tag });
    }
  }

  has(path: string): boolean {
    return this.#files.has(path);
  }

  send(path: string, request: IncomingMessage, response: ServerResponse): void {
    const file = this.#files.get(path);
    if (file === undefined) return;
    const { type, body, compressed, tag } = file;
    response.setHeader('ETag', tag);
    response.setHeader('Vary', 'Accept-Encoding');
    // Browsers may store it, but must revalidate: another version of the server has another page.
    response.setHeader('Cache-Control', 'private, no-cache');
    if (request.headers['if-none-match'] === tag) return void response.writeHead(304).end();
    const gzip = /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''));
    response.writeHead(200, { 'Content-Type': type, ...(gzip ? { 'Content-Encoding': 'gzip' } : {}) });
    response.end(gzip ? compressed : body);
  }
}
