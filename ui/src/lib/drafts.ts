import { forgetSeen } from './seen'
import { readLocal, writeLocal } from './storage'

const PREFIX = 'modyard.draft.'
const LIFE_MS = 30 * 24 * 3600_000
const MOST = 40
/** Maximum characters of one draft, and of all together: browsers give a site about five million. */
const MAX_ONE = 400_000
const MAX_ALL = 2_000_000

export type Kept<T> = {
  value: T
  at: number
  /** The saved value on the server at that time, to detect later changes. */
  base?: string | undefined
}

const keyOf = (account: string, place: string): string => `${PREFIX}${account}.${place}`

function keys(account?: string): string[] {
  const start = account === undefined ? PREFIX : `${PREFIX}${account}.`
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(start))
  } catch {
    return []
  }
}

function remove(key: string): void {
  try {
    localStorage.removeItem(key)
  } catch {
    // Reading fails there too.
  }
}

function isKept(value: unknown): value is Kept<unknown> {
  return typeof value === 'object' && value !== null && 'value' in value && 'at' in value && typeof value.at === 'number'
}

/** Deletes expired drafts, and the oldest while there are too many. */
function tidy(now: number): void {
  const all = keys().map((key) => {
    const kept = readLocal(key)
    return { key, at: isKept(kept) ? kept.at : 0, size: localStorage.getItem(key)?.length ?? 0 }
  })
  all.sort((a, b) => b.at - a.at)
  let size = 0
  all.forEach((one, place) => {
    size += one.size
    if (place >= MOST || size > MAX_ALL || now - one.at > LIFE_MS) remove(one.key)
  })
}

/** Stores an account's draft for a place in this browser. */
export function keepDraft(account: string, place: string, value: unknown, base?: string, now = Date.now()): void {
  const kept: Kept<unknown> = { value, at: now, ...(base === undefined ? {} : { base }) }
  if (JSON.stringify(kept).length > MAX_ONE) return
  writeLocal(keyOf(account, place), kept)
  tidy(now)
}

/** The draft that was stored there in the last 30 days. */
export function readDraft(account: string, place: string, now = Date.now()): Kept<unknown> | undefined {
  const kept = readLocal(keyOf(account, place))
  return isKept(kept) && now - kept.at <= LIFE_MS ? kept : undefined
}

export function dropDraft(account: string, place: string): void {
  remove(keyOf(account, place))
}

/** Deletes what this browser keeps for a person, when an account signs out: its drafts, and what was looked at. */
export function dropPrivate(account: string): void {
  for (const key of keys(account)) remove(key)
  forgetSeen()
}
