import { useQuery } from '@tanstack/react-query'
import { ChevronDown, ChevronUp, X } from 'lucide-react'
import { useId, useState } from 'react'
import { PathLink } from '@/components/layout/path-link'
import { IconButton, buttonClass } from '@/components/ui/button'
import { RestoredDraft } from '@/components/ui/restored-draft'
import type { ProjectPage } from '@/lib/api/types'
import { cn } from '@/lib/cn'
import { reviewText as t } from '@/lib/i18n/zh-Hans/review'
import { useKeptDraft } from '@/lib/use-kept-draft'
import { projectParams } from '@/lib/links'
import { reviewQueries } from '../api'
import { useHistory, useNow } from '../hooks'
import type { Decision } from '../model/decision'
import { nextInQueue, reviewAddress } from '../model/queue'
import { DecisionDone } from './decision-done'
import { DecisionForm } from './decision-form'
import { Facts } from './facts'
import ui from '@/components/ui/ui.module.css'
import css from './decision-panel.module.css'

/** The card in which a moderator decides about the project behind it. */
export function DecisionPanel({ project, onClose }: { project: ProjectPage; onClose: () => void }) {
  const [open, setOpen] = useState(true)
  const [message, setMessage] = useState('')
  const kept = useKeptDraft(`review.${project.id}`, message === '' ? undefined : message, setMessage)
  const [done, setDone] = useState<{ decision: Decision; queued: string | null }>()
  const bodyId = useId()
  const now = useNow()
  const history = useHistory(project)
  const line = useQuery(reviewQueries.line())
  const next = line.data ? nextInQueue(line.data.projects, { id: project.id, queued: done ? done.queued : project.queued }) : undefined
  const left = line.data ? line.data.total - Number(line.data.projects.some((entry) => entry.project.id === project.id)) : undefined
  return (
    <>
      <aside className={cn(css.root, ui.card)} aria-label={t.panel}>
        <header className={css.head}>
          <h2>{t.panel}</h2>
          <span className={css.end}>
            <PathLink
              className={buttonClass({ kind: 'quiet', size: 'sm' })}
              to="/$type/$id/moderation"
              params={projectParams(project)}
              keepScroll
            >
              {t.openHistory}
            </PathLink>
            <IconButton
              label={open ? t.minimize : t.expand}
              kind="quiet"
              size="sm"
              aria-expanded={open}
              aria-controls={bodyId}
              onClick={() => setOpen(!open)}
            >
              {open ? <ChevronDown className={ui.icon} aria-hidden /> : <ChevronUp className={ui.icon} aria-hidden />}
            </IconButton>
            <IconButton label={t.close} kind="quiet" size="sm" onClick={onClose}>
              <X className={ui.icon} aria-hidden />
            </IconButton>
          </span>
        </header>
        <div id={bodyId} className={css.body} hidden={!open}>
          <Facts project={project} history={history.data} now={now} />
          {done ? (
            <DecisionDone decision={done.decision} left={left} next={next} />
          ) : (
            <>
              <RestoredDraft
                restored={kept.restored}
                onDiscard={() => {
                  kept.drop()
                  setMessage('')
                }}
              />
              <DecisionForm
                project={project}
                message={message}
                onMessage={setMessage}
                onDecided={(decision) => {
                  kept.drop()
                  setDone({ decision, queued: project.queued })
                  setOpen(true)
                }}
                skip={next ? reviewAddress(next) : undefined}
              />
            </>
          )}
        </div>
      </aside>
      <div className={css.room} aria-hidden />
    </>
  )
}
