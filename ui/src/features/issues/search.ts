import { LAST_PAGE, pageParam } from '@/lib/pages'
import { many, one } from '@/lib/url-search'

const MAX_QUERY = 100
const MAX_LABELS = 10

export const sorts = ['created-desc', 'created-asc', 'updated-desc', 'comments-desc'] as const
export type Sort = (typeof sorts)[number]

/** What the address of the issues of a project says. */
export type IssueSearch = {
  state?: 'closed' | 'all'
  q?: string
  label?: string[]
  assignee?: string
  author?: string
  version?: string
  sort?: Exclude<Sort, 'created-desc'>
  page?: number
  cursor?: string
}

const name = (value: unknown): string | undefined => {
  const text = one(value).trim()
  return text !== '' && text.length <= 64 ? text : undefined
}

/** Reads an address; what has no meaning is left out. A cursor stands for a page. */
export function parseIssueSearch(given: Record<string, unknown>): IssueSearch {
  const state = one(given.state)
  const sort = sorts.find((known) => known !== 'created-desc' && known === one(given.sort)) as IssueSearch['sort']
  const q = one(given.q).trim().slice(0, MAX_QUERY)
  const label = many(given.label)
    .filter((id) => id.length <= 64 && !id.includes(','))
    .slice(0, MAX_LABELS)
  const [assignee, author, version] = [name(given.assignee), name(given.author), name(given.version)]
  const page = Number(one(given.page))
  const cursor = one(given.cursor)
  return {
    ...(state === 'closed' || state === 'all' ? { state } : {}),
    ...(q ? { q } : {}),
    ...(label.length > 0 ? { label } : {}),
    ...(assignee ? { assignee } : {}),
    ...(author ? { author } : {}),
    ...(version ? { version } : {}),
    ...(sort ? { sort } : {}),
    ...(/^[\w-]{1,200}$/.test(cursor) ? { cursor } : Number.isInteger(page) && page > 1 && page <= LAST_PAGE ? { page } : {}),
  }
}

/** What the API is asked for. */
export function askedOf(search: IssueSearch) {
  const { q, label, assignee, author, version, page, cursor } = search
  const order: Sort = search.sort ?? 'created-desc'
  const [sort, direction] = order.split('-') as ['created' | 'updated' | 'comments', 'asc' | 'desc']
  return {
    state: search.state ?? ('open' as const),
    query: q,
    labels: label?.join(','),
    assignee,
    author,
    version,
    // Pinned issues come first only in the order that is not named.
    ...(order === 'created-desc' ? {} : { sort, direction }),
    page: page === undefined ? undefined : pageParam(page),
    cursor,
  }
}

/** The same search without what narrows it; the state and the order stay. */
export const withoutFilters = ({ state, sort }: IssueSearch): IssueSearch => ({ ...(state ? { state } : {}), ...(sort ? { sort } : {}) })

/** Whether something narrows the list besides its state. */
export const isNarrowed = ({ q, label, assignee, author, version }: IssueSearch): boolean =>
  q !== undefined || label !== undefined || assignee !== undefined || author !== undefined || version !== undefined

/** The first page of a changed search. */
export function changed(search: IssueSearch, change: { [Key in keyof IssueSearch]?: IssueSearch[Key] | undefined }): IssueSearch {
  return parseIssueSearch({ ...search, page: undefined, cursor: undefined, ...change })
}
