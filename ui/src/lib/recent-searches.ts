import { readLocal, writeLocal } from './storage'

const KEY = 'recent-searches'
const MOST = 8
const LONGEST = 64

/** What was searched for in this browser, the newest first. */
export function recentSearches(): string[] {
  const kept = readLocal(KEY)
  return Array.isArray(kept) ? kept.filter((one): one is string => typeof one === 'string' && one.length <= LONGEST).slice(0, MOST) : []
}

/** Keeps a text that was searched for. A text that goes on from the newest one replaces it. */
export function remember(text: string): void {
  const said = text.trim()
  if (said === '' || said.length > LONGEST) return
  const [newest, ...older] = recentSearches()
  const kept = newest === undefined || said.startsWith(newest) ? older : [newest, ...older]
  writeLocal(KEY, [said, ...kept.filter((one) => one !== said)].slice(0, MOST))
}

/** Forgets all of them. */
export function forgetSearches(): void {
  writeLocal(KEY, [])
}
