import { PathLink } from '@/components/layout/path-link'
import { Badge } from '@/components/ui/badge'
import { Pic } from '@/components/ui/pic'
import { Ago } from '@/components/ui/time'
import { reportText as t } from '@/lib/i18n/zh-Hans/report'
import type { ReportRow } from '../api'

export function ReportTable({ reports, staff }: { reports: readonly ReportRow[]; staff: boolean }) {
  return (
    <table className="tbl">
      <caption className="sr">{t.caption}</caption>
      <thead>
        <tr>
          <th scope="col">{t.column.item}</th>
          <th scope="col">{t.column.reason}</th>
          {staff ? <th scope="col">{t.column.reporter}</th> : null}
          <th scope="col">{t.column.state}</th>
          <th scope="col" className="r">{t.column.created}</th>
        </tr>
      </thead>
      <tbody>
        {reports.map((report) => (
          <Row key={report.id} report={report} staff={staff} />
        ))}
      </tbody>
    </table>
  )
}

function Row({ report, staff }: { report: ReportRow; staff: boolean }) {
  const { item } = report
  const title = item?.title ?? t.gone
  return (
    <tr>
      <td className="m-w rev-what">
        <div className="obj">
          <Pic src={item?.icon_url ?? null} name={title} size={40} round={report.item_type === 'user'} />
          <div>
            <b className="clip">
              <PathLink href={`${staff ? '/moderation' : '/dashboard'}/report/${report.id}`}>{title}</PathLink>
            </b>
            <small className="clip">{[t.itemTypes[report.item_type], item?.detail, report.body.replace(/\s+/g, ' ').slice(0, 120)].filter(Boolean).join(' · ')}</small>
          </div>
        </div>
      </td>
      <td>{t.reasons[report.report_type]}</td>
      {staff ? (
        <td>
          {report.reporter ? (
            <span className="rev-who">
              <Pic src={report.reporter.avatar_url} name={report.reporter.username} size={24} round />
              <span className="clip">{report.reporter.username}</span>
            </span>
          ) : null}
        </td>
      ) : null}
      <td>
        <span className="rp-state">
          <Badge tone={report.closed ? 'neutral' : 'info'}>{t.stateOf[report.closed ? 'closed' : 'open']}</Badge>
          {report.last_reply ? <Ago className="subtle" time={report.last_reply} wrap={t.replied} /> : null}
        </span>
      </td>
      <td className="r m-e muted">
        <Ago time={report.created} />
      </td>
    </tr>
  )
}
