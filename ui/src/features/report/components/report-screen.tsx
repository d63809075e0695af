import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { PathLink } from '@/components/layout/path-link'
import { MessageProse } from '@/components/markdown/message-prose'
import { Badge } from '@/components/ui/badge'
import { Button, buttonClass } from '@/components/ui/button'
import { Bone, ErrorCard, Loading } from '@/components/ui/feedback'
import { MessagePage } from '@/components/layout/message-page'
import { PageHead } from '@/components/ui/page-head'
import { Ago } from '@/components/ui/time'
import { ApiError } from '@/lib/api/errors'
import { cn } from '@/lib/cn'
import { formatDateTime } from '@/lib/format'
import { reportText as t } from '@/lib/i18n/zh-Hans/report'
import { useLive } from '@/lib/live'
import { reportsTopic } from '@/lib/live/topics'
import { isStaff, useSession } from '@/lib/session'
import { toast } from '@/stores/toasts'
import { POLL_MS, reportQueries, useReopenReport, type ReportPage } from '../api'
import { stateText, stateTone } from '../model/state'
import { Acts } from './acts'
import { ItemCard } from './item-card'
import { Thread } from './thread'
import pageHeadCss from '@/components/ui/page-head.module.css'
import queueCss from '@/components/ui/queue.module.css'
import ui from '@/components/ui/ui.module.css'
import css from './report-screen.module.css'

const CloseDialog = lazy(() => import('./close-dialog'))
const topics = [reportsTopic]

/** A report: item, state and messages. */
export function ReportScreen({ id, place }: { id: string; place: '/dashboard' | '/moderation' }) {
  const user = useSession()
  const staff = isStaff(user)
  const [acted, setActed] = useState(false)
  useLive(topics)
  const query = useQuery({ ...reportQueries.one(id), refetchInterval: POLL_MS })
  const report = query.data
  if (ApiError.is(query.error, 404)) return <MessagePage status={404} message={t.missing} />
  if (query.isError && !report) {
    return (
      <>
        <PageHead title={t.title} />
        <ErrorCard error={query.error} onRetry={() => void query.refetch()} />
      </>
    )
  }
  return (
    <>
      <div className={pageHeadCss.root}>
        <h1>{report ? t.one(report.item?.title ?? t.gone) : t.title}</h1>
        {report ? <Badge tone={stateTone(report)}>{stateText(report)}</Badge> : null}
        <div className={pageHeadCss.end}>
          <PathLink className={buttonClass({ size: 'sm' })} to={`${place}/reports`}>
            {t.back}
          </PathLink>
          {report && staff ? <CloseButton report={report} acted={acted} /> : null}
        </div>
      </div>
      {report ? (
        <div className={ui.splitSide}>
          <div className={ui.pile}>
            <section className={cn(ui.card, ui.cardPad)} aria-label={t.about}>
              {report.body_html ? <MessageProse html={report.body_html} /> : <p className={ui.subtle}>{t.noBody}</p>}
            </section>
            <Thread
              thread={report.thread}
              closed={Boolean(report.closed)}
              staff={staff}
              me={user?.id}
              hint={t.threadEmptyHint}
              placeholder={staff ? t.replyStaff : t.replyPlaceholder}
            />
          </div>
          <aside className={cn(ui.card, css.facts)}>
            <div className={ui.cardPad}>{report.item ? <ItemCard item={report.item} /> : <p className={ui.subtle}>{t.gone}</p>}</div>
            {staff ? <Acts report={report} admin={user?.role === 'admin'} onActed={() => setActed(true)} /> : null}
            <dl className={queueCss.facts}>
              <div>
                <dt>{t.reason}</dt>
                <dd>{t.reasons[report.report_type]}</dd>
              </div>
              <div>
                <dt>{t.by}</dt>
                <dd>
                  {report.reporter ? (
                    <PathLink to="/user/$id/{-$kind}" params={{ id: report.reporter.username }}>
                      {report.reporter.username}
                    </PathLink>
                  ) : (
                    '—'
                  )}
                </dd>
              </div>
              <div>
                <dt>{t.at}</dt>
                <dd>
                  <Ago time={report.created} />
                </dd>
              </div>
              {report.closed ? (
                <div>
                  <dt>{t.closedAt}</dt>
                  <dd>{formatDateTime(report.closed)}</dd>
                </div>
              ) : null}
            </dl>
          </aside>
        </div>
      ) : (
        <Loading className={ui.splitSide}>
          <div className={cn(ui.card, ui.cardPad, ui.pile)}>
            <Bone w="60%" />
            <Bone w="80%" />
            <Bone w="40%" />
          </div>
          <div className={cn(ui.card, ui.cardPad, ui.pile)}>
            <Bone h={40} />
            <Bone w="70%" />
          </div>
        </Loading>
      )}
    </>
  )
}

function CloseButton({ report, acted }: { report: ReportPage; acted: boolean }) {
  const reopen = useReopenReport(report.id)
  const [closing, setClosing] = useState(false)
  const press = () => {
    if (!report.closed) setClosing(true)
    else reopen.mutate(undefined, { onSuccess: () => toast(t.reopenedToast) })
  }
  return (
    <>
      <Button size="sm" kind={report.closed ? 'plain' : 'primary'} loading={reopen.isPending} onClick={press}>
        {report.closed ? t.reopen : t.close}
      </Button>
      {closing ? (
        <Suspense>
          <CloseDialog report={report} acted={acted} onClose={() => setClosing(false)} />
        </Suspense>
      ) : null}
    </>
  )
}
