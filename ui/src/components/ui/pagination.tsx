import { ChevronLeft, ChevronRight } from 'lucide-react'
import { AddressLink, type LinkAttributes, type LinkBehaviour } from '@/components/layout/address-link'
import { uiText as t } from '@/lib/i18n/zh-Hans/ui'
import { pageList } from '@/lib/pages'
import ui from './ui.module.css'
import css from './pagination.module.css'

type PaginationProps = Pick<LinkBehaviour, 'keepScroll'> &
  Pick<LinkAttributes, 'onClick'> & {
    page: number
    count: number
    href: (page: number) => string
  }

/** Links to the neighbours, the ends and the pages around this one. */
export function Pagination({ page, count, href, ...link }: PaginationProps) {
  if (count <= 1) return null
  return (
    <nav className={css.root} aria-label={t.pages}>
      {page > 1 ? (
        <AddressLink {...link} href={href(page - 1)} aria-label={t.previousPage}>
          <ChevronLeft className={ui.icon} aria-hidden />
        </AddressLink>
      ) : (
        <span className={css.off} aria-hidden>
          <ChevronLeft className={ui.icon} />
        </span>
      )}
      {pageList(page, count).map((entry, index) =>
        entry === 'gap' ? (
          <span key={`gap-${index}`} className={css.off}>
            …
          </span>
        ) : (
          <AddressLink
            {...link}
            key={entry}
            href={href(entry)}
            aria-label={t.page(entry)}
            {...(entry === page ? { className: css.on, 'aria-current': 'page' as const } : {})}
          >
            {entry}
          </AddressLink>
        ),
      )}
      {page < count ? (
        <AddressLink {...link} href={href(page + 1)} aria-label={t.nextPage}>
          <ChevronRight className={ui.icon} aria-hidden />
        </AddressLink>
      ) : (
        <span className={css.off} aria-hidden>
          <ChevronRight className={ui.icon} />
        </span>
      )}
    </nav>
  )
}
