import type { Happening } from '@/features/server/parts'
import { serverHistoryText as t } from '@/lib/i18n/zh-Hans/server-history'

const DAY_MS = 86_400_000

type Group = keyof typeof t.filter.groups
type Days = keyof typeof t.filter.days

/** As the address gives it; a word that is no group, and so on, filters nothing. */
export type Filter = {
  kind?: string | undefined
  by?: string | undefined
  time?: string | undefined
  /** The id of a session or access token of the viewer. */
  token?: string | undefined
  entry?: number | undefined
}

export const isGroup = (text: string | undefined): text is Group => text !== undefined && Object.hasOwn(t.filter.groups, text)
export const isDays = (text: string | undefined): text is Days => text !== undefined && Object.hasOwn(t.filter.days, text)

/** What the site is asked for. */
export function asked({ kind, by, time, token }: Filter, now: number) {
  return {
    ...(isGroup(kind) ? { kind } : {}),
    ...(by ? { by } : {}),
    ...(token ? { token } : {}),
    ...(isDays(time) ? { from: new Date(now - Number(time) * DAY_MS).toISOString() } : {}),
  }
}

export type Doer = { id: string; name: string }
type Account = { id: string; username: string } | null

/** Who can be chosen: the members of now, everybody in the entries, and those who are no accounts here. */
export function doersOf(members: readonly Account[], entries: readonly Happening[]): readonly Doer[] {
  const people = new Map<string, string>()
  for (const account of [...members, ...entries.map(({ actor }) => actor)]) if (account) people.set(account.id, account.username)
  return [...[...people].map(([id, name]) => ({ id, name })), { id: 'node', name: t.node }, { id: 'staff', name: t.staff }]
}

export const isFiltered = ({ kind, by, time, token }: Filter): boolean =>
  isGroup(kind) || by !== undefined || token !== undefined || isDays(time)

/** The entries by their days, in their order. */
export function byDay(entries: readonly Happening[]): readonly { day: string; entries: readonly Happening[] }[] {
  const days: { day: string; entries: Happening[] }[] = []
  for (const entry of entries) {
    const at = new Date(entry.at)
    const day = new Date(at.getFullYear(), at.getMonth(), at.getDate()).toISOString()
    const last = days.at(-1)
    if (last?.day === day) last.entries.push(entry)
    else days.push({ day, entries: [entry] })
  }
  return days
}
