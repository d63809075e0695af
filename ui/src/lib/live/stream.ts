import type { QueryClient } from '@tanstack/react-query'
import { holdPosition } from '@/lib/api/position'
import { takePreloaded } from '@/lib/api/preload'
import { endingKey } from '@/lib/session-end'
import { refresh } from './refresh'

const MAX_TOPICS = 16
const REMEMBERED = 200
const GATHER_MS = 30
const LINGER_MS = 5_000
const HIDDEN_MS = 30_000
const REFRESH_GAP_MS = 300
const BACKOFF_MS = { first: 1_000, most: 30_000 }

type Followed = { users: number; at: number | undefined }
type Message = { topic?: string; position: number }

/** The browser functions that a stream needs; tests replace them. */
export type Surroundings = { open: (url: string) => EventSource; random: () => number }

/**
 * One event stream for the whole tab. It is reopened when the topics change, the connection drops or the tab
 * becomes visible, each time with the known position of every topic, so that no change is missed.
 */
export class LiveStream {
  private topics = new Map<string, Followed>()
  private source: EventSource | undefined
  private opened: readonly string[] = []
  private failures = 0
  private timer: ReturnType<typeof setTimeout> | undefined
  private hiding: ReturnType<typeof setTimeout> | undefined
  private waiting = new Set<string>()
  private refreshing: ReturnType<typeof setTimeout> | undefined
  private floor: number | undefined
  private readonly client: QueryClient
  private readonly around: Surroundings

  constructor(client: QueryClient, around: Surroundings = { open: (url) => new EventSource(url), random: Math.random }) {
    this.client = client
    this.around = around
    document.addEventListener('visibilitychange', this.onVisibility)
    window.addEventListener('online', this.retryNow)
    window.addEventListener('pagehide', this.close)
    window.addEventListener('pageshow', this.retryNow)
  }

  /** Follows topics until the returned function is called. */
  follow(names: readonly string[]): () => void {
    for (const name of names) {
      const known = this.topics.get(name)
      this.topics.set(name, { users: (known?.users ?? 0) + 1, at: known ? known.at : this.start() })
    }
    this.sync(GATHER_MS)
    return () => {
      for (const name of names) {
        const known = this.topics.get(name)
        if (known) known.users -= 1
      }
      // An unused topic does no harm, and the next page often follows it again.
      this.sync(LINGER_MS)
    }
  }

  /** Closes everything, for tests. */
  dispose(): void {
    this.close()
    for (const timer of [this.timer, this.hiding, this.refreshing]) clearTimeout(timer)
    document.removeEventListener('visibilitychange', this.onVisibility)
    window.removeEventListener('online', this.retryNow)
    window.removeEventListener('pagehide', this.close)
    window.removeEventListener('pageshow', this.retryNow)
    this.topics.clear()
  }

  /** The log position of the preloaded data: all data read since is at least as new. */
  private start(): number | undefined {
    const preloaded = takePreloaded('position')?.data
    if (typeof preloaded === 'number') this.floor = preloaded
    return this.floor
  }

  private wanted(): string[] {
    return [...this.topics].flatMap(([name, one]) => (one.users > 0 ? [name] : [])).slice(0, MAX_TOPICS)
  }

  private sync(after: number): void {
    clearTimeout(this.timer)
    this.timer = setTimeout(() => this.connect(), after)
  }

  private connect(): void {
    if (this.ending()) return this.sync(REFRESH_GAP_MS)
    const wanted = this.wanted()
    if (wanted.length === 0) return this.close()
    if (document.visibilityState === 'hidden' && !this.source) return
    if (this.source && wanted.every((name) => this.opened.includes(name))) return
    this.close()
    this.forgetOld()
    const query = wanted.map((name) => {
      const at = this.topics.get(name)?.at
      return `topic=${encodeURIComponent(at === undefined ? name : `${name}@${at}`)}`
    })
    const source = this.around.open(`/_internal/live?${query.join('&')}`)
    this.source = source
    this.opened = wanted
    source.addEventListener('ready', (event) => {
      this.failures = 0
      const { position } = parse(event as MessageEvent)
      for (const name of wanted) {
        const one = this.topics.get(name)
        if (!one || one.at !== undefined) continue
        // Data that was read before the stream started has an unknown position.
        one.at = position
        this.changed(name)
      }
    })
    source.addEventListener('moved', (event) => this.moved(parse(event as MessageEvent)))
    source.addEventListener('unknown', (event) => this.moved(parse(event as MessageEvent)))
    source.onerror = () => {
      this.close()
      this.failures += 1
      const delay = Math.min(BACKOFF_MS.first * 2 ** (this.failures - 1), BACKOFF_MS.most)
      this.sync(delay * (0.5 + this.around.random() / 2))
    }
  }

  private moved({ topic, position }: Message): void {
    if (!topic) return
    const one = this.topics.get(topic)
    if (one) one.at = Math.max(one.at ?? 0, position)
    holdPosition(String(position))
    this.changed(topic)
  }

  private changed(topic: string): void {
    this.waiting.add(topic)
    // Several messages in a row cause one refetch.
    this.refreshing ??= setTimeout(() => this.refreshAll(), 0)
  }

  private refreshAll(): void {
    if (!this.ending()) {
      const topics = [...this.waiting]
      this.waiting.clear()
      void refresh(this.client, ...topics)
    }
    this.refreshing = setTimeout(() => {
      this.refreshing = undefined
      if (this.waiting.size > 0) this.refreshAll()
    }, REFRESH_GAP_MS)
  }

  /** Refetches would fail while a session ends; if the session stays, the queued moves are applied. */
  private ending(): boolean {
    return this.client.isMutating({ mutationKey: endingKey }) > 0
  }

  private forgetOld(): void {
    for (const [name, one] of this.topics) {
      if (this.topics.size <= REMEMBERED) return
      if (one.users === 0) this.topics.delete(name)
    }
  }

  private readonly close = (): void => {
    this.source?.close()
    this.source = undefined
    this.opened = []
  }

  private readonly retryNow = (): void => {
    if (!this.source) this.sync(0)
  }

  /** Browsers limit the connections to one server: hidden tabs close theirs. */
  private readonly onVisibility = (): void => {
    clearTimeout(this.hiding)
    if (document.visibilityState === 'hidden') this.hiding = setTimeout(this.close, HIDDEN_MS)
    else this.retryNow()
  }
}

function parse(event: MessageEvent): Message {
  try {
    const data: unknown = JSON.parse(String(event.data))
    if (data && typeof data === 'object' && 'position' in data && typeof data.position === 'number') {
      const topic = 'topic' in data && typeof data.topic === 'string' ? data.topic : undefined
      return { position: data.position, ...(topic ? { topic } : {}) }
    }
  } catch {
    // A malformed message is ignored.
  }
  return { position: 0 }
}

const streams = new WeakMap<QueryClient, LiveStream>()

/** The tab's stream for a query client. */
export function streamOf(client: QueryClient): LiveStream {
  let stream = streams.get(client)
  if (!stream) streams.set(client, (stream = new LiveStream(client)))
  return stream
}
