import type { DeedFilter } from '../activity-api'

/** How many days can be listed alone. */
export const spans: readonly number[] = [1, 7, 30, 90]

/** The search parameters of the page. */
export function parseDeeds({ key, thing, kind, days }: Record<string, unknown>): DeedFilter {
  const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)
  const given = { key: text(key), thing: text(thing), kind: text(kind), days: spans.find((span) => span === Number(days)) }
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as DeedFilter
}
