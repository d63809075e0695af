import { servers } from '@/lib/hosting/servers'
import { opened } from './listen'
import { noRows, RowStore, type Arrived, type Rows } from './rows'
import { ConsoleSocket, type Around, type PowerFrame, type Refusal, type StatsFrame, type Status } from './socket'

/** Lines wait for the next frame of the screen; where the screen does not draw, for so many of them. */
const MOST_WAITING = 2_000

export type Snapshot = {
  status: Status
  rows: Rows
  power: PowerFrame | undefined
  /** When the process was started, in ms. */
  started: number | undefined
  stats: StatsFrame | undefined
  refused: Refusal | undefined
}

export type Surroundings = Partial<Around> & { frame?: (draw: () => void) => void }

/** What a page shows of a server's console. It changes at most once a frame. */
export class ConsoleSession {
  snapshot: Snapshot = {
    status: { kind: 'connecting' },
    rows: noRows,
    power: undefined,
    started: undefined,
    stats: undefined,
    refused: undefined,
  }
  private readonly store = new RowStore()
  private readonly listeners = new Set<() => void>()
  private readonly socket: ConsoleSocket
  private readonly frame: (draw: () => void) => void
  private changes: Partial<Snapshot> = {}
  private waiting: Arrived[] = []
  private drawing = false

  constructor(server: string, { frame = (draw) => void requestAnimationFrame(draw), ...around }: Surroundings = {}) {
    this.frame = frame
    this.socket = new ConsoleSocket(
      {
        status: (status) => this.change({ status }),
        arrived: (lines) => {
          this.waiting.push(...lines)
          if (this.waiting.length >= MOST_WAITING) this.draw()
          this.change({})
        },
        power: (power) => this.change({ power }),
        uptime: (seconds) => this.change({ started: seconds > 0 ? Date.now() - seconds * 1000 : undefined }),
        stats: (stats) => this.change({ stats }),
        refused: (refused) => this.change({ refused }),
      },
      { auth: () => servers.socket(server), open: opened, random: Math.random, ...around },
    )
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  readonly current = (): Snapshot => this.snapshot

  start(): void {
    this.socket.start()
  }

  stop(): void {
    this.socket.stop()
  }

  /** Connects now, also where it had ended. */
  again(): void {
    this.socket.start()
    this.socket.now()
  }

  command(cmd: string): boolean {
    this.change({ refused: undefined })
    return this.socket.command(cmd)
  }

  /** Takes the shown lines away; those that come stay. */
  clear(): void {
    this.draw()
    this.store.clear()
    this.change({ rows: this.store.rows })
  }

  private change(what: Partial<Snapshot>): void {
    Object.assign(this.changes, what)
    if (this.drawing) return
    this.drawing = true
    this.frame(() => this.draw())
  }

  private draw(): void {
    this.drawing = false
    const { waiting, changes } = this
    this.waiting = []
    this.changes = {}
    this.store.append(waiting)
    this.snapshot = { ...this.snapshot, ...changes, rows: this.store.rows }
    for (const listener of this.listeners) listener()
  }
}
