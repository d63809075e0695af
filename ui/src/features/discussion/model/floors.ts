import { discussionPath } from '@/lib/discussion-path'
import { pageCount, pageParam } from '@/lib/pages'
import { one } from '@/lib/url-search'
import type { Discussion, Post } from '../api'

/** Floors of a page; the server's pages are ranges of so many (readapi/pages). */
export const PAGE_SIZE = 20

/** The page that an address asks for. */
export function pageOfSearch({ page }: { page?: unknown }): number {
  const number = Number(one(page))
  return Number.isSafeInteger(number) && number > 1 && number <= 1_000_000 ? number : 1
}

/** The page with a floor; the opening text, floor 0, is on the first one. */
export const pageOfFloor = (floor: number): number => Math.max(1, Math.ceil(floor / PAGE_SIZE))

export const pagesOf = (lastFloor: number): number => pageCount(lastFloor, PAGE_SIZE)

/** The element of a floor. */
export const floorId = (floor: number): string => `floor-${floor}`

/** The floor that the fragment of an address names. */
export function floorOfHash(hash: string): number | undefined {
  const found = /^#?floor-(\d{1,9})$/.exec(hash)?.[1]
  return found === undefined ? undefined : Number(found)
}

/** What the addresses of a discussion depend on. */
export type Placed = Pick<Discussion, 'id' | 'project'>

/** The address of a page of a discussion. */
export function pageHref(discussion: Placed, number: number): string {
  const page = pageParam(number)
  return page === undefined ? discussionPath(discussion) : `${discussionPath(discussion)}?page=${page}`
}

/** The address of a floor. */
export const floorHref = (discussion: Placed, floor: number): string => `${pageHref(discussion, pageOfFloor(floor))}#${floorId(floor)}`

/** The floor above which new answers begin: the first on the page that was neither read before nor written by the reader. */
export function firstUnread(posts: readonly Post[], read: number | null, me: string | undefined): number | undefined {
  if (read === null) return undefined
  const found = posts.find(({ floor_number: floor, user_id: by }) => floor !== null && floor > read && (by === null || by !== me))
  const floor = found?.floor_number ?? undefined
  // Where an earlier page ends with unread ones, the line is there.
  return found === posts[0] && floor !== read + 1 ? undefined : floor
}

/** Where the reader continues: the first floor not read yet, while there is one. */
export function nextUnread({ read_floor: read, last_floor: last }: Pick<Discussion, 'read_floor' | 'last_floor'>): number | undefined {
  return read !== null && read < last ? read + 1 : undefined
}
