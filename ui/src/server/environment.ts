import './weak-maps'
import 'core-js/web/url'
import 'core-js/web/url-search-params'

// What the modules of the application expect of a browser while they are loaded and drawn. The engine of the server
// (QuickJS) has the language only. It is loaded before every other module.

type Timer = () => void

/** Timers without a delay, in order; the engine runs them. Others never run: nothing may wait for a page. */
const timers: Timer[] = []

const nothing = () => undefined
const scope = globalThis as unknown as Record<string, unknown>

/** The facts of one page that scripts read from the document. */
export type Facts = {
  brand: string
  game: string
  stage: string
  cookie: string
  origin: string
  path: string
  picture: string
  zone: string
}

let facts: Facts = { brand: '', game: '', stage: '', cookie: '', origin: 'http://localhost', path: '/', picture: '', zone: '' }
let clock = 0

/** Addresses that the drawn page asked for without an answer at hand. */
export const unanswered = new Set<string>()

/** Addresses whose answer is that there is nothing, and whether that is told: the browser learns it before its first render. */
let gone: ReadonlySet<string> = new Set()
let telling = true

/** Begins a page: its facts, the time that it shows, in ms, and the addresses that have nothing. */
export function begin(next: Facts, now: number, nothingAt: readonly string[]): void {
  facts = next
  clock = now
  gone = new Set(nothingAt)
  telling = true
  unanswered.clear()
  timers.length = 0
}

/** The page is loaded: what it asks from now on is not answered. */
export function endLoading(): void {
  telling = false
}

/** Runs the timers that are due; returns how many there were. */
export function turn(): number {
  const due = timers.splice(0)
  for (const timer of due) timer()
  return due.length
}

const meta = (selector: string): { content: string } | null => {
  const values: Record<string, string> = { 'application-name': facts.brand, game: facts.game, stage: facts.stage }
  const name = /^meta\[name="([\w-]+)"\]$/.exec(selector)?.[1] ?? ''
  return values[name] ? { content: values[name] } : null
}

const element = () => ({
  dataset: {},
  style: {},
  setAttribute: nothing,
  toggleAttribute: nothing,
  getAttribute: () => null,
  append: nothing,
})

/** A kind of value that does not occur while pages are drawn; modules ask for it with instanceof. */
function Absent() {
  throw new Error('not on the server')
}

class Signal {
  aborted = false
  addEventListener = nothing
  removeEventListener = nothing
  throwIfAborted = nothing
}

Object.assign(scope, {
  self: globalThis,
  setTimeout: (run: Timer, delay?: number) => {
    if (!delay || delay <= 1) timers.push(run)
    return 0
  },
  clearTimeout: nothing,
  setInterval: () => 0,
  clearInterval: nothing,
  addEventListener: nothing,
  removeEventListener: nothing,
  dispatchEvent: () => true,
  matchMedia: () => ({ matches: false, addEventListener: nothing, removeEventListener: nothing }),
  getComputedStyle: () => ({ getPropertyValue: () => '' }),
  navigator: { onLine: true, userAgent: '', language: 'zh-CN', languages: ['zh-CN'], platform: '' },
  console: { log: nothing, info: nothing, debug: nothing, warn: nothing, error: nothing },
  history: { state: {} },
  fetch: (path: unknown) => {
    const address = String(path)
    if (!gone.has(address)) unanswered.add(address)
    else if (telling) return Promise.resolve({ ok: false, status: 404, headers: { get: () => null }, json: () => Promise.resolve({}) })
    return new Promise(nothing)
  },
  AbortController: class {
    signal = new Signal()
    abort() {
      this.signal.aborted = true
    }
  },
  AbortSignal: Signal,
  Event: class {
    constructor(readonly type: string) {}
  },
  DOMException: class extends Error {},
  Blob: Absent,
  File: Absent,
  Response: Absent,
  Request: Absent,
  Headers: Absent,
  FormData: Absent,
  TextEncoder: class {
    encode = (text: string) => text
  },
  location: {
    get origin() {
      return facts.origin
    },
    get href() {
      return facts.origin + facts.path
    },
    get host() {
      return new URL(facts.origin).host
    },
    get hostname() {
      return new URL(facts.origin).hostname
    },
    get protocol() {
      return new URL(facts.origin).protocol
    },
    get pathname() {
      return facts.path.split('?')[0] ?? '/'
    },
    get search() {
      const at = facts.path.indexOf('?')
      return at < 0 ? '' : facts.path.slice(at)
    },
  },
  document: {
    get cookie() {
      return facts.cookie
    },
    documentElement: element(),
    body: element(),
    head: { querySelector: meta, querySelectorAll: () => [], append: nothing },
    visibilityState: 'visible',
    getElementById: () => null,
    querySelector: (selector: string) =>
      selector.startsWith('link[rel="preload"]') && facts.picture ? { href: new URL(facts.picture, facts.origin).href } : null,
    querySelectorAll: () => [],
    addEventListener: nothing,
    removeEventListener: nothing,
    createElement: element,
  },
})
Date.now = () => clock

// The engine has no Intl. These write what browsers write in the one language of the interface (lib/format.ts), in the
// time zone of the page. e2e/tests/first-frame.test.mjs fails where React finds another text in a browser.

/** Minutes east of Greenwich of the page's time zone at a time: the program knows the zones (readapi/pages/render/zone.go). */
const east = (time: number) => (scope.offset as (zone: string, minute: number) => number)(facts.zone, Math.floor(time / 60_000) | 0)

// The engine knows no zone.
Date.prototype.getTimezoneOffset = function () {
  return -east(this.getTime())
}

const two = (value: number) => String(value).padStart(2, '0')

type DateStyle = { dateStyle?: string }

class NumberText {
  format(value: number): string {
    return String(Math.round(value)).replace(/\B(?=(\d{3})+(?!\d))/g, ',')
  }
}

class DateText {
  constructor(
    _language?: string,
    private readonly style: DateStyle = {},
  ) {}
  format(time: Date): string {
    const date = new Date(time.getTime() + east(time.getTime()) * 60_000)
    const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate()]
    if (!this.style.dateStyle) return `${year}/${two(month)}/${two(day)}`
    return `${year}年${month}月${day}日 ${two(date.getUTCHours())}:${two(date.getUTCMinutes())}`
  }
  resolvedOptions() {
    return { timeZone: facts.zone }
  }
}

/** The program's order of texts by pinyin (readapi/pages/render/order.go). */
const collate = (one: string, other: string, numeric: boolean) =>
  (scope.collate as (one: string, other: string, numeric: boolean) => number)(one, other, numeric)

class Order {
  constructor(
    _language?: string,
    private readonly how: { numeric?: boolean } = {},
  ) {}
  compare = (one: string, other: string) => collate(one, other, this.how.numeric === true)
}

const byCode = String.prototype.localeCompare
String.prototype.localeCompare = function (this: string, other: string, language?: unknown) {
  return language === undefined ? byCode.call(this, other) : collate(String(this), other, false)
}

Object.assign(scope, { Intl: { NumberFormat: NumberText, DateTimeFormat: DateText, Collator: Order } })
