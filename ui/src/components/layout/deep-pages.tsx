import { buttonClass } from '@/components/ui/button'
import { Pagination } from '@/components/ui/pagination'
import { LAST_PAGE, pageCount, pageParam } from '@/lib/pages'
import { AddressLink } from './address-link'
import css from './deep-pages.module.css'

type DeepPagesProps = {
  at: { total: number; page_size: number; page: number; next?: string | null }
  /** The shown part of the list was reached by a cursor. */
  behind: boolean
  href: (place: { page?: number | undefined; cursor?: string }) => string
  words: { firstPage: string; older: string }
}

/** The numbered pages, and behind the last of them those that only a cursor reaches. */
export function DeepPages({ at, behind, href, words }: DeepPagesProps) {
  const count = Math.min(pageCount(at.total, at.page_size), LAST_PAGE)
  if (count <= 1) return null
  const deeper = at.next && (behind || at.page >= LAST_PAGE) ? at.next : undefined
  return (
    <div className={css.root}>
      {behind ? (
        <AddressLink className={buttonClass({ size: 'sm' })} href={href({})}>
          {words.firstPage}
        </AddressLink>
      ) : (
        <Pagination page={at.page} count={count} href={(page) => href({ page: pageParam(page) })} />
      )}
      {deeper ? (
        <AddressLink className={buttonClass({ size: 'sm' })} href={href({ cursor: deeper })}>
          {words.older}
        </AddressLink>
      ) : null}
    </div>
  )
}
