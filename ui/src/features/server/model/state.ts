import type { Tone } from '@/components/ui/badge'
import { addressAt } from '@/lib/hosting/address'
import type { PowerAction, Server } from '@/lib/hosting/servers'
import { serverText as t } from '@/lib/i18n/zh-Hans/server'
import type { Snapshot } from './session'

/** What a page says of a server: the one thing that matters most. */
export type Shown = keyof typeof t.states

/** From this time on a start is called a slow one, in ms. */
const SLOW_MS = 60_000
/** So long a page believes that a power action is on its way, in ms. */
const BELIEVED_MS = 60_000

const POWER_RIGHT = 1 << 1
const COMMAND_RIGHT = 1 << 2

/** A power action that was asked for on this page, and when, in ms. */
export type Asked = { action: PowerAction; at: number }

const begins: Readonly<Record<PowerAction, Shown>> = { Start: 'starting', Restart: 'restarting', Stop: 'stopping', Kill: 'stopping' }

export function stateOf(server: Server, now: number, asked?: Asked): Shown {
  const { power, host, last_run: run } = server
  if (server.deleted) return 'deleted'
  if (server.suspended) return 'suspended'
  if (!host) return 'unlinked'
  if (!host.connected) return 'away'
  if (asked && now - asked.at < BELIEVED_MS) return begins[asked.action]
  if (server.status === 'installing' || server.status === 'broken') return server.status
  switch (power.state) {
    case 'running':
      return power.unresponsive ? 'unresponsive' : 'running'
    case 'starting':
      return power.since && now - Date.parse(power.since) > SLOW_MS ? 'slow' : 'starting'
    case 'crashed':
      return run.seen === 'given-up' && !power.next ? 'given-up' : 'crashed'
    case 'stopped':
      return server.software === 'none' ? 'empty' : 'stopped'
    case 'unknown':
      return 'away'
    default:
      return power.state
  }
}

export const tones: Readonly<Record<Shown, Tone>> = {
  deleted: 'bad',
  suspended: 'warn',
  unlinked: 'neutral',
  away: 'warn',
  installing: 'info',
  broken: 'bad',
  empty: 'neutral',
  starting: 'info',
  slow: 'warn',
  running: 'ok',
  unresponsive: 'warn',
  restarting: 'info',
  stopping: 'info',
  stopped: 'neutral',
  crashed: 'bad',
  'given-up': 'bad',
}

const alive: ReadonlySet<Shown> = new Set(['starting', 'slow', 'running', 'unresponsive', 'restarting', 'stopping'])

const running: ReadonlySet<Server['power']['state']> = new Set(['starting', 'running', 'restarting', 'stopping'])

/** Whether the server has a process, as far as the page knows. */
export const isAlive = (shown: Shown): boolean => alive.has(shown)

/** Why a server cannot take an action now; undefined where it can. */
export function refusalOf(server: Server, shown: Shown, action: PowerAction): string | undefined {
  const { refused } = t
  if (shown === 'deleted' || shown === 'suspended') return refused[shown]
  if (shown === 'away' || shown === 'unlinked') return refused.away
  if (!(server.current_user_permissions & POWER_RIGHT)) return refused.right
  // An installation waits for the end of the process, which may need force.
  if (action === 'Kill') return isAlive(shown) || (shown === 'installing' && running.has(server.power.state)) ? undefined : refused.idle
  if (shown === 'installing') return refused.installing
  if (shown === 'stopping') return refused.stopping
  if (action === 'Start') return isAlive(shown) ? refused.running : server.software === 'none' ? refused.empty : undefined
  if (action === 'Stop' && shown === 'crashed' && server.power.next) return undefined
  return isAlive(shown) ? undefined : refused.idle
}

export const mayCommand = (server: Server): boolean => (server.current_user_permissions & COMMAND_RIGHT) !== 0

/** The record with what the console's socket said since. */
export function withLive(server: Server, { status, power }: Pick<Snapshot, 'status' | 'power'>): Server {
  if (status.kind !== 'live' || !power || !server.host?.connected) return server
  const state = power.state as Server['power']['state']
  if (state === server.power.state && power.since === server.power.since) return server
  return {
    ...server,
    power: {
      ...server.power,
      state,
      since: power.since,
      next: power.next ?? null,
      unresponsive: server.power.unresponsive && state === 'running',
      exit:
        power.exit_code === undefined
          ? server.power.exit
          : { seconds: 0, ...server.power.exit, code: power.exit_code, out_of_memory: power.oom_killed ?? false },
    },
  }
}

/** The address that players type; undefined where the node has none yet. */
export function addressOf({ net }: Pick<Server, 'net'>): string | undefined {
  const { domain, ip, port } = net
  if (domain) return domain
  return ip ? addressAt(ip, port) : undefined
}

/** 6 天 4 小时, 2 分 5 秒. */
export function spanOf(seconds: number): string {
  const s = Math.max(0, Math.floor(seconds))
  if (s < 60) return t.span.seconds(s)
  if (s < 3_600) return t.span.minutes(Math.floor(s / 60), s % 60)
  if (s < 86_400) return t.span.hours(Math.floor(s / 3_600), Math.floor((s % 3_600) / 60))
  return t.span.days(Math.floor(s / 86_400), Math.floor((s % 86_400) / 3_600))
}

export type Ended = { code?: number | null; signal?: string; outOfMemory?: boolean; seconds?: number }

/** How a process ended, in words. */
export function exitWords({ code, signal, outOfMemory, seconds }: Ended, cause = ''): string {
  const words = [
    t.causes[cause] ?? cause,
    outOfMemory ? t.exit.memory : '',
    signal ? t.exit.signal(signal) : code === null || code === undefined ? '' : t.exit.code(String(code)),
    seconds ? t.exit.after(spanOf(seconds)) : '',
  ].filter(Boolean)
  return words.join('，') || t.exit.unknown
}
