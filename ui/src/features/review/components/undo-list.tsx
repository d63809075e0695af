import { useQuery } from '@tanstack/react-query'
import { PathLink } from '@/components/layout/path-link'
import { formatExact } from '@/lib/format'
import { cn } from '@/lib/cn'
import { reviewUndoText as t } from '@/lib/i18n/zh-Hans/review-undo'
import { projectParams } from '@/lib/links'
import { useLive } from '@/lib/live'
import { proposalsQuery, undoTopics } from '../undo-api'
import { UndoNotice } from './undo-notice'
import ui from '@/components/ui/ui.module.css'
import css from './undo.module.css'

/** The open proposals to undo a decision, the one that lapses first in front; nothing where there is none. */
export function UndoList() {
  useLive(undoTopics)
  const { data } = useQuery(proposalsQuery())
  if (!data || data.proposals.length === 0) return null
  return (
    <section className={cn(ui.card, css.list)} aria-labelledby="undo-list">
      <div className={cn(ui.cardHead, css.head)}>
        <h2 id="undo-list">{t.list}</h2>
        <small className={cn(ui.small, ui.tabular)}>{t.count(formatExact(data.proposals.length))}</small>
      </div>
      <ul>
        {data.proposals.map((one) => (
          <li key={one.id}>
            <PathLink className={ui.link} to="/$type/$id/moderation" params={projectParams(one.project)}>
              {one.project.title}
            </PathLink>
            <UndoNotice proposal={one} />
          </li>
        ))}
      </ul>
    </section>
  )
}
