import { useQuery } from '@tanstack/react-query'
import { CircleDot } from 'lucide-react'
import { DeepPages } from '@/components/layout/deep-pages'
import { PathLink } from '@/components/layout/path-link'
import { buttonClass } from '@/components/ui/button'
import { Bone, Empty, ErrorCard, Loading } from '@/components/ui/feedback'
import { NavTabs } from '@/components/ui/tabs-nav'
import { hrefOf } from '@/lib/address'
import type { ProjectPage } from '@/lib/api/types'
import { cn } from '@/lib/cn'
import { formatExact } from '@/lib/format'
import { issueListText as t } from '@/lib/i18n/zh-Hans/issue'
import { useLive } from '@/lib/live'
import { issueQueries, issueTopic, type Board } from '../api'
import { issueParams } from '../model/address'
import { modeOf } from '../model/standing'
import { changed, isNarrowed, withoutFilters, type IssueSearch } from '../search'
import { IssueFilters } from './issue-filters'
import { IssueRow } from './issue-row'
import tabsCss from '@/components/ui/tabs.module.css'
import ui from '@/components/ui/ui.module.css'
import css from './issues.module.css'

type ListProps = { project: ProjectPage; board: Board; search: IssueSearch }

/** The issues that the address asks for, pinned ones first. */
export function IssueList({ project, board, search }: ListProps) {
  const query = useQuery(issueQueries.list(project.id, search))
  const { data } = query
  // A project has no topic for its issues: what happens to those on the screen is followed.
  useLive(data?.issues.map(({ id }) => issueTopic(id)) ?? [])
  const link = { to: '/$type/$id/issues/{-$issue}', params: issueParams(project) } as const
  const { open, closed } = data ?? board
  const tabs = [
    [undefined, t.open, open],
    ['closed', t.closed, closed],
    ['all', t.all, open + closed],
  ] as const
  return (
    <>
      <NavTabs label={t.states}>
        {tabs.map(([state, label, count]) => (
          <PathLink
            key={label}
            keepScroll
            {...link}
            search={changed(search, { state })}
            className={state === search.state ? tabsCss.on : undefined}
            aria-current={state === search.state ? 'page' : undefined}
          >
            {label}
            <small>{formatExact(count)}</small>
          </PathLink>
        ))}
      </NavTabs>
      <IssueFilters project={project} board={board} search={search} />
      {data ? (
        <section className={cn(query.isPlaceholderData && ui.stale)} aria-label={t.list}>
          {data.issues.length > 0 ? (
            <ul className={cn(ui.card, css.list)}>
              {data.issues.map((one) => (
                <IssueRow key={one.id} project={project} issue={one} search={search} />
              ))}
            </ul>
          ) : (
            <div className={ui.card}>
              <Nothing board={board} search={search} link={link} />
            </div>
          )}
          <DeepPages
            at={data.pagination}
            behind={Boolean(search.cursor)}
            href={(place) => hrefOf({ ...link, search: changed(search, place) })}
            words={t}
          />
        </section>
      ) : query.isError ? (
        <ErrorCard error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <IssueBones />
      )}
    </>
  )
}

type Link = { to: '/$type/$id/issues/{-$issue}'; params: ReturnType<typeof issueParams> }

/** Why there is nothing: no issue at all, none in this state, none that matches, or no such page. */
function Nothing({ board, search, link }: { board: Board; search: IssueSearch; link: Link }) {
  if (search.page || search.cursor)
    return (
      <Empty level={3} icon={CircleDot} title={t.emptyPage} hint={t.emptyPageHint}>
        <PathLink className={buttonClass()} {...link} search={changed(search, {})}>
          {t.firstPage}
        </PathLink>
      </Empty>
    )
  if (isNarrowed(search))
    return (
      <Empty level={3} icon={CircleDot} title={t.nothing} hint={t.nothingHint}>
        <PathLink className={buttonClass()} {...link} search={withoutFilters(search)}>
          {t.clear}
        </PathLink>
      </Empty>
    )
  if (board.open + board.closed === 0)
    return modeOf(board) === 'elsewhere' ? (
      <Empty
        level={3}
        icon={CircleDot}
        title={board.issues_url ? t.elsewhereEmpty : t.notOpen}
        hint={board.settings ? t.notOpenMember : board.issues_url ? undefined : t.notOpenHint}
      />
    ) : (
      <Empty level={3} icon={CircleDot} title={t.empty} {...(board.can_open ? { hint: t.emptyHint } : {})} />
    )
  return search.state === 'closed' ? (
    <Empty level={3} icon={CircleDot} title={t.emptyClosed} />
  ) : (
    <Empty level={3} icon={CircleDot} title={t.emptyOpen} hint={t.emptyOpenHint} />
  )
}

/** A list that waits for its rows, in their geometry. */
export function IssueBones() {
  return (
    <Loading className={cn(ui.card, css.list)}>
      {Array.from({ length: 8 }, (_, index) => (
        <div key={index} className={css.row}>
          <Bone w={16} h={16} />
          <div className={css.main}>
            <Bone w={index % 3 === 1 ? '72%' : '48%'} h={18} />
            <Bone className={css.bone} w="32%" h={14} />
          </div>
        </div>
      ))}
    </Loading>
  )
}
