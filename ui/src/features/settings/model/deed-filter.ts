import type { DeedFilter } from '../activity-api'

/** The search parameters of the page. */
export function parseDeeds({ key, thing, kind }: Record<string, unknown>): DeedFilter {
  const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)
  const given = { key: text(key), thing: text(thing), kind: text(kind) }
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
}
