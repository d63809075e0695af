import { one } from '@/lib/url-search'

export const roles = ['developer', 'moderator', 'admin', 'analyst', 'treasurer'] as const
export const states = ['suspended', 'leaving', 'closed', 'unverified'] as const
export type RoleFilter = (typeof roles)[number]
export type StateFilter = (typeof states)[number]

/** The filters of the accounts as the address holds them; days are those of the viewer's calendar. */
export type AccountsSearch = {
  q?: string
  role?: RoleFilter
  state?: StateFilter
  from?: string
  to?: string
  /** Only accounts that are older than this one. */
  after?: string
}

const day = /^\d{4}-\d{2}-\d{2}$/

/** The search parameters; unknown values are dropped. */
export function parseAccountsSearch(search: Partial<Record<keyof AccountsSearch, unknown>>): AccountsSearch {
  const out: AccountsSearch = {}
  const q = one(search.q).trim().slice(0, 120)
  if (q && !q.includes('@')) out.q = q // an address stays out of the address bar
  const role = roles.find((known) => known === one(search.role))
  if (role) out.role = role
  const state = states.find((known) => known === one(search.state))
  if (state) out.state = state
  for (const name of ['from', 'to'] as const) {
    const value = one(search[name])
    if (day.test(value) && !Number.isNaN(Date.parse(value))) out[name] = value
  }
  const after = one(search.after)
  if (/^[0-9A-Za-z]{8}$/.test(after)) out.after = after
  return out
}

function moment(date: string | undefined, later: number): string | undefined {
  if (!date) return undefined
  const [year = 0, month = 1, dayOfMonth = 1] = date.split('-').map(Number)
  return new Date(year, month - 1, dayOfMonth + later).toISOString()
}

/** The filters as the server reads them. The last day is included. */
export function accountsQuery({ from, to, ...rest }: AccountsSearch) {
  return { ...rest, from: moment(from, 0), to: moment(to, 1) }
}
