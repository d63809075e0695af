import { Settings } from 'lucide-react'
import { PathLink } from '@/components/layout/path-link'
import { Badge } from '@/components/ui/badge'
import { buttonClass } from '@/components/ui/button'
import { Checkbox } from '@/components/ui/checkbox'
import { Pic } from '@/components/ui/pic'
import { Ago } from '@/components/ui/time'
import { statusTone } from '@/features/dashboard'
import type { OwnedHit } from '@/lib/api/types'
import { typeLabel } from '@/lib/content-types'
import { formatCount, formatExact } from '@/lib/format'
import { dashboardText } from '@/lib/i18n/zh-Hans/dashboard'
import { organizationText as t } from '@/lib/i18n/zh-Hans/organization'
import { titles } from '@/lib/titles'

type ProjectsTableProps = { hits: readonly OwnedHit[]; marked: readonly string[]; onMark?: (marked: readonly string[]) => void }

/** An organisation's projects; where they may be taken out, each can be marked. */
export function ProjectsTable({ hits, marked, onMark }: ProjectsTableProps) {
  const all = hits.every((hit) => marked.includes(hit.project_id))
  return (
    <table className="tbl org-projects">
      <thead>
        <tr>
          {onMark ? (
            <th scope="col" className="tick">
              <Checkbox checked={all} onChange={() => onMark(all ? [] : hits.map((hit) => hit.project_id))}>
                <span className="sr">{t.markAll}</span>
              </Checkbox>
            </th>
          ) : null}
          <th scope="col">{dashboardText.columnProject}</th>
          <th scope="col">{dashboardText.columnStatus}</th>
          <th scope="col" className="r">{dashboardText.columnDownloads}</th>
          <th scope="col">
            <span className="sr">{t.settings}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {hits.map((hit) => {
          const path = `/${hit.url_type}/${hit.slug || hit.project_id}`
          const { title } = titles(hit)
          const on = marked.includes(hit.project_id)
          return (
            <tr key={hit.project_id}>
              {onMark ? (
                <td className="tick">
                  <Checkbox checked={on} onChange={() => onMark(on ? marked.filter((id) => id !== hit.project_id) : [...marked, hit.project_id])}>
                    <span className="sr">{t.mark(title)}</span>
                  </Checkbox>
                </td>
              ) : null}
              <td className="m-w">
                <div className="obj">
                  <Pic src={hit.icon_url} name={hit.slug} size={40} />
                  <div>
                    <b className="clip">
                      <PathLink href={path}>{title}</PathLink>
                    </b>
                    <small className="clip">
                      {typeLabel(hit.url_type)} · <Ago time={hit.date_modified} />
                    </small>
                  </div>
                </div>
              </td>
              <td>
                <Badge tone={statusTone(hit.status)}>{dashboardText.statusName[hit.status]}</Badge>
              </td>
              <td className="r m-0" title={formatExact(hit.downloads)}>
                {formatCount(hit.downloads)}
              </td>
              <td className="r m-e">
                <PathLink className={buttonClass({ kind: 'quiet', size: 'sm' }, 'btn-icon')} href={`${path}/settings`} aria-label={t.settingsOf(title)} title={t.settingsOf(title)}>
                  <Settings className="i" aria-hidden />
                </PathLink>
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
