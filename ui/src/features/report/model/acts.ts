import type { ItemType, Reason } from './item'

/** What the staff can do about a reported item without leaving its report. */
export type Act = 'withhold' | 'reject' | 'unlist' | 'bar' | 'hide' | 'clearBio' | 'clearPicture'

type Known = { act: Act /** Only administrators may do it. */; admin?: true }

const acts: Record<ItemType, readonly Known[]> = {
  project: [{ act: 'withhold' }, { act: 'reject' }],
  version: [{ act: 'unlist' }],
  user: [
    { act: 'clearBio', admin: true },
    { act: 'clearPicture', admin: true },
  ],
  collection: [{ act: 'bar', admin: true }],
  organization: [{ act: 'clearPicture', admin: true }],
  discussion: [{ act: 'hide' }],
  post: [{ act: 'hide' }],
  issue: [{ act: 'hide' }],
  comment: [{ act: 'hide' }],
}

/** The decisions about a kind of item that are open to somebody. */
export function actsOf(type: ItemType, admin: boolean): Act[] {
  return acts[type].filter((one) => admin || !one.admin).map((one) => one.act)
}

/** Whether the authors of the item get a message with the decision. */
export const explains = (act: Act): boolean => act === 'withhold' || act === 'reject'

export const results = ['acted', 'no-breach', 'unclear', 'seen-before', 'outside-ours'] as const
export type Result = (typeof results)[number]

/** The reason of the staff that a result implies, so that it is not asked for again. */
export function reasonFor(result: Result, type: Reason, outside: string): { code: string; text?: string } {
  switch (result) {
    case 'acted':
      return { code: type }
    case 'no-breach':
      return { code: 'complies' }
    case 'unclear':
      return { code: 'incomplete' }
    case 'seen-before':
      return { code: 'duplicate' }
    case 'outside-ours':
      return { code: 'other', text: outside }
  }
}

/** The page with the settings of an item, or undefined where it has none. */
export function workPage(type: ItemType, path: string): { path: string; kind: 'review' | 'edit' } | undefined {
  if (type === 'project') return { path: `${path}/moderation`, kind: 'review' }
  if (type === 'version') return { path: `${path}/edit`, kind: 'edit' }
  return type === 'organization' ? { path: `${path}/settings`, kind: 'edit' } : undefined
}
