import { auditText } from '@/lib/i18n/zh-Hans/audit'
import { reasonText, unstated } from '@/lib/i18n/zh-Hans/reason'
import { one } from '@/lib/url-search'

export type Mark = keyof typeof auditText.marks

/** The filters of the audit as the address holds them; days are those of the viewer's calendar. */
export type AuditSearch = {
  text?: string
  actor?: string
  subject?: string
  kind?: string
  reason?: string
  mark?: Mark
  from?: string
  to?: string
  /** Only entries older than the one at this position. */
  before?: number
}

export type AuditFilters = Omit<AuditSearch, 'before'>

const day = /^\d{4}-\d{2}-\d{2}$/

/** The search parameters; unknown values are dropped. */
export function parseAuditSearch(search: Partial<Record<keyof AuditSearch, unknown>>): AuditSearch {
  const out: AuditSearch = {}
  for (const name of ['text', 'actor', 'subject'] as const) {
    const value = one(search[name]).trim().slice(0, 200)
    if (value) out[name] = value
  }
  for (const name of ['from', 'to'] as const) {
    const value = one(search[name])
    if (day.test(value) && !Number.isNaN(Date.parse(value))) out[name] = value
  }
  const kind = one(search.kind)
  if (kind in auditText.kinds) out.kind = kind
  const reason = one(search.reason)
  if (reason in reasonText.codes || reason === unstated) out.reason = reason
  const mark = one(search.mark)
  if (mark in auditText.marks) out.mark = mark as Mark
  const before = Number(one(search.before))
  if (Number.isSafeInteger(before) && before > 0) out.before = before
  return out
}

/** The first moment of a day in the viewer's time zone, or of the day after it. */
function moment(date: string | undefined, after: number): string | undefined {
  if (!date) return undefined
  const [year = 0, month = 1, dayOfMonth = 1] = date.split('-').map(Number)
  return new Date(year, month - 1, dayOfMonth + after).toISOString()
}

/** The filters as the server reads them. The last day is included. */
export function auditQuery({ from, to, before, ...rest }: AuditSearch) {
  return { ...rest, from: moment(from, 0), to: moment(to, 1), before }
}
