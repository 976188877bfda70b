import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Access } from './access.ts';
import { readTask } from './client-messages.ts';
import type { Job } from './job/job.ts';
import type { Jobs } from './job/jobs.ts';
import type { Limits } from './limits.ts';
import type { Metrics } from './metrics.ts';
import type { Page } from './page.ts';
import { REFUSALS, Refusal } from './protocol.ts';

/** The page loads nothing from elsewhere, and texts are never interpreted as markup. */
const HEADERS = {
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cache-Control': 'no-store',
};

/**
 * The answers to plain requests:
 *
 *     POST   /api/jobs               a task; 201 and {"job": id}
 *     GET    /api/jobs               all jobs, newest first
 *     GET    /api/jobs/ID            its state
 *     DELETE /api/jobs/ID            cancels it
 *     GET    /api/jobs/ID/task       what was submitted
 *     GET    /api/jobs/ID/events     those kept; `?after=N`: after that number
 *     GET    /api/jobs/ID/result     as `lemmata verify --json`; 409 while there is none
 *     GET    /api/jobs/ID/witness    409 while, and 404 if there is none
 *     GET    /api/jobs/ID/sarif
 *     GET    /api/cluster            the workers of the queue, as `lemmata cluster status --json`; 404 where jobs run here
 *     GET    /metrics, /health       the latter without token
 */
export class Rest {
  constructor(
    private readonly access: Access,
    private readonly jobs: Jobs,
    private readonly limits: Limits,
    private readonly metrics: Metrics,
    private readonly page: Page,
    /** Returns the state of the workers of the queue; null: jobs run here. */
    private readonly cluster: (() => Promise<object>) | null = null,
  ) {}

  handle(request: IncomingMessage, response: ServerResponse): void {
    for (const [name, value] of Object.entries(HEADERS)) response.setHeader(name, value);
    this.#route(request, response).catch((error: unknown) => {
      const code = error instanceof Refusal ? error.code : 'internal';
      this.metrics.refused.inc({ why: code });
      if (response.headersSent) return void response.destroy();
      if (code === 'unauthorised') response.setHeader('WWW-Authenticate', 'Bearer');
      // The rest of a body that is too large is not read.
      if (code === 'too-large') response.setHeader('Connection', 'close');
      const message = error instanceof Refusal ? error.message : 'an internal error';
      json(response, REFUSALS[code], { error: { code, message } });
    });
  }

  async #route(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.access.checkSource(request);
    const { pathname, searchParams } = addressOf(request);
    const method = request.method ?? 'GET';
    const reading = method === 'GET' || method === 'HEAD';
    if (pathname === '/health' && reading)
      return json(response, 200, { status: 'ok', running: this.jobs.running, waiting: this.jobs.waiting });
    const token = searchParams.get('token');
    if (pathname === '/' && reading && token !== null) {
      if (!this.access.isToken(token)) throw new Refusal('unauthorised', 'the token is wrong');
      // The token leaves the address, and therefore the history.
      response.writeHead(303, { Location: '/', 'Set-Cookie': this.access.newSession() }).end();
      return;
    }
    const client = this.access.client(request, { reading });
    if (this.page.has(pathname) && reading) return this.page.send(pathname, request, response);
    if (pathname === '/metrics' && reading)
      return text(response, this.metrics.registry.contentType, await this.metrics.registry.metrics());
    if (pathname === '/api/jobs' && method === 'POST') {
      const job = await this.jobs.submit(client, readTask(await this.#body(request)));
      response.setHeader('Location', `/api/jobs/${job.id}`);
      return json(response, 201, { job: job.id });
    }
    if (pathname === '/api/jobs' && reading) return json(response, 200, { jobs: this.jobs.list() });
    if (pathname === '/api/cluster' && reading) {
      if (this.cluster === null) throw new Refusal('no-such-job', 'jobs run on this machine');
      return json(response, 200, await this.cluster());
    }
    const match = /^\/api\/jobs\/([A-Za-z0-9_-]{22})(?:\/([a-z]+))?$/.exec(pathname);
    if (match === null) throw new Refusal('no-such-job', 'there is nothing here');
    const job = this.jobs.get(match[1]);
    if (match[2] === undefined && method === 'DELETE') {
      await this.jobs.cancel(job);
      return json(response, 200, job.summary());
    }
    if (!reading) throw new Refusal('method-not-allowed', 'this can only be read');
    return this.#show(job, match[2] ?? 'summary', Number(searchParams.get('after') ?? 0), response);
  }

  async #show(job: Job, what: string, after: number, response: ServerResponse): Promise<void> {
    switch (what) {
      case 'summary':
        return json(response, 200, job.summary());
      case 'task':
        return json(response, 200, await job.task());
      case 'events': {
        if (!Number.isSafeInteger(after) || after < 0)
          throw new Refusal('bad-request', 'after is the number of an event');
        const events = [...(await job.log()).after(after)].map(({ number, event }) => ({ number, event }));
        job.forget();
        return json(response, 200, { state: job.state, events });
      }
      case 'result': {
        if (!job.over) throw new Refusal('not-ready', `the job is ${job.state}`);
        const log = await job.log();
        const last = log.get(log.last)?.event;
        job.forget();
        if (last?.kind !== 'verdict')
          throw new Refusal('no-such-job', `the job ended without a verdict: it is ${job.state}`);
        return json(response, 200, last.result);
      }
      case 'witness':
      case 'sarif': {
        const document = await this.jobs.document(job, what);
        response.setHeader(
          'Content-Disposition',
          `attachment; filename="${what === 'sarif' ? 'result.sarif' : 'witness.yml'}"`,
        );
        return text(response, what === 'sarif' ? 'application/sarif+json' : 'text/plain; charset=utf-8', document);
      }
      default:
        throw new Refusal('no-such-job', 'there is nothing here');
    }
  }

  async #body(request: IncomingMessage): Promise<string> {
    if (!/^application\/json\b/.test(request.headers['content-type'] ?? ''))
      throw new Refusal('bad-request', 'the body must be application/json');
    const most = 1.5 * this.limits.uploadBytes;
    if (Number(request.headers['content-length'] ?? 0) > most) throw new Refusal('too-large', 'the body is too large');
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of request as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > most) throw new Refusal('too-large', 'the body is too large');
      chunks.push(chunk);
    }
    return Buffer.concat(chunks).toString();
  }
}

function addressOf(request: IncomingMessage): URL {
  try {
    return new URL(request.url ?? '/', 'http://lemmata.invalid');
  } catch {
    throw new Refusal('bad-request', 'this is not an address');
  }
}

function json(response: ServerResponse, status: number, value: object): void {
  response.writeHead(status, { 'Content-Type': 'application/json; charset=utf-8' }).end(`${JSON.stringify(value)}\n`);
}

function text(response: ServerResponse, type: string, body: string): void {
  response.writeHead(200, { 'Content-Type': type }).end(body);
}
