import { cn } from '@/lib/cn'
import { formatExact } from '@/lib/format'
import { analyticsText as t } from '@/lib/i18n/zh-Hans/analytics'
import type { Group } from '../api'
import { changeOf, groupName } from '../model'
import type { Dimension } from '../search'
import { partText, shareText } from '../share'
import tableCss from '@/components/ui/number-table.module.css'
import ui from '@/components/ui/ui.module.css'
import css from './analytics.module.css'

/** What the downloads consist of, the largest part first. */
export function GroupTable({ groups, by, sum }: { groups: readonly Group[]; by: Dimension; sum: number }) {
  return (
    <section className={ui.card} aria-label={t.groups(t.dimensions[by])}>
      <div className={ui.cardHead}>
        <h2>{t.groups(t.dimensions[by])}</h2>
      </div>
      <div className={tableCss.scroll}>
        <table className={cn(tableCss.root, css.numbers)}>
          <thead>
            <tr>
              <th scope="col">{t.dimensions[by]}</th>
              <th scope="col">{t.column.downloads}</th>
              <th scope="col">{t.column.share}</th>
              <th scope="col">{t.column.before}</th>
              <th scope="col">{t.column.change}</th>
            </tr>
          </thead>
          <tbody>
            {groups.map((group) => {
              const change = changeOf(group.downloads, group.before)
              return (
                <tr key={group.key}>
                  <th scope="row">{groupName(group, by)}</th>
                  <td>{formatExact(group.downloads)}</td>
                  <td>{sum > 0 ? partText(group.downloads / sum) : '—'}</td>
                  <td>{formatExact(group.before)}</td>
                  <td className={cn(change !== undefined && (change < 0 ? css.down : css.up))}>
                    {change === undefined ? '—' : shareText(change)}
                  </td>
                </tr>
              )
            })}
          </tbody>
        </table>
      </div>
    </section>
  )
}
