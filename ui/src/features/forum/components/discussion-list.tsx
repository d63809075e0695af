import { useQuery } from '@tanstack/react-query'
import { MessagesSquare } from 'lucide-react'
import { DeepPages } from '@/components/layout/deep-pages'
import { PathLink } from '@/components/layout/path-link'
import { buttonClass } from '@/components/ui/button'
import { Bone, Empty, ErrorCard, Loading } from '@/components/ui/feedback'
import { NavTabs } from '@/components/ui/tabs-nav'
import { hrefOf } from '@/lib/address'
import { cn } from '@/lib/cn'
import { forumText as t } from '@/lib/i18n/zh-Hans/forum'
import { signIn } from '@/lib/links'
import { useLive } from '@/lib/live'
import { useSession } from '@/lib/session'
import { forumQueries } from '../api'
import type { ForumSearch } from '../search'
import type { ForumPage, Standing } from '../sections'
import { DiscussionRow } from './discussion-row'
import tabsCss from '@/components/ui/tabs.module.css'
import ui from '@/components/ui/ui.module.css'
import css from './forum.module.css'

type ListProps = { page: ForumPage; search: ForumSearch; standing: Standing }

/** The discussions of a section, pinned ones first, or of all sections. Filter, order and page are in the address. */
export function DiscussionList({ page, search, standing }: ListProps) {
  const viewer = useSession()
  const { filter } = search
  const nobody = filter === 'mine' && viewer === null
  const query = useQuery({ ...forumQueries.list(page.id, search), enabled: filter !== 'mine' || Boolean(viewer) })
  const { data } = query
  // A section has no topic of its own: what happens in the discussions on the screen is followed.
  useLive(data?.forums.map(({ id }) => `discussion:${id}` as const) ?? [])
  const link = { to: '/forums/$forum', params: { forum: page.id } } as const
  return (
    <>
      <div className={css.bar}>
        {filter === 'unanswered' ? (
          <p className={cn(ui.small, css.order)}>{t.sortedByAge}</p>
        ) : (
          <NavTabs label={t.sort} className={css.sorts}>
            {(['last', 'newest'] as const).map((one) => {
              const on = one === (search.sort ?? 'last')
              return (
                <PathLink
                  key={one}
                  keepScroll
                  {...link}
                  search={{ filter, sort: one === 'newest' ? one : undefined }}
                  className={on ? tabsCss.on : undefined}
                  aria-current={on ? 'page' : undefined}
                >
                  {t.sorts[one]}
                </PathLink>
              )
            })}
          </NavTabs>
        )}
        <nav className={css.filters} aria-label={t.filter}>
          {([undefined, 'unanswered', 'mine'] as const).map((one) =>
            one === 'mine' && !viewer && filter !== one ? null : (
              <PathLink
                key={one ?? 'all'}
                keepScroll
                {...link}
                search={{ filter: one, sort: one === 'unanswered' ? undefined : search.sort }}
                className={buttonClass({ size: 'sm', kind: one === filter ? 'plain' : 'quiet' })}
                aria-current={one === filter ? 'page' : undefined}
              >
                {t.filters[one ?? 'all']}
              </PathLink>
            ),
          )}
        </nav>
      </div>
      {data ? (
        <section className={cn(query.isPlaceholderData && ui.stale)} aria-label={t.list}>
          {data.forums.length > 0 ? (
            <ul className={cn(ui.card, css.list)}>
              {data.forums.map((one) => (
                <DiscussionRow key={one.id} discussion={one} named={page.id === 'all'} />
              ))}
            </ul>
          ) : (
            <div className={ui.card}>
              {search.page || search.cursor ? (
                <Empty level={2} icon={MessagesSquare} title={t.emptyPage} hint={t.emptyPageHint}>
                  <PathLink className={buttonClass()} {...link} search={{ filter, sort: search.sort }}>
                    {t.firstPage}
                  </PathLink>
                </Empty>
              ) : filter ? (
                <Empty
                  level={2}
                  icon={MessagesSquare}
                  title={filter === 'mine' ? t.emptyMine : t.emptyUnanswered}
                  hint={filter === 'mine' ? t.emptyMineHint : t.emptyUnansweredHint}
                />
              ) : (
                <Empty level={2} icon={MessagesSquare} title={t.empty} hint={standing && t.emptyHint[standing]} />
              )}
            </div>
          )}
          <DeepPages
            at={data.pagination}
            behind={Boolean(search.cursor)}
            href={(place) => hrefOf({ ...link, search: { filter, sort: search.sort, ...place } })}
            words={t}
          />
        </section>
      ) : nobody ? (
        <div className={ui.card}>
          <Empty level={2} icon={MessagesSquare} title={t.signInMine}>
            <PathLink className={buttonClass({ kind: 'primary' })} {...signIn(`/forums/${page.id}?filter=mine`)}>
              {t.signInAction}
            </PathLink>
          </Empty>
        </div>
      ) : query.isError ? (
        <ErrorCard error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <RowBones />
      )}
    </>
  )
}

/** A list that waits for its rows, in their geometry. */
function RowBones() {
  return (
    <Loading className={cn(ui.card, css.list)}>
      {Array.from({ length: 8 }, (_, index) => (
        <div key={index} className={css.row}>
          <Bone w={40} h={40} />
          <div className={css.main}>
            <Bone w={index % 3 === 1 ? '72%' : '48%'} h={18} />
            <Bone className={css.bone} w="32%" h={14} />
          </div>
        </div>
      ))}
    </Loading>
  )
}
