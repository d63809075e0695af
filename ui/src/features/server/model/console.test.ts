import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { HostingError } from '@/lib/hosting/errors'
import { complete, remember, typedBefore } from './commands'
import { isGap, rowOf, type Entry, type Row, type Sent } from './line'
import { foldedBy, RowStore, shownOf } from './rows'
import { ConsoleSession } from './session'
import { spansOf } from './sgr'
import { socketAddress, type Line } from './socket'

const line = (n: number, m: string, s = 'out'): Sent => ({ n, t: '2026-11-28T12:00:00Z', s, m })
const row = (m: string, s?: string, before?: Entry) => rowOf(0, line(1, m, s), before)
const said = ({ spans }: Row) => spans.map(({ text }) => text).join('')

test.each([
  ['[12:00:00] [Server thread/INFO]: Done', 'info', 'Done'],
  ['[12:00:00] [Server thread/WARN]: Late', 'warn', 'Late'],
  ['[12:00:00 ERROR]: Broken', 'error', 'Broken'],
  ['[28Nov2026 12:00:00.123] [main/ERROR] [a.b/C]: Broken', 'error', '[a.b/C]: Broken'],
  ['WARNING: old', 'warn', 'WARNING: old'],
  ['plain', 'info', 'plain'],
])('%s has the level %s', (text, level, shown) => {
  const made = row(text)
  expect([made.level, said(made)]).toEqual([level, shown])
})

test('what a program writes to its errors is one, unless it says a level', () => {
  expect([row('x', 'err').level, row('WARNING: x', 'err').level, row('[12:00:00 INFO]: x', 'err').level]).toEqual(['error', 'warn', 'info'])
})

test('colours are looks, and other control sequences and characters are left out', () => {
  expect(spansOf('\u001b[1;31mred\u001b[0m \u001b]0;title\u0007\u001b]52;c;eA==\u001b\\plain\u0000\u202e')).toEqual([
    { text: 'red', bold: true, colour: 'red' },
    { text: ' ' },
    { text: 'plain' },
  ])
  expect(spansOf('\u001b[38;5;10ma\u001b[38;2;1;2;3mb\u001b[2J')).toEqual([
    { text: 'a', colour: 'green' },
    { text: 'b', colour: 'green' },
  ])
})

test('a stack trace takes the level of its error and is folded after two frames', () => {
  const store = new RowStore()
  store.append([{ line: line(1, '[12:00:00 ERROR]: Broken') }, { line: line(2, 'java.lang.Error: x') }, ...frames(3, 40)])
  const before = store.rows.blocks[0]
  store.append(frames(43, 20))
  const entries = store.rows.blocks.flatMap((block) => block.entries)
  expect(store.rows.counts).toEqual({ info: 0, warn: 0, error: 2 })
  expect(store.rows.errors).toBe(2)
  const filter = { levels: new Set<never>(), text: '', open: new Set<number>() }
  const shown = shownOf(entries, filter)
  expect(shown).toHaveLength(4)
  expect(shown.map(foldedBy)).toEqual([0, 0, 0, 58])
  expect(shownOf(entries, { ...filter, open: new Set([1]) })).toHaveLength(62)
  expect(shownOf(entries, { ...filter, text: 'A40(' })).toHaveLength(1)
  // The block with the number of folded frames is drawn again when it grows.
  expect(store.rows.blocks[0]).not.toBe(before)
})

const frames = (from: number, count: number) =>
  Array.from({ length: count }, (_, at) => ({ line: line(from + at, `\tat a.A${from + at}(A.java)`) }))

test('five thousand rows are kept, and those of dropped blocks are not counted', () => {
  const store = new RowStore()
  for (let from = 1; from <= 7_000; from += 700)
    store.append(Array.from({ length: 700 }, (_, at) => ({ line: line(from + at, `[12:00:00 WARN]: ${from + at}`) })))
  const entries = store.rows.blocks.flatMap((block) => block.entries)
  expect(entries.length).toBe(5_000)
  expect(store.rows.counts.warn).toBe(5_000)
  expect(store.rows.came).toBe(7_000)
})

class FakeSocket implements Line {
  onopen: Line['onopen'] = null
  onmessage: Line['onmessage'] = null
  onclose: Line['onclose'] = null
  sent: Record<string, unknown>[] = []
  closedByUs = false
  readonly url: string
  constructor(url: string) {
    this.url = url
  }
  send(data: unknown) {
    this.sent.push(JSON.parse(String(data)) as Record<string, unknown>)
  }
  close() {
    this.closedByUs = true
  }
  say(event: string, more: object = {}) {
    this.onmessage?.({ data: JSON.stringify({ event, ...more }) })
  }
  lines(from: number, to: number) {
    this.say('lines', { lines: Array.from({ length: to - from + 1 }, (_, at) => line(from + at, `l${from + at}`)) })
  }
}

let sockets: FakeSocket[]
let tokens: number
let refuse: HostingError | undefined
const last = () => sockets.at(-1) ?? expect.unreachable('no socket')
const settle = () => vi.advanceTimersByTimeAsync(0)

function session() {
  const made = new ConsoleSession('srv1', {
    auth: () => (refuse ? Promise.reject(refuse) : Promise.resolve({ url: 'http://node:9/ws', token: `t${++tokens}` })),
    open: (url) => {
      const socket = new FakeSocket(url)
      sockets.push(socket)
      return socket
    },
    random: () => 1,
    frame: (draw) => draw(),
  })
  made.start()
  return made
}

async function entered() {
  const made = session()
  await settle()
  last().onopen?.()
  last().say('auth-ok')
  return made
}

const texts = ({ snapshot }: ConsoleSession) =>
  snapshot.rows.blocks.flatMap(({ entries }) => entries.map((entry) => (isGap(entry) ? `${entry.why} ${entry.missing}` : entry.text)))

beforeEach(() => {
  vi.useFakeTimers()
  sockets = []
  tokens = 0
  refuse = undefined
  sessionStorage.clear()
})
afterEach(() => {
  vi.useRealTimers()
})

test('a socket goes to ws:// where the node is on http://, and to wss:// elsewhere', () => {
  expect(['http://n:1/ws', 'https://n/ws', 'n.example/ws'].map(socketAddress)).toEqual(['ws://n:1/ws', 'wss://n/ws', 'wss://n.example/ws'])
})

test('the first frame is the token with the last number', async () => {
  const made = await entered()
  expect(last().url).toBe('ws://node:9/ws')
  expect(last().sent).toEqual([{ event: 'auth', jwt: 't1', since: 0 }])
  expect(made.snapshot.status).toEqual({ kind: 'live' })
})

test('after a lost connection no line is missing and none comes twice', async () => {
  const made = await entered()
  last().lines(1, 3)
  last().onclose?.({ code: 1006 })
  expect(made.snapshot.status).toEqual({ kind: 'waiting' })
  await vi.advanceTimersByTimeAsync(500)
  last().onopen?.()
  expect(last().sent[0]).toMatchObject({ since: 3 })
  last().say('auth-ok')
  last().lines(4, 5)
  last().lines(5, 6)
  expect(texts(made)).toEqual(['l1', 'l2', 'l3', 'l4', 'l5', 'l6'])
})

test('lines that are not kept any more leave a mark with their number', async () => {
  const made = await entered()
  last().lines(11, 11)
  last().lines(15, 15)
  expect(texts(made)).toEqual(['earlier 10', 'l11', 'lost 3', 'l15'])
})

test('a console that was lost on the node begins anew', async () => {
  const made = await entered()
  last().lines(40, 41)
  last().onclose?.({ code: 1001 })
  await vi.advanceTimersByTimeAsync(500)
  last().say('auth-ok')
  last().lines(1, 2)
  last().lines(3, 3)
  expect(texts(made)).toEqual(['earlier 39', 'l40', 'l41', 'anew 0', 'l1', 'l2', 'l3'])
})

test('it connects again after half a second to five seconds', async () => {
  session()
  const waits: number[] = []
  for (let tried = 0; tried < 6; tried++) {
    await settle()
    const count = sockets.length
    last().onclose?.({ code: 1006 })
    let waited = 0
    while (sockets.length === count) {
      await vi.advanceTimersByTimeAsync(100)
      waited += 100
    }
    waits.push(waited)
  }
  expect(waits).toEqual([500, 1_000, 2_000, 4_000, 5_000, 5_000])
})

test('a token that ends is renewed on the same socket', async () => {
  await entered()
  last().lines(1, 2)
  last().say('auth-expiring')
  await settle()
  expect(sockets).toHaveLength(1)
  expect(last().sent.at(-1)).toEqual({ event: 'auth', jwt: 't2', since: 2 })
})

test('a refused token is asked for again once, then the socket waits', async () => {
  const made = session()
  await settle()
  last().onopen?.()
  last().say('auth-incorrect')
  await settle()
  expect(last().sent.map(({ jwt }) => jwt)).toEqual(['t1', 't2'])
  last().say('auth-incorrect')
  expect(last().closedByUs).toBe(true)
  expect(made.snapshot.status).toEqual({ kind: 'waiting' })
})

test.each([
  [4403, 'forbidden'],
  [4404, 'gone'],
  [4409, 'suspended'],
  [4429, 'too-many'],
])('a close with %i is the end, until somebody asks again', async (code, why) => {
  const made = await entered()
  last().onclose?.({ code })
  expect(made.snapshot.status).toEqual({ kind: 'ended', why })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(sockets).toHaveLength(1)
  made.again()
  await settle()
  expect(sockets).toHaveLength(2)
})

test('a page that was opened before the node joined says that it must be loaded again', async () => {
  const made = session()
  await settle()
  const blocked = (blockedURI: string, effectiveDirective = 'connect-src') =>
    document.dispatchEvent(Object.assign(new Event('securitypolicyviolation'), { effectiveDirective, blockedURI }))
  blocked('https://elsewhere.example/x.png', 'img-src')
  blocked('https://elsewhere.example/beacon')
  expect(made.snapshot.status).toEqual({ kind: 'connecting' })
  blocked('ws://node:9/ws')
  expect(made.snapshot.status).toEqual({ kind: 'ended', why: 'blocked' })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(sockets).toHaveLength(1)
})

test('a site that refuses a token ends it, and one that does not answer is asked again', async () => {
  refuse = new HostingError(502, 'x')
  const made = session()
  await settle()
  expect(made.snapshot.status).toEqual({ kind: 'waiting' })
  refuse = new HostingError(404, 'x')
  await vi.advanceTimersByTimeAsync(5_000)
  expect(made.snapshot.status).toEqual({ kind: 'ended', why: 'gone' })
})

test('states, figures and refusals are shown, and a clear keeps what comes', async () => {
  const made = await entered()
  last().say('power-state', { state: 'crashed', exit_code: 3, since: '2026-11-28T12:00:00Z' })
  last().say('uptime', { uptime: 60 })
  last().say('stats', { cpu_percent: 12, ram_total_bytes: 1 })
  expect(made.command('list')).toBe(true)
  last().say('refused', { cmd: 'list', reason: 'not-running' })
  expect(made.snapshot).toMatchObject({
    power: { exit_code: 3 },
    stats: { cpu_percent: 12 },
    refused: { cmd: 'list', reason: 'not-running' },
  })
  expect(made.snapshot.started).toBe(Date.now() - 60_000)
  last().lines(1, 1)
  made.clear()
  last().lines(2, 2)
  expect(texts(made)).toEqual(['l2'])
})

test('a broken frame, and one of a later node, change nothing', async () => {
  const made = await entered()
  last().onmessage?.({ data: '{' })
  last().say('new-thing')
  last().say('log', { message: 'a\nb' })
  expect(texts(made)).toEqual(['a', 'b'])
})

test('lines that come between two frames of the screen are written together', async () => {
  const draws: (() => void)[] = []
  const made = new ConsoleSession('srv1', {
    auth: () => Promise.resolve({ url: 'n', token: 't' }),
    open: (url) => {
      const socket = new FakeSocket(url)
      sockets.push(socket)
      return socket
    },
    frame: (draw) => draws.push(draw),
  })
  made.start()
  await settle()
  for (let n = 1; n <= 500; n++) last().lines(n, n)
  expect(draws).toHaveLength(1)
  expect(texts(made)).toEqual([])
  draws[0]?.()
  expect(texts(made)).toHaveLength(500)
})

test('a typed command is remembered for its server in this tab', () => {
  remember('a', 'list')
  remember('a', 'say x')
  remember('a', 'list')
  expect([typedBefore('a'), typedBefore('b')]).toEqual([['say x', 'list'], []])
})

test.each([
  ['wh', 'whitelist ', 5],
  ['whitelist a', 'whitelist add ', 0],
  ['kick ba', 'kick banmei ', 0],
  ['save', 'save-', 3],
  ['', undefined, undefined],
  ['xyz', undefined, undefined],
])('%s is completed to %s', (text, completed, candidates) => {
  const found = complete(text, ['banmei'])
  expect([found?.text, found?.candidates.length]).toEqual([completed, candidates])
})
