import { useQuery } from '@tanstack/react-query'
import { PathLink } from '@/components/layout/path-link'
import { Prose } from '@/components/markdown/prose'
import { Badge } from '@/components/ui/badge'
import { Button, buttonClass } from '@/components/ui/button'
import { Bone, ErrorCard, Loading } from '@/components/ui/feedback'
import { MessagePage } from '@/components/layout/message-page'
import { Ago } from '@/components/ui/time'
import { ApiError } from '@/lib/api/errors'
import { cn } from '@/lib/cn'
import { formatDateTime } from '@/lib/format'
import { reportText as t } from '@/lib/i18n/zh-Hans/report'
import { useLive } from '@/lib/live'
import { reportsTopic } from '@/lib/live/topics'
import { isStaff, useSession } from '@/lib/session'
import { toast } from '@/stores/toasts'
import { POLL_MS, reportQueries, useCloseReport, type ReportPage } from '../api'
import { ItemCard } from './item-card'
import { Thread } from './thread'
import pageHeadCss from '@/components/ui/page-head.module.css'
import queueCss from '@/components/ui/queue.module.css'
import ui from '@/components/ui/ui.module.css'
import css from './report-screen.module.css'

const topics = [reportsTopic]

/** A report: what it is about, how it stands, and the conversation. */
export function ReportScreen({ id, place }: { id: string; place: '/dashboard' | '/moderation' }) {
  const user = useSession()
  const staff = isStaff(user)
  useLive(topics)
  const query = useQuery({ ...reportQueries.one(id), refetchInterval: POLL_MS })
  const report = query.data
  if (ApiError.is(query.error, 404)) return <MessagePage status={404} message={t.missing} />
  if (query.isError && !report) {
    return (
      <>
        <div className={pageHeadCss.root}>
          <h1>{t.title}</h1>
        </div>
        <ErrorCard error={query.error} onRetry={() => void query.refetch()} />
      </>
    )
  }
  return (
    <>
      <div className={pageHeadCss.root}>
        <h1>{report ? t.one(report.item?.title ?? t.gone) : t.title}</h1>
        {report ? <Badge tone={report.closed ? 'neutral' : 'info'}>{t.stateOf[report.closed ? 'closed' : 'open']}</Badge> : null}
        <div className={pageHeadCss.end}>
          <PathLink className={buttonClass({ size: 'sm' })} href={`${place}/reports`}>
            {t.back}
          </PathLink>
          {report && staff ? <CloseButton report={report} /> : null}
        </div>
      </div>
      {report ? (
        <div className={ui.splitSide}>
          <div className={ui.pile}>
            <section className={cn(ui.card, ui.cardPad)} aria-label={t.about}>
              {report.body_html ? <Prose html={report.body_html} /> : <p className={ui.subtle}>{t.noBody}</p>}
            </section>
            <Thread report={report} staff={staff} me={user?.id} />
          </div>
          <aside className={cn(ui.card, css.facts)}>
            <div className={ui.cardPad}>{report.item ? <ItemCard item={report.item} /> : <p className={ui.subtle}>{t.gone}</p>}</div>
            <dl className={queueCss.facts}>
              <div>
                <dt>{t.reason}</dt>
                <dd>{t.reasons[report.report_type]}</dd>
              </div>
              <div>
                <dt>{t.by}</dt>
                <dd>
                  {report.reporter ? <PathLink href={`/user/${report.reporter.username}`}>{report.reporter.username}</PathLink> : '—'}
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

function CloseButton({ report }: { report: ReportPage }) {
  const close = useCloseReport(report.id)
  const closed = Boolean(report.closed)
  const press = () => {
    close.mutateAsync(!closed).then(
      () => toast(closed ? t.reopenedToast : t.closedToast),
      () => undefined,
    )
  }
  return (
    <Button size="sm" kind={closed ? 'plain' : 'primary'} loading={close.isPending} onClick={press}>
      {closed ? t.reopen : t.close}
    </Button>
  )
}
