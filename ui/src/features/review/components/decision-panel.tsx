import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter, useRouterState } from '@tanstack/react-router'
import { ChevronDown, ChevronUp, Keyboard, X } from 'lucide-react'
import { Suspense, useId, useState } from 'react'
import { PathLink } from '@/components/layout/path-link'
import { IconButton, buttonClass } from '@/components/ui/button'
import { Note } from '@/components/ui/feedback'
import type { ProjectPage } from '@/lib/api/types'
import { cn } from '@/lib/cn'
import { reviewChecklistText as words } from '@/lib/i18n/zh-Hans/review-checklist'
import { reviewText as t } from '@/lib/i18n/zh-Hans/review'
import { projectParams } from '@/lib/links'
import { useLive } from '@/lib/live'
import { queueTopic } from '@/lib/live/topics'
import { SinceSubmission } from '@/features/history/parts'
import { reviewQueries } from '../api'
import { checklistQuery } from '../checklist-api'
import { useHistory, useNow } from '../hooks'
import { useLock } from '../lock-api'
import { followingQuery } from '../run-api'
import type { Decision } from '../model/decision'
import { roundCount } from '../model/history'
import { nextInQueue, reviewAddress, runOf, type Following } from '../model/queue'
import { ChecklistRun } from './checklist-run'
import { DecisionDone } from './decision-done'
import { Facts } from './facts'
import { LockBar } from './lock-bar'
import { PanelKeys } from './panel-keys'
import ui from '@/components/ui/ui.module.css'
import css from './decision-panel.module.css'

const queueTopics = [queueTopic]

/** The panel in which a moderator works through the checklist of the project beside it and decides. */
export function DecisionPanel({ project, onClose }: { project: ProjectPage; onClose: () => void }) {
  const [open, setOpen] = useState(true)
  const [help, setHelp] = useState(false)
  const [done, setDone] = useState<{ decision: Decision; queued: string | null }>()
  const bodyId = useId()
  const now = useNow()
  const history = useHistory(project)
  const checklist = useQuery(checklistQuery(project.id))
  useLive(queueTopics)
  const lock = useLock(project.id)
  const line = useQuery(reviewQueries.line())
  const router = useRouter()
  const run = useRouterState({ select: (state) => runOf(state.location.state) })
  // The rest of the run, as it was when the panel opened: walking through the tabs forgets the state of the address.
  const [rest] = useState(run)
  const client = useQueryClient()
  const following = useQuery({ ...followingQuery(rest ?? []), enabled: rest !== undefined })
  const waiting = line.data ? nextInQueue(line.data.projects, { id: project.id, queued: done ? done.queued : project.queued }) : undefined
  const queued = line.data ? line.data.total - Number(line.data.projects.some((entry) => entry.id === project.id)) : undefined
  const inRun = rest && (following.data === undefined ? rest.length : following.data === null ? 0 : following.data.rest.length + 1)
  const left = inRun ?? queued
  const more = rest ? inRun !== 0 : waiting !== undefined
  const toQueue = () => void router.navigate({ to: '/moderation/review' })
  const follow = (next: Following | null) => {
    if (next) void router.navigate({ ...reviewAddress(next.project), state: { showChecklist: true, projects: next.rest } })
    else toQueue()
  }
  const goOn = () => {
    if (rest) void client.fetchQuery(followingQuery(rest)).then(follow, toQueue)
    else if (waiting) void router.navigate(reviewAddress(waiting))
    else toQueue()
  }
  return (
    <>
      <aside className={cn(css.root, ui.card)} aria-label={t.panel}>
        <header className={css.head}>
          <h2>{t.panel}</h2>
          {left === undefined ? null : <small className={ui.subtle}>{words.left(left)}</small>}
          <span className={css.end}>
            <PathLink
              className={buttonClass({ kind: 'quiet', size: 'sm' })}
              to="/$type/$id/moderation"
              params={projectParams(project)}
              keepScroll
            >
              {t.openHistory}
            </PathLink>
            <IconButton label={words.keys.title} kind="quiet" size="sm" aria-keyshortcuts="Shift+Alt+/" onClick={() => setHelp(true)}>
              <Keyboard className={ui.icon} aria-hidden />
            </IconButton>
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
          <LockBar project={project} lock={lock} now={now} onHandedOver={goOn} />
          <Facts project={project} history={history.data} now={now} />
          {roundCount(history.data?.entries ?? []) > 1 ? (
            <Suspense>
              <SinceSubmission className={css.since} project={project} staff />
            </Suspense>
          ) : null}
          {done ? (
            <DecisionDone
              decision={done.decision}
              left={left}
              next={rest ? following.data?.project.title : waiting?.name}
              onNext={more ? goOn : undefined}
            />
          ) : checklist.data ? (
            <ChecklistRun
              project={project}
              checklist={checklist.data}
              onDecided={(decision) => {
                setDone({ decision, queued: project.queued })
                setOpen(true)
              }}
              onSkip={goOn}
              onFold={() => setOpen(!open)}
              onHelp={() => setHelp(true)}
            />
          ) : checklist.isError ? (
            <Note tone="bad" className={css.note}>
              {words.failed}
              <button type="button" className={buttonClass({ size: 'sm' })} onClick={() => void checklist.refetch()}>
                {words.retry}
              </button>
            </Note>
          ) : (
            <p className={css.loading}>{words.loading}</p>
          )}
        </div>
      </aside>
      <div className={css.room} aria-hidden />
      {help ? <PanelKeys onClose={() => setHelp(false)} /> : null}
    </>
  )
}
