import { isReport, type Happening } from '@/features/server/parts'
import { serverHistoryText as t } from '@/lib/i18n/zh-Hans/server-history'

const DAY_MS = 86_400_000

export type Group = keyof typeof t.filter.groups
export type Days = keyof typeof t.filter.days

/** As the address gives it; a word that is no group, and so on, filters nothing. */
export type Filter = { kind?: string | undefined; by?: string | undefined; time?: string | undefined; entry?: number | undefined }

const groups: readonly [Group, RegExp][] = [
  ['power', /^power$/],
  ['run', /^(started|ready|stopped|crashed|given-up|refused|disk-full|keeper-lost)$/],
  ['backup', /^(backup|backed-up|restore|restored|autobackup)/],
  ['content', /^(install|mod-|content|pack|update|lock|loader|licence)/],
  ['settings', /^(renamed|startup|properties|motd|settings|configuration|icon)/],
  ['network', /^(allocation|subdomain)/],
  ['members', /^(invited|joined|left|member|role-set|handed-over)/],
]

/** The group of a kind; what is of no other is of the administration. */
export const groupOf = (kind: string): Group => groups.find(([, pattern]) => pattern.test(kind))?.[0] ?? 'admin'

export const isGroup = (text: string | undefined): text is Group => text !== undefined && Object.hasOwn(t.filter.groups, text)
export const isDays = (text: string | undefined): text is Days => text !== undefined && Object.hasOwn(t.filter.days, text)

/** Who it was: the id of an account, or a word for those that have none here. */
function doerOf(entry: Happening): string {
  if (isReport(entry)) return 'node'
  if (entry.actor) return entry.actor.id
  return entry.role === 'admin' || entry.role === 'moderator' ? 'staff' : 'unknown'
}

export type Doer = { id: string; name: string }

/** Everybody in the entries, once, in the order of their last entries. */
export function doersOf(entries: readonly Happening[]): readonly Doer[] {
  const found = new Map<string, string>()
  for (const entry of entries) {
    const id = doerOf(entry)
    if (found.has(id)) continue
    found.set(id, id === 'node' ? t.node : id === 'staff' ? t.staff : (entry.actor?.username ?? t.unknown))
  }
  return [...found].map(([id, name]) => ({ id, name }))
}

/** The first moment that is listed, in ms. */
const sinceOf = ({ time }: Filter, now: number): number | undefined => (isDays(time) ? now - Number(time) * DAY_MS : undefined)

export function filtered(entries: readonly Happening[], filter: Filter, now: number): readonly Happening[] {
  const since = sinceOf(filter, now)
  return entries.filter(
    (entry) =>
      (!isGroup(filter.kind) || groupOf(entry.kind) === filter.kind) &&
      (filter.by === undefined || doerOf(entry) === filter.by) &&
      (since === undefined || Date.parse(entry.at) >= since),
  )
}

/** Whether older entries than these may still be listed. */
export function mayGoOn(entries: readonly Happening[], filter: Filter, now: number): boolean {
  const since = sinceOf(filter, now)
  const last = entries.at(-1)
  return since === undefined || last === undefined || Date.parse(last.at) >= since
}

export const isFiltered = ({ kind, by, time }: Filter): boolean => isGroup(kind) || by !== undefined || isDays(time)

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
