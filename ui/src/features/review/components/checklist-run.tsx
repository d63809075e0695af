import { useRouter } from '@tanstack/react-router'
import { ArrowLeft, ArrowRight, Check, Sparkles, Undo2 } from 'lucide-react'
import { Suspense, useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react'
import { Button } from '@/components/ui/button'
import { Note } from '@/components/ui/feedback'
import { ApiError } from '@/lib/api/errors'
import type { ProjectPage } from '@/lib/api/types'
import { reviewChecklistText as t } from '@/lib/i18n/zh-Hans/review-checklist'
import { reviewPanelText } from '@/lib/i18n/zh-Hans/review-panel'
import { reviewText } from '@/lib/i18n/zh-Hans/review'
import { siteText } from '@/lib/i18n/zh-Hans/site'
import { projectParams } from '@/lib/links'
import { flagOn } from '@/stores/flags'
import { useGenerate } from '../checklist-api'
import { begun, fill, goTo, markOf, move, openStep, stepsOf, toggle, type Checklist, type Progress } from '../model/checklist'
import { PACK_STEP } from '../model/pack-step'
import { panelCommand } from '../model/panel-keys'
import type { Decision } from '../model/decision'
import { isStale, lackingOf, refuses, signatureOf, unseenOf, write } from '../model/guard'
import { readyLazy } from '@/lib/ready-lazy'
import { focusOn } from '../use-heir'
import { useProgress } from '../use-progress'
import type { FileKeys } from './checklist-file'
import { ChecklistStep } from './checklist-step'
import { DecisionForm, type DecisionHandle, type Guarded } from './decision-form'
import ui from '@/components/ui/ui.module.css'
import panelCss from './decision-panel.module.css'
import css from './checklist.module.css'

const ChecklistFiles = readyLazy(() => import('./checklist-files'))

type ChecklistRunProps = {
  project: ProjectPage
  checklist: Checklist
  /** The work that led to a decision that was undone: it goes on. */
  kept: Progress | undefined
  /** The round that is decided, 0 where none waits. */
  round: number
  /** What stands against any decision now. */
  guarded: Guarded | undefined
  /** The messages of earlier refusals. */
  refusals: readonly string[]
  /** What is above the steps. */
  about: ReactNode
  onConflict: (text: string) => void
  /** The decision, with the work that led to it. */
  onDecided: (decision: Decision, progress: Progress) => void
  onSkip: () => void
  /** Says which step is open, by its number. */
  onStep: (number: number) => void
  onFold: () => void
  onHelp: () => void
}

/** The steps, the message made from them, and the decision. */
export function ChecklistRun(props: ChecklistRunProps) {
  const { project, checklist, kept, round, guarded, refusals, about, onConflict, onDecided, onSkip, onStep, onFold, onHelp } = props
  const { progress, change, origin, reset, end } = useProgress(project.id, checklist.progress, kept)
  const generate = useGenerate(project.id)
  const [before, setBefore] = useState<Progress>()
  const [cleared, setCleared] = useState<Progress>()
  const form = useRef<DecisionHandle>(null)
  const body = useRef<HTMLDivElement>(null)
  const files = useRef<FileKeys>(null)
  // Whether the lists of files were entered into the options, which the moderator may have changed since.
  const entered = useRef(false)
  const router = useRouter()
  const steps = stepsOf(checklist)
  const open = openStep(steps, progress.step)
  const at = open ? steps.indexOf(open) : -1
  const params = projectParams(project)

  const show = (tab: string | undefined) => {
    const options = { params, search: (search: object) => search, state: true, resetScroll: false } as const
    if (tab === 'overview') void router.navigate({ to: '/$type/$id', ...options })
    else if (tab === 'gallery') void router.navigate({ to: '/$type/$id/gallery', ...options })
    else if (tab === 'versions') void router.navigate({ to: '/$type/$id/versions', ...options })
    else if (tab === 'moderation') void router.navigate({ to: '/$type/$id/moderation', ...options })
  }
  const step = (next: Progress) => {
    change(next)
    const arrived = openStep(steps, next.step)
    if (arrived !== open) {
      show(arrived?.tab)
      body.current?.scrollIntoView({ block: 'start' })
    }
  }
  const make = (verdict?: 'reject' | 'withhold') => {
    if (generate.isPending) return
    generate.mutate(
      { progress, verdict },
      {
        onSuccess: (made) => {
          setBefore(progress.message.trim() === '' || progress.message === made.text ? undefined : progress)
          change((now) => ({
            ...now,
            message: made.text,
            templates: made.templates,
            made: signatureOf(progress),
            reason: made.verdict === 'approve' ? now.reason : made.reason,
          }))
          show('moderation')
          form.current?.focus()
        },
      },
    )
  }
  const heading = () => focusOn(body.current?.querySelector('section'))
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (document.querySelector('[role="dialog"], [role="alertdialog"], [role="menu"]')) return
    if (leavesField(event, body.current?.closest('aside'))) {
      event.preventDefault()
      event.stopPropagation()
      return heading()
    }
    const command = panelCommand(event, flagOn('shortcuts'))
    if (!command) return
    event.preventDefault()
    event.stopPropagation()
    switch (command.kind) {
      case 'next':
        return step(move(progress, steps, 1))
      case 'previous':
        return step(move(progress, steps, -1))
      case 'option': {
        if (files.current?.press(command.index)) return
        const option = open?.id === PACK_STEP ? undefined : open?.options[command.index]
        if (option) change(toggle(progress, option.id))
        return
      }
      case 'generate':
        return make()
      case 'message':
        return form.current?.focus()
      case 'reason':
        return form.current?.reason()
      case 'decide':
        return form.current?.decide(command.decision)
      case 'skip':
        return onSkip()
      case 'fold':
        return onFold()
      case 'help':
        return onHelp()
    }
  })
  // Before the editor and the page's own keys see them.
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event)
    window.addEventListener('keydown', listen, true)
    return () => window.removeEventListener('keydown', listen, true)
  }, [])
  // A step takes its fields away with it, and whoever was in one of them goes on with the next step.
  const shown = useRef(open?.id)
  useEffect(() => {
    if (shown.current === open?.id) return
    shown.current = open?.id
    const section = body.current?.querySelector('section')
    if (nobodyHasFocus()) focusOn(section)
    // Its question and options are in view; what is above them was read with the first step.
    const box = body.current?.parentElement
    if (section && box) box.scrollTop += section.getBoundingClientRect().top - box.getBoundingClientRect().top
  }, [open?.id])
  // That progress was restored is news where the panel opens.
  const [first] = useState(open?.id)
  const number = open ? checklist.steps.indexOf(open) + 1 : 0
  const tell = useEffectEvent(onStep)
  useEffect(() => tell(number), [number])
  const remarks = Object.keys(progress.chosen).length
  const lacking = lackingOf(steps, progress)
  const unseen = unseenOf(steps, progress)
  const last = at >= steps.length - 1
  const unfinished = open !== undefined && !progress.visited.includes(open.id)
  const fillIn = (one: (typeof lacking)[number]) => {
    step(goTo(progress, one.step.id))
    // The field is there once the step is drawn.
    setTimeout(() => document.getElementById(`filler-${one.option}-${one.filler}`)?.focus())
  }
  return (
    <>
      <nav className={css.steps} aria-label={t.steps}>
        {checklist.steps.map((one, index) => {
          const mark = markOf(one, progress)
          return (
            <button
              key={one.id}
              type="button"
              className={mark === 'open' ? undefined : css[mark]}
              aria-current={one === open ? 'step' : undefined}
              disabled={mark === 'na'}
              title={`${one.title} · ${t.marks[mark]}`}
              aria-label={t.stepMark(index + 1, one.title, t.marks[mark])}
              onClick={() => step(goTo(progress, one.id))}
            >
              {index + 1}
            </button>
          )
        })}
      </nav>
      <div className={css.scroll}>
        {at <= 0 ? about : null}
        {origin !== 'new' && open?.id === first ? (
          <Note tone={origin === 'outdated' ? 'warn' : 'info'} className={panelCss.note}>
            {origin === 'outdated' ? t.outdated : t.kept}
            <Button
              size="sm"
              kind="quiet"
              onClick={() => {
                setCleared(progress)
                reset()
                heading()
              }}
            >
              {t.restart}
            </Button>
          </Note>
        ) : cleared && !begun(progress) ? (
          <Note className={panelCss.note}>
            {reviewPanelText.cleared}
            <Button
              size="sm"
              kind="quiet"
              onClick={() => {
                change(cleared)
                setCleared(undefined)
                heading()
              }}
            >
              <Undo2 className={ui.icon} aria-hidden />
              {reviewPanelText.restore}
            </Button>
          </Note>
        ) : null}
        <div ref={body}>
          {open ? (
            <ChecklistStep
              key={open.id}
              step={open}
              number={number}
              progress={progress}
              onToggle={(option) => change(toggle(progress, option))}
              onFill={(option, filler, value) => change(fill(progress, option, filler, value))}
            >
              {open.id === PACK_STEP ? (
                <Suspense fallback={<p className={ui.subtle}>{t.loading}</p>}>
                  <ChecklistFiles
                    ref={files}
                    project={project.id}
                    since={project.queued}
                    entered={entered}
                    progress={progress}
                    onChange={change}
                  />
                </Suspense>
              ) : null}
            </ChecklistStep>
          ) : null}
        </div>
        {at > 0 ? about : null}
      </div>
      <div className={css.nav}>
        <Button size="sm" disabled={at <= 0} aria-keyshortcuts="ArrowLeft Shift+Alt+P" onClick={() => step(move(progress, steps, -1))}>
          <ArrowLeft className={ui.icon} aria-hidden />
          {t.previous}
        </Button>
        <Button
          size="sm"
          kind="outline"
          disabled={last && !unfinished}
          aria-keyshortcuts="ArrowRight Shift+Alt+N"
          title={unseen === 0 ? reviewPanelText.finished : undefined}
          onClick={() => {
            step(move(progress, steps, 1))
            if (last) heading() // the button is off then
          }}
        >
          {last ? reviewPanelText.finish : t.next}
          {last ? <Check className={ui.icon} aria-hidden /> : <ArrowRight className={ui.icon} aria-hidden />}
        </Button>
      </div>
      <div className={css.made}>
        <h3>{reviewText.message}</h3>
        <span className={ui.subtle}>{t.remarks(remarks)}</span>
        <span>
          {before ? (
            <Button
              size="sm"
              kind="quiet"
              onClick={() => {
                const { message, templates, reason, made } = before
                change((now) => ({ ...now, message, templates, reason, made }))
                setBefore(undefined)
                form.current?.focus()
              }}
            >
              <Undo2 className={ui.icon} aria-hidden />
              {t.undo}
            </Button>
          ) : null}
          <Button size="sm" loading={generate.isPending} aria-keyshortcuts="E Shift+Alt+E Control+Shift+E" onClick={() => make()}>
            <Sparkles className={ui.icon} aria-hidden />
            {t.generate}
          </Button>
        </span>
        {generate.data && lacking.length > 0 ? <p role="status">{t.missing(lacking.length)}</p> : null}
        {generate.isError ? (
          <p role="alert">{generate.error instanceof ApiError ? generate.error.description : siteText.errorTitle}</p>
        ) : null}
      </div>
      <DecisionForm
        ref={form}
        project={project}
        message={progress.message}
        onMessage={(message) => change((now) => write(now, message))}
        code={progress.reason}
        onCode={(reason) => change((now) => ({ ...now, reason }))}
        options={Object.keys(progress.chosen)}
        templates={progress.templates}
        round={round}
        guarded={guarded}
        looked={{ unseen, lacking, stale: isStale(progress), refusal: refuses(progress, refusals) }}
        onLacking={fillIn}
        onRegenerate={make}
        onKeep={() => change((now) => ({ ...now, made: signatureOf(now) }))}
        onConflict={onConflict}
        onDecided={(decision) => {
          end()
          onDecided(decision, progress)
        }}
        onSkip={onSkip}
      />
    </>
  )
}

/** Whether the focus went away with what had it, or cannot stay there. */
function nobodyHasFocus(): boolean {
  const { activeElement } = document
  return activeElement === null || activeElement === document.body || activeElement.matches(':disabled')
}

/** Whether Escape leaves a field of the panel: to the step, from which single keys work. A list that the field opened closes first. */
function leavesField(event: KeyboardEvent, panel: HTMLElement | null | undefined): boolean {
  const { target, key } = event
  if (key !== 'Escape' || event.isComposing || !(target instanceof HTMLElement) || !panel?.contains(target)) return false
  if (document.querySelector('.cm-tooltip-autocomplete')) return false
  return target.closest('[contenteditable="true"], textarea, select, input:not([type="checkbox"])') !== null
}
