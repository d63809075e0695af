import { Settings } from 'lucide-react'
import { PathLink } from '@/components/layout/path-link'
import { Badge } from '@/components/ui/badge'
import { buttonClass } from '@/components/ui/button'
import { Checkbox } from '@/components/ui/checkbox'
import { Pic } from '@/components/ui/pic'
import { Ago } from '@/components/ui/time'
import { statusTone } from '@/components/ui/status-tone'
import type { OwnedHit } from '@/lib/api/types'
import { cn } from '@/lib/cn'
import { typeLabel } from '@/lib/content-types'
import { formatCount, formatExact } from '@/lib/format'
import { dashboardText } from '@/lib/i18n/zh-Hans/dashboard'
import { hitParams } from '@/lib/links'
import { organizationText as t } from '@/lib/i18n/zh-Hans/organization'
import { titles } from '@/lib/titles'
import buttonCss from '@/components/ui/button.module.css'
import itemCss from '@/components/ui/item.module.css'
import tableCss from '@/components/ui/table.module.css'
import ui from '@/components/ui/ui.module.css'
import css from './projects-table.module.css'

type ProjectsTableProps = { hits: readonly OwnedHit[]; marked: readonly string[]; onMark?: (marked: readonly string[]) => void }

/** An organisation's projects; where they may be taken out, each can be marked. */
export function ProjectsTable({ hits, marked, onMark }: ProjectsTableProps) {
  const all = hits.every((hit) => marked.includes(hit.project_id))
  return (
    <table className={cn(tableCss.root, css.root)}>
      <thead>
        <tr>
          {onMark ? (
            <th scope="col" className={css.tick}>
              <Checkbox checked={all} onChange={() => onMark(all ? [] : hits.map((hit) => hit.project_id))}>
                <span className={ui.visuallyHidden}>{t.markAll}</span>
              </Checkbox>
            </th>
          ) : null}
          <th scope="col">{dashboardText.columnProject}</th>
          <th scope="col">{dashboardText.columnStatus}</th>
          <th scope="col" className={tableCss.right}>
            {dashboardText.columnDownloads}
          </th>
          <th scope="col">
            <span className={ui.visuallyHidden}>{t.settings}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {hits.map((hit) => {
          const params = hitParams(hit)
          const { title } = titles(hit)
          const on = marked.includes(hit.project_id)
          return (
            <tr key={hit.project_id}>
              {onMark ? (
                <td className={css.tick}>
                  <Checkbox
                    checked={on}
                    onChange={() => onMark(on ? marked.filter((id) => id !== hit.project_id) : [...marked, hit.project_id])}
                  >
                    <span className={ui.visuallyHidden}>{t.mark(title)}</span>
                  </Checkbox>
                </td>
              ) : null}
              <td className={tableCss.mobileWide}>
                <div className={cn(itemCss.root, ui.result)}>
                  <Pic src={hit.icon_url} project={hit.project_id} name={title} color={hit.color} size={40} />
                  <div>
                    <b className={ui.clip}>
                      <PathLink className={ui.resultLink} to="/$type/$id" params={params}>
                        {title}
                      </PathLink>
                    </b>
                    <small className={ui.clip}>
                      {typeLabel(hit.url_type)} · <Ago time={hit.date_modified} />
                    </small>
                  </div>
                </div>
              </td>
              <td>
                <Badge tone={statusTone(hit.status)}>{dashboardText.statusName[hit.status]}</Badge>
              </td>
              <td className={cn(tableCss.right, tableCss.mobileHidden)} title={formatExact(hit.downloads)}>
                {formatCount(hit.downloads)}
              </td>
              <td className={cn(tableCss.right, tableCss.mobileEnd)}>
                <PathLink
                  className={buttonClass({ kind: 'quiet', size: 'sm' }, buttonCss.icon)}
                  to="/$type/$id/settings"
                  params={params}
                  aria-label={t.settingsOf(title)}
                  title={t.settingsOf(title)}
                >
                  <Settings className={ui.icon} aria-hidden />
                </PathLink>
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
