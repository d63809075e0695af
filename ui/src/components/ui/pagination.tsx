import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { uiText as t } from '@/lib/i18n/zh-Hans/ui'
import { pageList } from '@/lib/pages'
import ui from './ui.module.css'
import css from './pagination.module.css'

type PaginationProps = {
  page: number
  count: number
  /** Renders the link to a page; it must be a real link so that it can be opened in a new tab. */
  link: (page: number, inner: ReactNode, attributes: { className?: string; 'aria-current'?: 'page'; 'aria-label'?: string }) => ReactNode
}

/** Links to the neighbours, the ends and the pages around this one. */
export function Pagination({ page, count, link }: PaginationProps) {
  if (count <= 1) return null
  return (
    <nav className={css.root} aria-label={t.pages}>
      {page > 1 ? (
        link(page - 1, <ChevronLeft className={ui.icon} aria-hidden />, { 'aria-label': t.previousPage })
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
          link(entry, entry, {
            'aria-label': t.page(entry),
            ...(entry === page ? { className: css.on, 'aria-current': 'page' as const } : {}),
          })
        ),
      )}
      {page < count ? (
        link(page + 1, <ChevronRight className={ui.icon} aria-hidden />, { 'aria-label': t.nextPage })
      ) : (
        <span className={css.off} aria-hidden>
          <ChevronRight className={ui.icon} />
        </span>
      )}
    </nav>
  )
}
