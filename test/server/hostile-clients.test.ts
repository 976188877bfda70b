import { connect, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { scratchFolder } from '../scratch.ts';
import { answerTo, frame, RawWebSocket } from './raw-socket.ts';
import { TOKEN } from './serving.ts';
import { type ServingProcess, servingProcess } from './serving-process.ts';

/** Clients that mean harm, against `lemmata serve` as it is started, in a process whose memory is its own. */
let server: ServingProcess;
const data = scratchFolder('hostile');

beforeAll(async () => {
  server = await servingProcess(data);
});

afterAll(() => {
  server.child.kill('SIGKILL');
});

// A connection of its own: the server closes those that are idle, perhaps while a request is on its way.
const headers = { Authorization: `Bearer ${TOKEN}`, Connection: 'close' };
const MEGABYTE = 2 ** 20;
/** The most that a message may have. */
const UPLOAD = 6 * MEGABYTE;

async function lives(): Promise<void> {
  expect((await fetch(`${server.origin}/health`)).status).toBe(200);
}

async function closeOf(...frames: readonly Buffer[]): Promise<number | null> {
  const socket = new RawWebSocket(server.port);
  await socket.head;
  for (const one of frames) await socket.write(one);
  return socket.closed;
}

describe('a websocket', () => {
  it('is closed for what is announced beyond the limits, before it is sent', async () => {
    const announced = async (): Promise<void> => {
      const filler = Buffer.alloc(65_536);
      expect(await closeOf(frame({ opcode: 1, announced: UPLOAD + 1 }), filler)).toBe(1009);
      expect(await closeOf(frame({ opcode: 2, announced: 2 ** 30 }), filler)).toBe(1009);
      for (const opcode of [8, 9, 10]) expect(await closeOf(frame({ opcode, announced: 65_536 }), filler)).toBe(1009);
    };
    await announced();
    expect(await server.growthDuring(announced)).toBeLessThan(UPLOAD);
    await lives();
  });

  it('is never compressed, so that nothing small unfolds', async () => {
    const socket = new RawWebSocket(server.port, 'Sec-WebSocket-Extensions: permessage-deflate\r\n');
    expect(await socket.head).toContain(' 101 ');
    expect(await socket.head).not.toMatch(/extensions/i);
    socket.end();
    expect(await closeOf(frame({ opcode: 1, compressed: true }, 'x'))).toBe(1002);
  });

  it('is closed for text that is none, and for what is no frame', async () => {
    expect(await closeOf(frame({ opcode: 1 }, Buffer.from([0xc3, 0x28])))).toBe(1007);
    expect(await closeOf(frame({ opcode: 5 }, 'x'))).toBe(1002);
    expect(await closeOf(frame({ opcode: 0 }, 'x'))).toBe(1002);
    await lives();
  });

  it('is closed for fifty times 131,000 fragments of a byte, which fill no memory', async () => {
    const fragments = Buffer.concat([
      frame({ opcode: 1, fin: false }, 'x'),
      ...Array(131_000).fill(frame({ opcode: 0, fin: false }, 'x')),
    ]);
    const growth = await server.growthDuring(async () => {
      const codes = await Promise.all(Array.from({ length: 50 }, () => closeOf(fragments)));
      expect(new Set(codes)).toEqual(new Set([1008]));
    });
    expect(growth).toBeLessThan(64 * MEGABYTE);
    await lives();
  });
});

describe('a request', () => {
  const post = (body: string): Promise<Response> =>
    fetch(`${server.origin}/api/jobs`, {
      method: 'POST',
      body,
      headers: { ...headers, 'Content-Type': 'application/json' },
    });

  it('whose JSON is a million levels deep, or changes prototypes, or has other types, is refused', async () => {
    const deep = 1_000_000;
    const bodies = [
      '['.repeat(deep),
      `${'['.repeat(deep)}${']'.repeat(deep)}`,
      `{"files":${'['.repeat(deep)}${']'.repeat(deep)}}`,
      '{"__proto__":{"files":[{"name":"a.c","text":"x"}]}}',
      '{"files":[{"name":"a.c","text":"int a;"}],"__proto__":{"timeout":1e9}}',
      '{"files":{"length":1},"constructor":{"prototype":{"x":1}}}',
      '{"files":"a.c"}',
      '{"files":[{"name":["a.c"],"text":1}]}',
      'null',
      '"',
    ];
    const growth = await server.growthDuring(async () => {
      for (const body of bodies) expect((await post(body)).status).toBe(400);
      const socket = new RawWebSocket(server.port);
      await socket.head;
      for (const body of bodies) await socket.write(frame({ opcode: 1 }, body));
      // A message that is none has an answer, and the connection stays.
      await socket.write(frame({ opcode: 8 }, Buffer.from([3, 232])));
      expect(await socket.closed).toBe(1000);
    });
    expect(growth).toBeLessThan(128 * MEGABYTE);
    await lives();
  });

  it('is not unpacked, neither a compressed body nor an archive with links', async () => {
    const bomb = gzipSync(Buffer.alloc(128 * MEGABYTE));
    const growth = await server.growthDuring(async () => {
      const given = { ...headers, 'Content-Type': 'application/json' };
      for (const encoding of ['gzip', 'deflate', 'br']) {
        const compressed = { ...given, 'Content-Encoding': encoding };
        expect(
          (await fetch(`${server.origin}/api/jobs`, { method: 'POST', body: bomb, headers: compressed })).status,
        ).toBe(400);
      }
      const archive = { ...headers, 'Content-Type': 'application/x-tar' };
      expect((await fetch(`${server.origin}/api/jobs`, { method: 'POST', body: bomb, headers: archive })).status).toBe(
        400,
      );
    });
    expect(growth).toBeLessThan(16 * MEGABYTE);
    await lives();
  });

  it('has no way to hand an option to a compiler', async () => {
    const options = [
      '-fplugin=/tmp/x.so',
      '-specs=/tmp/x',
      '-wrapper',
      '-B/tmp',
      '@/etc/passwd',
      '-Wp,-fplugin=/tmp/x.so',
      '--config=/tmp/x',
      '-Xclang',
      '-load',
      '-include',
      '-I/',
      '-o',
      '--help',
    ];
    const task = { files: [{ name: 'a.c', text: 'int main(void) {}' }] };
    for (const option of options) {
      const tasks = [
        { files: [{ name: option, text: 'x' }] },
        { files: [{ name: `${option}.c`, text: 'x' }] },
        { ...task, errorFunction: option },
        { ...task, dataModel: option },
        { ...task, portfolio: option },
        { ...task, engines: [option] },
        { ...task, defines: [option] },
        { ...task, options: [option] },
        { ...task, [option]: true },
      ];
      for (const one of tasks) expect((await post(JSON.stringify(one))).status, JSON.stringify(one)).toBe(400);
    }
  });

  it('for another host finds none', async () => {
    const answer = await answerTo(
      server.port,
      `GET /api/jobs HTTP/1.1\r\nHost: evil.com\r\nAuthorization: Bearer ${TOKEN}\r\nConnection: close\r\n\r\n`,
    );
    expect(answer).toMatch(/^HTTP\/1\.1 403 /);
  });

  it('for a job or a file elsewhere finds nothing', async () => {
    const names = [
      '../x',
      '%2e%2e%2f%2e%2e%2fetc%2fpasswd',
      '%2Fetc%2Fpasswd',
      'a%00b',
      '..%5c..%5cetc',
      'A'.repeat(22),
      'A'.repeat(5000),
    ];
    for (const name of names) {
      const answer = await answerTo(
        server.port,
        `GET /api/jobs/${name}/task HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nAuthorization: Bearer ${TOKEN}\r\nConnection: close\r\n\r\n`,
      );
      expect(answer).toMatch(/^HTTP\/1\.1 (?:400|404) /);
    }
  });

  it('that says what is none, or says it too slowly, is closed', async () => {
    const authorised = `Host: 127.0.0.1:${server.port}\r\nAuthorization: Bearer ${TOKEN}\r\n`;
    const started = performance.now();
    const [slow, slowBody, many, large, upgrade, bare] = await Promise.all(
      [
        'GET / HTTP/1.1\r\nHost: localhost\r\nX-A: ',
        `POST /api/jobs HTTP/1.1\r\n${authorised}Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{`,
        `GET / HTTP/1.1\r\n${'a: b\r\n'.repeat(5000)}\r\n`,
        `POST /api/jobs HTTP/1.1\r\n${authorised}Content-Type: application/json\r\nContent-Length: 1000000000\r\n\r\n`,
        `GET /api/stream HTTP/1.1\r\n${authorised}Connection: Upgrade\r\nUpgrade: nothing\r\n\r\n`,
        `GET /api/stream HTTP/1.1\r\n${authorised}Connection: close\r\n\r\n`,
      ].map((text) => answerTo(server.port, text)),
    );
    expect(performance.now() - started).toBeLessThan(10_000);
    expect(slow).toContain(' 408 ');
    expect(slowBody).toContain(' 408 ');
    expect(many).toMatch(/ (?:400|431) /);
    expect(large).toContain(' 413 ');
    expect(upgrade).toContain(' 400 ');
    expect(bare).toContain(' 404 ');
    await lives();
  });
});

it('five thousand connections that say nothing keep nobody out, and are closed', async () => {
  const gone: Promise<void>[] = [];
  // What the system has not handed on waits in a queue of some hundred places.
  for (let batch = 0; batch < 20; batch++) {
    const sockets = Array.from({ length: 250 }, () => connect(server.port, '127.0.0.1').resume());
    gone.push(...sockets.map((socket) => once(socket, 'close')));
    await Promise.all(sockets.map((socket) => once(socket, 'connect')));
  }
  await lives();
  await Promise.all(gone);
  await lives();
});

function once(socket: Socket, name: 'connect' | 'close'): Promise<void> {
  return new Promise((done, reject) => {
    socket.once(name, () => done());
    socket.once('error', reject);
  });
}
