import { useQuery } from '@tanstack/react-query'
import { PathLink } from '@/components/layout/path-link'
import { buttonClass } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { Ago } from '@/components/ui/time'
import type { ProjectPage } from '@/lib/api/types'
import { cn } from '@/lib/cn'
import { wikiManageText as t } from '@/lib/i18n/zh-Hans/wiki-manage'
import { useLive } from '@/lib/live'
import { wikiQueries, wikiTopic } from '../api'
import { wikiOf } from '../links'
import { PersonLink } from './person-link'
import ui from '@/components/ui/ui.module.css'
import css from './settings-page.module.css'

const topics = [wikiTopic]

/** The submissions to one wiki that wait for a decision, the oldest first. */
export function ReviewQueue({ project }: { project: ProjectPage }) {
  useLive(topics)
  const drafts = useQuery(wikiQueries.drafts(project.id, 'review')).data?.drafts ?? []
  return (
    <Card id="wiki-queue" title={t.lists.review} note={drafts.length}>
      <div className={cn(ui.cardPad, css.body)}>
        {drafts.length === 0 ? <p className={ui.muted}>{t.lists.none.review}</p> : null}
        <ul className={css.people}>
          {drafts.map((draft) => (
            <li key={draft.id}>
              <PersonLink person={draft.author} />
              <span className={cn(ui.text13, ui.break)}>{draft.msg}</span>
              <span className={ui.small}>{t.lists.pages(draft.pages)}</span>
              {draft.submitted ? <Ago className={ui.small} time={draft.submitted} /> : null}
              <PathLink className={buttonClass({ size: 'sm' }, ui.push)} {...wikiOf(project, 'review', draft.id)}>
                {t.lists.open}
              </PathLink>
            </li>
          ))}
        </ul>
      </div>
    </Card>
  )
}
