import { PathLink } from '@/components/layout/path-link'
import { Badge } from '@/components/ui/badge'
import { DataTable } from '@/components/ui/data-table'
import { Pic } from '@/components/ui/pic'
import { Ago } from '@/components/ui/time'
import { cn } from '@/lib/cn'
import { reportText as t } from '@/lib/i18n/zh-Hans/report'
import type { ReportRow } from '../api'
import { seedOf } from '../model/item'
import { stateText, stateTone } from '../model/state'
import itemCss from '@/components/ui/item.module.css'
import queueCss from '@/components/ui/queue.module.css'
import tableCss from '@/components/ui/table.module.css'
import ui from '@/components/ui/ui.module.css'
import reportListCss from './report-list.module.css'

export function ReportTable({ reports, staff }: { reports: readonly ReportRow[]; staff: boolean }) {
  return (
    <DataTable
      title={t.caption}
      columns={[t.column.item, t.column.reason, staff && t.column.reporter, t.column.state, { right: t.column.created }]}
    >
      {reports.map((report) => (
        <Row key={report.id} report={report} staff={staff} />
      ))}
    </DataTable>
  )
}

function Row({ report, staff }: { report: ReportRow; staff: boolean }) {
  const { item } = report
  const title = item?.title ?? t.gone
  return (
    <tr className={ui.result}>
      <td className={cn(tableCss.mobileWide, queueCss.what)}>
        <div className={itemCss.root}>
          <Pic src={item?.icon_url ?? null} name={title} size={40} {...seedOf(report.item_type, report.item_id)} />
          <div>
            <b className={ui.clip}>
              <PathLink
                className={ui.resultLink}
                data-row-link
                to={staff ? '/moderation/report/$id' : '/dashboard/report/$id'}
                params={{ id: report.id }}
              >
                {title}
              </PathLink>
            </b>
            <small className={ui.clip}>
              {[t.itemTypes[report.item_type], item?.detail, report.body.replace(/\s+/g, ' ').slice(0, 120)].filter(Boolean).join(' · ')}
            </small>
          </div>
        </div>
      </td>
      <td>{t.reasons[report.report_type]}</td>
      {staff ? (
        <td>
          {report.reporter ? (
            <span className={queueCss.who}>
              <Pic src={report.reporter.avatar_url} name={report.reporter.username} size={24} round />
              <span className={ui.clip}>{report.reporter.username}</span>
            </span>
          ) : null}
        </td>
      ) : null}
      <td>
        <span className={reportListCss.state}>
          <Badge tone={stateTone(report)}>{stateText(report)}</Badge>
          {report.last_reply ? <Ago className={ui.subtle} time={report.last_reply} wrap={t.replied} /> : null}
        </span>
      </td>
      <td className={cn(tableCss.right, tableCss.mobileEnd, ui.muted)}>
        <Ago time={report.created} />
      </td>
    </tr>
  )
}
