import { activityText as t } from '@/lib/i18n/zh-Hans/activity'
import { deedWords } from '@/lib/i18n/zh-Hans/deed-words'
import { formatDate } from '@/lib/format'
import type { Deed, DeedKey } from '../activity-api'

/** What an event is to the person who caused it. */
export function wordsOf(type: string): string {
  return deedWords[type.replace(/\.v\d+$/, '')] ?? t.other
}

export function kindName(kind: string): string {
  return Object.hasOwn(t.kinds, kind) && kind !== '' ? (t.kinds[kind] ?? t.otherKind) : t.otherKind
}

export function keyName({ kind, name }: DeedKey): string {
  const words = t.keys[kind] ?? kind
  return name ? t.keyNamed(words, name) : words
}

/** In what role the account acted. */
export const roleName = (role: string): string => t.roles[role] ?? role

/** Deeds by the days of their last events, in their order. */
export function deedDays(deeds: readonly Deed[]): { day: string; deeds: Deed[] }[] {
  const days: { day: string; deeds: Deed[] }[] = []
  for (const deed of deeds) {
    const day = formatDate(deed.last)
    const last = days.at(-1)
    if (last?.day === day) last.deeds.push(deed)
    else days.push({ day, deeds: [deed] })
  }
  return days
}
