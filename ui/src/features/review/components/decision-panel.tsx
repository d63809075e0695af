import { useQuery } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'
import { ChevronDown, ChevronUp, Keyboard, X } from 'lucide-react'
import { lazy, Suspense, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { PathLink } from '@/components/layout/path-link'
import { IconButton, buttonClass } from '@/components/ui/button'
import { Note } from '@/components/ui/feedback'
import { Segmented } from '@/components/ui/segmented'
import type { ProjectPage } from '@/lib/api/types'
import { cn } from '@/lib/cn'
import { reviewChecklistText as words } from '@/lib/i18n/zh-Hans/review-checklist'
import { reviewPanelText } from '@/lib/i18n/zh-Hans/review-panel'
import { reviewText as t } from '@/lib/i18n/zh-Hans/review'
import { projectParams } from '@/lib/links'
import { useLive } from '@/lib/live'
import { queueTopic } from '@/lib/live/topics'
import { useSession } from '@/lib/session'
import { viewerOf } from '@/lib/viewer'
import { SinceSubmission } from '@/features/history/parts'
import { reviewQueries } from '../api'
import { checklistQuery } from '../checklist-api'
import { useHistory, useNow } from '../hooks'
import { useLock, useTakeOver } from '../lock-api'
import { useWayOn } from '../use-way-on'
import type { Progress } from '../model/checklist'
import type { Decision } from '../model/decision'
import { roundCount } from '../model/history'
import { isRecent } from '../model/lock'
import { decisionBefore, returned, standingOf, type Seen } from '../model/standing'
import { ChecklistRun } from './checklist-run'
import { DecisionDone } from './decision-done'
import type { Guarded } from './decision-form'
import { EditedNote } from './edited-note'
import { Facts } from './facts'
import { LastDecision } from './last-decision'
import { LockBar } from './lock-bar'
import { PanelKeys } from './panel-keys'
import { StandingNote } from './standing-note'
import { UndoPart } from './undo-part'
import ui from '@/components/ui/ui.module.css'
import checklistCss from './checklist.module.css'
import css from './decision-panel.module.css'

const TakeOverAsk = lazy(() => import('./take-over-ask'))

const queueTopics = [queueTopic]

/** A decision of this panel: with what followed from it nothing else is known of the round. */
type Done = { decision: Decision; queued: string | null; position: number; progress: Progress }

/** The panel in which a moderator works through the checklist of the project beside it and decides. */
export function DecisionPanel({ project, onClose }: { project: ProjectPage; onClose: () => void }) {
  const [open, setOpen] = useState(true)
  const [help, setHelp] = useState(false)
  const [at, setAt] = useState(0)
  const [done, setDone] = useState<Done>()
  const [kept, setKept] = useState<Progress>()
  // Another round has other facts and no progress yet.
  const [stale, setStale] = useState(false)
  const [refused, setRefused] = useState<string>()
  const [seen, setSeen] = useState<Seen>()
  // The status that the moderator wants to change although nobody asked for a decision.
  const [outside, setOutside] = useState<string>()
  const watch = useRouterState({ select: (state) => (state.location.state as { watch?: unknown }).watch === true })
  const [watching, setWatching] = useState(watch)
  const [taking, setTaking] = useState(false)
  const body = useRef<HTMLDivElement>(null)
  const bodyId = useId()
  const now = useNow()
  const user = useSession()
  const history = useHistory(project)
  const checklist = useQuery(checklistQuery(project.id))
  useLive(queueTopics)
  const waits = project.status === 'processing'
  const takeOver = useTakeOver(project.id)
  const lock = useLock(project.id, { off: !waits, watch: watching })
  const row = useQuery({ ...reviewQueries.queue({ query: project.id, count: 1 }), enabled: waits })
  const entry = row.data?.projects.find((one) => one.id === project.id)
  const barred = (entry?.own === true || Boolean(viewerOf(project, user).member)) && user?.role !== 'admin'
  const way = useWayOn(project, done?.queued)

  const entries = history.data?.entries
  const round = roundCount(entries ?? [])
  if (!seen && entries) setSeen({ round, waiting: waits })
  const back = done && entries ? returned(done.position, project.status, entries) : undefined
  if (done && back) {
    setDone(undefined)
    setKept(back === 'undone' ? done.progress : undefined)
    setStale(back === 'submitted')
    setSeen({ round, waiting: true })
  }
  const again = useEffectEvent(() => checklist.refetch())
  useEffect(() => {
    if (stale) void again().finally(() => setStale(false))
  }, [stale])
  // The history may still be that from before the decision.
  const undo = done && entries && (entries.at(-1)?.position ?? 0) > done.position ? history.data?.undo : undefined
  const standing = standingOf(seen, project.status, round, entries ?? [])
  const resume = () => {
    setRefused(undefined)
    setSeen({ round, waiting: waits })
    void history.refetch()
  }

  const holder = lock?.data?.locked && !lock.data.is_own_lock ? lock.data : undefined
  const take = () => {
    const after = () => setWatching(false)
    if (holder) takeOver.mutate(holder.lock ?? '', { onSuccess: after, onSettled: () => setTaking(false) })
    else after()
  }
  const askToTake = () => (holder && isRecent(holder, Date.now()) ? setTaking(true) : take())
  const guarded = ((): Guarded | undefined => {
    if (barred) return { block: 'own' }
    if (standing.kind === 'resubmitted') return { block: 'resubmitted' }
    if (!waits) return outside === project.status ? undefined : { block: standing.kind === 'decided' ? 'conflict' : 'outside' }
    if (refused !== undefined) return { block: 'conflict' }
    if (holder) return { block: 'locked', holder: holder.locked_by?.username, act: askToTake, busy: takeOver.isPending }
    return watching ? { block: 'watching', act: take } : undefined
  })()
  const previous = waits && round > 1 && entries ? decisionBefore(entries) : undefined
  const list = stale ? undefined : checklist.data
  const about = (
    <>
      <Facts project={project} history={history.data} now={now} />
      {previous ? <LastDecision entry={previous} now={now} /> : null}
      {round > 1 ? (
        <Suspense>
          <SinceSubmission className={css.since} project={project} staff />
        </Suspense>
      ) : null}
      {waits && !done ? <EditedNote project={project} onEdited={() => void checklist.refetch()} /> : null}
    </>
  )
  return (
    <>
      <aside className={cn(css.root, ui.card)} aria-label={t.panel}>
        <div className={css.tabs}>
          <Segmented
            label={reviewPanelText.part}
            value={open ? 'list' : 'page'}
            onValue={(part) => setOpen(part === 'list')}
            segments={[
              { value: 'page', label: reviewPanelText.page },
              { value: 'list', label: list && at > 0 ? reviewPanelText.list(at, list.steps.length) : reviewPanelText.listOnly },
            ]}
          />
        </div>
        <header className={css.head}>
          <h2>{t.panel}</h2>
          {way.left === undefined ? null : <small className={ui.subtle}>{words.left(way.left)}</small>}
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
              className={css.fold}
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
        <div ref={body} id={bodyId} className={css.body} hidden={!open}>
          {done ? null : (
            <StandingNote
              standing={standing}
              status={project.status}
              me={user?.id}
              now={now}
              refused={refused}
              outside={outside === project.status}
              onOutside={() => {
                setRefused(undefined)
                setOutside(project.status)
              }}
              onResume={resume}
              onNext={() => way.go(false)}
            />
          )}
          <LockBar
            project={project}
            lock={lock}
            takeOver={takeOver}
            handed={entry?.handed}
            barred={barred}
            watching={watching}
            now={now}
            onHandedOver={way.toQueue}
          />
          {done ? (
            <div className={checklistCss.scroll}>
              {about}
              <DecisionDone
                decision={done.decision}
                left={way.left}
                next={way.next}
                onNext={way.more ? () => way.go(false) : undefined}
                onFold={() => setOpen(!open)}
                onHelp={() => setHelp(true)}
                undo={
                  undo ? (
                    <UndoPart project={project.id} undo={undo} heir={() => body.current?.querySelector('section, [tabindex]')} />
                  ) : null
                }
              />
            </div>
          ) : list ? (
            <ChecklistRun
              project={project}
              checklist={list}
              kept={kept}
              round={seen?.round ?? 0}
              guarded={guarded}
              refusals={refusalsOf(history.data?.entries)}
              about={about}
              onConflict={setRefused}
              onDecided={(decision, progress) => {
                setRefused(undefined)
                setOutside(undefined)
                setDone({ decision, queued: project.queued, position: entries?.at(-1)?.position ?? 0, progress })
                setOpen(true)
              }}
              onSkip={() => way.go(true)}
              onStep={setAt}
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
      {taking && holder ? (
        <Suspense>
          <TakeOverAsk lock={holder} busy={takeOver.isPending} onSure={take} onClose={() => setTaking(false)} />
        </Suspense>
      ) : null}
      {help ? <PanelKeys onClose={() => setHelp(false)} /> : null}
    </>
  )
}

function refusalsOf(entries: readonly { type: string; message: string | null }[] | undefined): string[] {
  return (entries ?? []).flatMap(({ type, message }) => ((type === 'rejected' || type === 'withheld') && message ? [message] : []))
}
