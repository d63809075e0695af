import { useQuery } from '@tanstack/react-query'
import { BookOpenCheck } from 'lucide-react'
import { PathLink } from '@/components/layout/path-link'
import { Bone, Empty, ErrorCard, Loading } from '@/components/ui/feedback'
import { PageHead } from '@/components/ui/page-head'
import { Pagination } from '@/components/ui/pagination'
import { NavTabs } from '@/components/ui/tabs-nav'
import { hrefOf } from '@/lib/address'
import { cn } from '@/lib/cn'
import { formatExact } from '@/lib/format'
import { wikiManageText } from '@/lib/i18n/zh-Hans/wiki-manage'
import { useLive } from '@/lib/live'
import { pageCount, pageParam } from '@/lib/pages'
import { DRAFTS_PAGE, wikiQueries, wikiTopic, type DraftScope } from '../api'
import { DraftItemCard } from './draft-item'
import tabsCss from '@/components/ui/tabs.module.css'
import ui from '@/components/ui/ui.module.css'
import css from './draft-lists.module.css'

const t = wikiManageText.lists
const topics = [wikiTopic]

/** Drafts over all projects: one's own, those that wait for one's review, and those that the staff decides. */
export function DraftLists({ scope, page }: { scope: DraftScope; page: number }) {
  useLive(topics)
  const staff = scope === 'staff'
  const to = staff ? '/moderation/wikis' : '/dashboard/wikis'
  const query = useQuery(wikiQueries.all(scope, page))
  const { data } = query
  // Each tab says how much is in it, also the one that is not open.
  const other = useQuery({ ...wikiQueries.all(scope === 'mine' ? 'review' : 'mine', 1), enabled: !staff }).data
  const search = scope === 'review' ? { scope: 'review' as const } : {}
  return (
    <>
      <PageHead title={staff ? t.staff : t.mine} sub={staff ? t.staffHint : t.mineHint} />
      {staff ? null : (
        <NavTabs label={t.filter}>
          {(['mine', 'review'] as const).map((one) => (
            <PathLink
              key={one}
              keepScroll
              to="/dashboard/wikis"
              search={one === 'review' ? { scope: one } : {}}
              className={one === scope ? tabsCss.on : undefined}
              aria-current={one === scope ? 'page' : undefined}
            >
              {one === 'mine' ? t.own : t.review}
              <Count list={one === scope ? data : other} />
            </PathLink>
          ))}
        </NavTabs>
      )}
      {data ? (
        <section className={cn(ui.above12, query.isPlaceholderData && ui.stale)} aria-label={staff ? t.staff : t.mine}>
          {data.drafts.length > 0 ? (
            <ul className={css.root}>
              {data.drafts.map((draft) => (
                <DraftItemCard key={draft.id} draft={draft} />
              ))}
            </ul>
          ) : (
            <div className={ui.card}>
              <Empty level={2} icon={BookOpenCheck} title={t.none[scope]} hint={t.noneHint[scope]} />
            </div>
          )}
          {data.total > DRAFTS_PAGE ? (
            <Pagination
              page={page}
              count={pageCount(data.total, DRAFTS_PAGE)}
              href={(number) => hrefOf({ to, search: { ...search, page: pageParam(number) } })}
            />
          ) : null}
        </section>
      ) : query.isError ? (
        <ErrorCard error={query.error} onRetry={() => void query.refetch()} />
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

function Count({ list }: { list: { total: number } | undefined }) {
  return list ? <small>{formatExact(list.total)}</small> : null
}
