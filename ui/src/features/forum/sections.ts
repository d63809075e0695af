import { forumPages } from '@/lib/forum-pages.gen'
import type { OwnUser } from '@/lib/api/types'

export type ForumPage = (typeof forumPages)[number]

export const forumPage = (id: string): ForumPage | undefined => forumPages.find((page) => page.id === id)

/** Whether a person may open a discussion on a page, and otherwise why not; undefined until it is known who looks. */
export type Standing = 'may' | 'signed-out' | 'unverified' | 'admins' | 'managers' | undefined

export function standingOf(page: ForumPage, user: OwnUser | null | undefined): Standing {
  if (page.opens === 'managers') return 'managers'
  if (user === undefined) return undefined
  if (page.opens === 'admins' && user?.role !== 'admin') return 'admins'
  if (user === null) return 'signed-out'
  return user.email_verified === false || user.email === null ? 'unverified' : 'may'
}

/** The sections in which a new discussion of a page can be: those of all sections in which the person may open one. */
export function sectionsFor(page: ForumPage, user: OwnUser | null | undefined): ForumPage[] {
  if (page.id !== 'all') return [page]
  return forumPages.filter((one) => one.id !== 'all' && standingOf(one, user) === 'may')
}
