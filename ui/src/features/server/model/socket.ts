import { ApiError } from '@/lib/api/errors'
import type { InstallProgress } from '@/lib/hosting/installs'
import { withScheme, type NodeAuth } from '@/lib/hosting/request'
import type { Sent } from './line'
import type { Arrived } from './rows'

export type PowerFrame = { state: string; oom_killed?: boolean; exit_code?: number; since: string; next?: string }
export type StatsFrame = {
  cpu_percent: number | null
  ram_usage_bytes: number | null
  ram_total_bytes: number
  storage_usage_bytes: number | null
  storage_total_bytes: number
  players?: { online: number; max: number; names?: string[] } | null
}
export type Refusal = { cmd: string; reason: string }
/** How far a backup is; `progress` is from 0 to 1. */
export type BackupFrame = { id: string; task: string; progress: number; state: string }
/** An installation has ended. */
export type InstalledFrame = { result: string; reason: string }

/** Why a console does not come again by itself. */
export type Ending = 'forbidden' | 'gone' | 'suspended' | 'too-many' | 'signed-out' | 'blocked'

export type Status = { kind: 'connecting' | 'live' | 'waiting' } | { kind: 'ended'; why: Ending }

export type Heard = {
  status: (status: Status) => void
  arrived: (lines: readonly Arrived[]) => void
  power: (frame: PowerFrame) => void
  uptime: (seconds: number) => void
  stats: (frame: StatsFrame) => void
  refused: (refusal: Refusal) => void
  backup?: (frame: BackupFrame) => void
  installing?: (frame: InstallProgress) => void
  installed?: (frame: InstalledFrame) => void
}

/** The part of a WebSocket that is used. */
export type Line = Pick<WebSocket, 'send' | 'close'> & {
  onopen: (() => void) | null
  onmessage: ((event: { data: unknown }) => void) | null
  onclose: ((event: { code: number }) => void) | null
}

/** What a console takes from the browser; tests give their own. */
export type Around = {
  auth: () => Promise<NodeAuth>
  open: (url: string) => Line
  random: () => number
}

const BACKOFF_MS = { first: 500, most: 5_000 }
const UNAUTHORIZED = 4401
const endings: Readonly<Record<number, Ending>> = { 4403: 'forbidden', 4404: 'gone', 4409: 'suspended', 4429: 'too-many' }
const refusals: Readonly<Record<number, Ending>> = { 401: 'signed-out', 403: 'forbidden', 404: 'gone', 409: 'gone', 10_000: 'signed-out' }

type Frame = { event?: string } & Record<string, unknown>

/** http:// becomes ws://, everything else wss://. */
export const socketAddress = (url: string): string => withScheme(url).replace(/^http/, 'ws')

/**
 * The socket of a console. It connects again by itself and asks for the lines after the last one that it has, so that none is missing and
 * none comes twice.
 */
export class ConsoleSocket {
  private line: Line | undefined
  private timer: ReturnType<typeof setTimeout> | undefined
  private last = 0
  /** The socket has said yes to a token; the lines of another socket may begin anew. */
  private entered = false
  private continued = false
  private failures = 0
  /** Tokens that this socket refused. */
  private refused = 0
  private running = false
  private attempt = 0
  private readonly heard: Heard
  private readonly around: Around

  constructor(heard: Heard, around: Around) {
    this.heard = heard
    this.around = around
  }

  start(): void {
    if (this.running) return
    this.running = true
    window.addEventListener('online', this.now)
    document.addEventListener('securitypolicyviolation', this.blocked)
    this.heard.status({ kind: 'connecting' })
    void this.connect()
  }

  /** Ends it until the next start, which continues after the last line. */
  stop(): void {
    this.running = false
    this.attempt += 1
    clearTimeout(this.timer)
    window.removeEventListener('online', this.now)
    document.removeEventListener('securitypolicyviolation', this.blocked)
    this.drop()
    this.heard.status({ kind: 'connecting' })
  }

  /** Gives the server a line; false where nobody listens. */
  command(cmd: string): boolean {
    if (!this.entered || !this.line) return false
    this.line.send(JSON.stringify({ event: 'command', cmd }))
    return true
  }

  /** Connects at once instead of after the pause. */
  readonly now = (): void => {
    if (!this.running || this.line) return
    clearTimeout(this.timer)
    void this.connect()
  }

  /** The policy of a page names the nodes that had joined when it was opened. */
  private readonly blocked = ({ effectiveDirective, blockedURI }: SecurityPolicyViolationEvent): void => {
    if (effectiveDirective === 'connect-src' && /^wss?:/.test(blockedURI)) this.end('blocked')
  }

  private async connect(): Promise<void> {
    const attempt = ++this.attempt
    let auth: NodeAuth
    try {
      auth = await this.around.auth()
    } catch (error) {
      if (attempt === this.attempt) this.failed(error)
      return
    }
    if (attempt !== this.attempt) return
    const line = this.around.open(socketAddress(auth.url))
    this.line = line
    this.entered = false
    this.refused = 0
    this.continued = this.last > 0
    line.onopen = () => this.sendAuth(line, auth.token)
    line.onmessage = ({ data }) => {
      if (line === this.line) this.take(line, data)
    }
    line.onclose = ({ code }) => {
      if (line === this.line) this.closed(code)
    }
  }

  private sendAuth(line: Line, jwt: string): void {
    line.send(JSON.stringify({ event: 'auth', jwt, since: this.last }))
  }

  /** Shows a new token on the same socket. */
  private async renew(line: Line): Promise<void> {
    try {
      const { token } = await this.around.auth()
      if (line === this.line) this.sendAuth(line, token)
    } catch (error) {
      if (line !== this.line) return
      this.drop()
      this.failed(error)
    }
  }

  private take(line: Line, data: unknown): void {
    const frame = parsed(data)
    switch (frame.event) {
      case 'auth-ok':
        this.entered = true
        this.refused = 0
        this.failures = 0
        return this.heard.status({ kind: 'live' })
      case 'auth-expiring':
        return void this.renew(line)
      case 'auth-incorrect':
        // A new token that is refused too is one of a site that the node does not know: later.
        this.refused += 1
        if (this.refused < 2) return void this.renew(line)
        this.drop()
        return this.later()
      case 'lines':
        return this.lines(frame)
      case 'log':
        return this.heard.arrived(
          String(frame.message ?? '')
            .split('\n')
            .map((m) => ({ line: { t: new Date().toISOString(), s: String(frame.stream ?? 'out'), m } })),
        )
      case 'power-state':
        return this.heard.power(frame as unknown as PowerFrame)
      case 'uptime':
        return this.heard.uptime(Number(frame.uptime) || 0)
      case 'stats':
        return this.heard.stats(frame as unknown as StatsFrame)
      case 'backup-progress':
        return this.heard.backup?.({
          id: String(frame.id ?? ''),
          task: String(frame.task ?? ''),
          progress: Number(frame.progress) || 0,
          state: String(frame.state ?? ''),
        })
      case 'install-progress':
        return this.heard.installing?.(progressOf(frame))
      case 'installation-result':
        return this.heard.installed?.({ result: String(frame.result ?? ''), reason: String(frame.reason ?? '') })
      case 'refused':
        return this.heard.refused({ cmd: String(frame.cmd ?? ''), reason: String(frame.reason ?? '') })
    }
  }

  private lines(frame: Frame): void {
    const lines = Array.isArray(frame.lines) ? (frame.lines as Sent[]) : []
    const first = lines[0]?.n ?? 0
    const arrived: Arrived[] = []
    // A socket that goes on begins after the last line. A lower number is that of a console that was lost and counts anew.
    if (this.continued && first > 0 && first <= this.last) {
      this.last = 0
      arrived.push({ gap: { missing: 0, why: 'anew' } })
    }
    if (lines.length > 0) this.continued = false
    for (const line of lines) {
      const number = line.n ?? 0
      if (number <= this.last) continue
      const missing = number - this.last - 1
      if (missing > 0) arrived.push({ gap: { missing, why: this.last === 0 ? 'earlier' : 'lost' } })
      arrived.push({ line })
      this.last = number
    }
    if (arrived.length > 0) this.heard.arrived(arrived)
  }

  private closed(code: number): void {
    this.line = undefined
    this.entered = false
    if (!this.running) return
    const why = endings[code]
    if (why) return this.end(why)
    if (code === UNAUTHORIZED) this.failures += 1
    this.later()
  }

  private failed(error: unknown): void {
    if (!this.running) return
    const why = ApiError.is(error) ? refusals[error.status] : undefined
    if (why) this.end(why)
    else this.later()
  }

  private end(why: Ending): void {
    this.stop()
    this.heard.status({ kind: 'ended', why })
  }

  private later(): void {
    this.heard.status({ kind: 'waiting' })
    const most = Math.min(BACKOFF_MS.first * 2 ** this.failures, BACKOFF_MS.most)
    this.failures += 1
    clearTimeout(this.timer)
    this.timer = setTimeout(() => void this.connect(), BACKOFF_MS.first + this.around.random() * (most - BACKOFF_MS.first))
  }

  private drop(): void {
    const { line } = this
    this.line = undefined
    this.entered = false
    line?.close()
  }
}

const progressOf = (frame: Frame): InstallProgress => ({
  phase: String(frame.phase ?? '') as InstallProgress['phase'],
  files: Number(frame.files) || 0,
  files_total: Number(frame.files_total) || 0,
  bytes: Number(frame.bytes) || 0,
  bytes_total: Number(frame.bytes_total) || 0,
  since: String(frame.since ?? ''),
})

function parsed(data: unknown): Frame {
  try {
    return Object(JSON.parse(String(data))) as Frame
  } catch {
    return {}
  }
}
