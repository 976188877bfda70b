import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { afterEach, expect, it, vi } from 'vitest';
import { Access } from '../../../../src/apps/server/access.ts';

const HOST = '127.0.0.1:8123';

function request(headers: Record<string, string>): IncomingMessage {
  return Object.assign(new IncomingMessage(new Socket()), { headers: { host: HOST, ...headers } });
}

function cookieOf(access: Access): string {
  return access.newSession().split(';')[0];
}

afterEach(() => {
  vi.useRealTimers();
});

it('sessions end after a day', () => {
  vi.useFakeTimers();
  const access = new Access('a-token-for-the-tests', [HOST], 8123);
  const asked = request({ cookie: cookieOf(access) });
  const client = access.client(asked, { reading: true });
  expect(client).toMatch(/^session /);
  vi.advanceTimersByTime(23 * 3_600_000);
  expect(access.client(asked, { reading: true })).toBe(client);
  vi.advanceTimersByTime(3_600_001);
  expect(() => access.client(asked, { reading: true })).toThrow('a token is needed');
});

it('sessions of another server, and what only begins like one, are none', () => {
  const [mine, other] = ['a-token-for-the-tests', 'another-token-of-tests'].map(
    (token) => new Access(token, [HOST], 8123),
  );
  const cookie = cookieOf(mine);
  for (const wrong of [
    cookieOf(other),
    cookie.slice(0, -1),
    `${cookie}x`,
    `x${cookie}`,
    'lemmata_session_8123=',
    'lemmata_session_8123=__proto__',
  ])
    expect(() => mine.client(request({ cookie: wrong }), { reading: true })).toThrow('a token is needed');
  expect(mine.client(request({ cookie: `a=b; ${cookie}; c=d` }), { reading: true })).toMatch(/^session /);
  expect(() => mine.client(request({ authorization: 'Bearer another-token-of-tests' }), { reading: true })).toThrow(
    'wrong',
  );
});

it('servers at two ports of a host keep their sessions apart', () => {
  const [mine, other] = [8123, 8124].map((port) => new Access('a-token-for-the-tests', [HOST], port));
  const cookie = `${cookieOf(mine)}; ${cookieOf(other)}`;
  expect(new Set(cookie.split('; ').map((one) => one.split('=')[0])).size).toBe(2);
  for (const access of [mine, other])
    expect(access.client(request({ cookie }), { reading: true })).toMatch(/^session /);
});

it('what names the server is answered, whatever else is not', () => {
  const access = new Access('a-token-for-the-tests', [HOST, 'localhost:8123'], 8123);
  for (const host of [HOST, 'LOCALHOST:8123']) expect(() => access.checkSource(request({ host }))).not.toThrow();
  for (const host of [
    '',
    'evil.com',
    'evil.com:8123',
    '127.0.0.1',
    '127.0.0.1:80',
    'localhost.evil.com:8123',
    `${HOST}@evil.com`,
  ])
    expect(() => access.checkSource(request({ host }))).toThrow('host');
  for (const origin of [
    'null',
    '',
    'http://evil.com',
    `http://${HOST}.evil.com`,
    `http://${HOST}/`,
    'file://',
    'http://localhost:8124',
  ])
    expect(() => access.checkSource(request({ origin }))).toThrow('origins');
  expect(() => access.checkSource(request({ 'sec-fetch-site': 'cross-site' }))).toThrow('origins');
  const followed = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
  expect(() => access.checkSource(request(followed), { link: true })).not.toThrow();
  expect(() => access.checkSource(request(followed))).toThrow('origins');
  for (const [name, value] of [
    ['sec-fetch-mode', 'cors'],
    ['sec-fetch-dest', 'iframe'],
    ['origin', 'http://evil.com'],
  ])
    expect(() => access.checkSource(request({ ...followed, [name]: value }), { link: true })).toThrow('origins');
});
