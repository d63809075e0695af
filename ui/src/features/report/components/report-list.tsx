import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { Flag, Inbox } from 'lucide-react'
import { PathLink } from '@/components/layout/path-link'
import { buttonClass } from '@/components/ui/button'
import { Empty, ErrorCard } from '@/components/ui/feedback'
import { ItemBones } from '@/components/ui/item-bones'
import { NativeSelect } from '@/components/ui/native-select'
import { Pagination } from '@/components/ui/pagination'
import { NavTabs } from '@/components/ui/tabs-nav'
import { hrefOf } from '@/lib/address'
import { cn } from '@/lib/cn'
import { formatExact } from '@/lib/format'
import { reportText as t } from '@/lib/i18n/zh-Hans/report'
import { useLive } from '@/lib/live'
import { reportsTopic } from '@/lib/live/topics'
import { pageCount, pageParam } from '@/lib/pages'
import { POLL_MS, REPORTS_PAGE, reportQueries, type ReportList as List } from '../api'
import { isItemType, isReason, itemTypes, reasons } from '../model/item'
import type { ReportSearch, ReportState } from '../model/search'
import { ReportTable } from './report-table'
import pageHeadCss from '@/components/ui/page-head.module.css'
import queueCss from '@/components/ui/queue.module.css'
import tabsCss from '@/components/ui/tabs.module.css'
import ui from '@/components/ui/ui.module.css'
import css from './report-list.module.css'

const topics = [reportsTopic]

type ReportListProps = { scope: 'mine' | 'all'; search: ReportSearch }

/** Lists the viewer's reports, or all reports for staff. */
export function ReportList({ scope, search }: ReportListProps) {
  useLive(topics)
  const router = useRouter()
  const staff = scope === 'all'
  const to = staff ? '/moderation/reports' : '/dashboard/reports'
  const { state = staff ? 'open' : 'all', type, item, page = 1 } = search
  const query = useQuery({ ...reportQueries.list(scope, search), refetchInterval: POLL_MS })
  const data = query.data
  const go = (change: ReportSearch) =>
    void router.navigate({ to, search: { ...search, page: undefined, ...change } as ReportSearch, replace: true })
  const any = { value: '', label: t.filters.any }
  return (
    <>
      <div className={pageHeadCss.root}>
        <h1>{staff ? t.all : t.mine}</h1>
        <span className={pageHeadCss.sub}>{staff ? t.allHint : t.mineHint}</span>
        {staff ? null : (
          <div className={pageHeadCss.end}>
            <PathLink className={buttonClass({ size: 'sm' })} to="/report">
              <Flag className={ui.icon} aria-hidden />
              {t.newReport}
            </PathLink>
          </div>
        )}
      </div>
      <div className={css.bar}>
        <NavTabs label={t.filters.state}>
          {(['open', 'closed', 'all'] as const).map((one) => (
            <PathLink
              key={one}
              keepScroll
              to={to}
              search={{ ...search, state: one, page: undefined }}
              className={one === state ? tabsCss.on : undefined}
              aria-current={one === state ? 'page' : undefined}
            >
              {t.states[one]}
              {data ? <small>{formatExact(countOf(data, one))}</small> : null}
            </PathLink>
          ))}
        </NavTabs>
        <span className={css.picks}>
          <NativeSelect
            size="sm"
            label={t.filters.type}
            prefix={t.filters.type}
            value={type ?? ''}
            onValue={(value) => go({ type: isReason(value) ? value : undefined } as ReportSearch)}
            options={[any, ...reasons.map((one) => ({ value: one, label: t.reasons[one] }))]}
          />
          <NativeSelect
            size="sm"
            label={t.filters.item}
            prefix={t.filters.item}
            value={item ?? ''}
            onValue={(value) => go({ item: isItemType(value) ? value : undefined } as ReportSearch)}
            options={[any, ...itemTypes.map((one) => ({ value: one, label: t.itemTypes[one] }))]}
          />
        </span>
      </div>
      {data ? (
        <section className={cn(ui.card, queueCss.root, query.isPlaceholderData && ui.stale)} aria-label={staff ? t.all : t.mine}>
          {data.reports.length > 0 ? (
            <ReportTable reports={data.reports} staff={staff} />
          ) : (
            <Nothing staff={staff} filtered={Boolean(type ?? item) || data.open + data.closed > 0} to={to} />
          )}
          {data.total > REPORTS_PAGE ? (
            <footer className={queueCss.foot}>
              <span className={ui.tabular}>
                {t.range(
                  formatExact((page - 1) * REPORTS_PAGE + 1),
                  formatExact((page - 1) * REPORTS_PAGE + data.reports.length),
                  formatExact(data.total),
                )}
              </span>
              <Pagination
                page={page}
                count={pageCount(data.total, REPORTS_PAGE)}
                href={(number) => hrefOf({ to, search: { ...search, page: pageParam(number) } })}
              />
            </footer>
          ) : null}
        </section>
      ) : query.isError ? (
        <ErrorCard error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <ItemBones count={5} />
      )}
    </>
  )
}

const countOf = (data: List, state: ReportState) => (state === 'all' ? data.open + data.closed : data[state])

function Nothing({ staff, filtered, to }: { staff: boolean; filtered: boolean; to: '/moderation/reports' | '/dashboard/reports' }) {
  if (filtered) {
    return (
      <Empty level={2} icon={Inbox} title={t.emptyFiltered}>
        <PathLink className={buttonClass()} to={to} search={{ state: 'all' }}>
          {t.clear}
        </PathLink>
      </Empty>
    )
  }
  return <Empty level={2} icon={Inbox} title={staff ? t.emptyStaff : t.empty} hint={staff ? t.emptyStaffHint : t.emptyHint} />
}
