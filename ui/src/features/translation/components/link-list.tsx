import type { UseQueryResult } from '@tanstack/react-query'
import { Languages } from 'lucide-react'
import { AddressLink } from '@/components/layout/address-link'
import { Bone, Empty, ErrorCard, Loading } from '@/components/ui/feedback'
import { Pagination } from '@/components/ui/pagination'
import { NavTabs } from '@/components/ui/tabs-nav'
import { cn } from '@/lib/cn'
import { formatExact } from '@/lib/format'
import { translationText as t } from '@/lib/i18n/zh-Hans/translation'
import { pageCount, pageParam } from '@/lib/pages'
import { TRANSLATIONS_PAGE, type Side, type Status, type TranslationPage } from '../api'
import type { TranslationSearch } from '../search'
import { LinkCard } from './link-card'
import tabsCss from '@/components/ui/tabs.module.css'
import ui from '@/components/ui/ui.module.css'
import css from './translation.module.css'

const statuses: readonly Status[] = ['pending', 'approved', 'rejected', 'revoked']

type LinkListProps = {
  side: Side | 'all'
  label: string
  query: UseQueryResult<TranslationPage>
  search: TranslationSearch
  /** The address of the same list with other parameters. */
  href: (search: TranslationSearch) => string
}

/** Links by their status, with their numbers. */
export function LinkList({ side, label, query, search, href }: LinkListProps) {
  const { status = 'pending', sort, page = 1 } = search
  const { data } = query
  return (
    <>
      <NavTabs label={t.filter}>
        {statuses.map((one) => (
          <AddressLink
            key={one}
            keepScroll
            href={href({ ...(one === 'pending' ? {} : { status: one }), ...(sort ? { sort } : {}) })}
            className={one === status ? tabsCss.on : undefined}
            aria-current={one === status ? 'page' : undefined}
          >
            {t.statuses[one]}
            {data ? <small>{formatExact(data.counts[one])}</small> : null}
          </AddressLink>
        ))}
      </NavTabs>
      {data ? (
        <section className={cn(ui.above12, query.isPlaceholderData && ui.stale)} aria-label={label}>
          {data.links.length > 0 ? (
            <ul className={css.list}>
              {data.links.map((one) => (
                <LinkCard key={`${one.joining_version_id}-${one.target_version_id}`} link={one} side={side} />
              ))}
            </ul>
          ) : (
            <div className={ui.card}>
              <Empty level={3} icon={Languages} title={t.empty[status]} hint={t.emptyHint[side]} />
            </div>
          )}
          {data.total > TRANSLATIONS_PAGE ? (
            <Pagination
              page={page}
              count={pageCount(data.total, TRANSLATIONS_PAGE)}
              keepScroll
              href={(number) => href({ ...search, page: pageParam(number) } as TranslationSearch)}
            />
          ) : null}
        </section>
      ) : query.isError ? (
        <ErrorCard className={ui.above12} error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <Loading className={cn(ui.card, ui.cardPad, ui.pile, ui.above12)}>
          <Bone w="40%" h={16} />
          <Bone w="80%" h={12} />
          <Bone w="60%" h={12} />
        </Loading>
      )}
    </>
  )
}
