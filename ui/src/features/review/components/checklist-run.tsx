import { useRouter } from '@tanstack/react-router'
import { ArrowLeft, ArrowRight, Sparkles, Undo2 } from 'lucide-react'
import { Suspense, useEffect, useEffectEvent, useRef, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Note } from '@/components/ui/feedback'
import { ApiError } from '@/lib/api/errors'
import type { ProjectPage } from '@/lib/api/types'
import { reviewChecklistText as t } from '@/lib/i18n/zh-Hans/review-checklist'
import { reviewText } from '@/lib/i18n/zh-Hans/review'
import { siteText } from '@/lib/i18n/zh-Hans/site'
import { projectParams } from '@/lib/links'
import { flagOn } from '@/stores/flags'
import { useGenerate } from '../checklist-api'
import { fill, goTo, markOf, move, openStep, stepsOf, toggle, type Checklist, type Progress } from '../model/checklist'
import { PACK_STEP } from '../model/pack-step'
import { panelCommand } from '../model/panel-keys'
import type { Decision } from '../model/decision'
import { readyLazy } from '@/lib/ready-lazy'
import { useProgress } from '../use-progress'
import type { FileKeys } from './checklist-file'
import { ChecklistStep } from './checklist-step'
import { DecisionForm, type DecisionHandle } from './decision-form'
import ui from '@/components/ui/ui.module.css'
import panelCss from './decision-panel.module.css'
import css from './checklist.module.css'

const ChecklistFiles = readyLazy(() => import('./checklist-files'))

type ChecklistRunProps = {
  project: ProjectPage
  checklist: Checklist
  onDecided: (decision: Decision) => void
  onSkip: () => void
  onFold: () => void
  onHelp: () => void
}

/** The steps, the message made from them, and the decision. */
export function ChecklistRun({ project, checklist, onDecided, onSkip, onFold, onHelp }: ChecklistRunProps) {
  const { progress, change, origin, reset, end } = useProgress(project.id, checklist.progress)
  const generate = useGenerate(project.id)
  const [before, setBefore] = useState<Progress>()
  const form = useRef<DecisionHandle>(null)
  const body = useRef<HTMLDivElement>(null)
  const files = useRef<FileKeys>(null)
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
      body.current?.scrollIntoView({ block: 'nearest' })
    }
  }
  const make = () => {
    if (generate.isPending) return
    generate.mutate(progress, {
      onSuccess: (made) => {
        setBefore(progress.message.trim() === '' || progress.message === made.text ? undefined : progress)
        change((now) => ({
          ...now,
          message: made.text,
          templates: made.templates,
          reason: made.verdict === 'approve' ? now.reason : made.reason,
        }))
        show('moderation')
        form.current?.focus()
      },
    })
  }
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (document.querySelector('[role="dialog"], [role="alertdialog"], [role="menu"]')) return
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
  const remarks = Object.keys(progress.chosen).length
  return (
    <>
      {origin === 'new' ? null : (
        <Note tone={origin === 'outdated' ? 'warn' : 'info'} className={panelCss.note}>
          {origin === 'outdated' ? t.outdated : t.kept}
          <Button size="sm" kind="quiet" onClick={reset}>
            {t.restart}
          </Button>
        </Note>
      )}
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
              onClick={() => step(goTo(progress, steps, one.id))}
            >
              {index + 1}
            </button>
          )
        })}
      </nav>
      <div ref={body}>
        {open ? (
          <ChecklistStep
            key={open.id}
            step={open}
            number={checklist.steps.indexOf(open) + 1}
            progress={progress}
            onToggle={(option) => change(toggle(progress, option))}
            onFill={(option, filler, value) => change(fill(progress, option, filler, value))}
          >
            {open.id === PACK_STEP ? (
              <Suspense fallback={<p className={ui.subtle}>{t.loading}</p>}>
                <ChecklistFiles ref={files} project={project.id} progress={progress} onChange={change} />
              </Suspense>
            ) : null}
          </ChecklistStep>
        ) : null}
      </div>
      <div className={css.nav}>
        <Button size="sm" disabled={at <= 0} aria-keyshortcuts="ArrowLeft Shift+Alt+P" onClick={() => step(move(progress, steps, -1))}>
          <ArrowLeft className={ui.icon} aria-hidden />
          {t.previous}
        </Button>
        <Button
          size="sm"
          kind="outline"
          disabled={at >= steps.length - 1}
          aria-keyshortcuts="ArrowRight Shift+Alt+N"
          onClick={() => step(move(progress, steps, 1))}
        >
          {t.next}
          <ArrowRight className={ui.icon} aria-hidden />
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
                change((now) => ({ ...now, message: before.message, templates: before.templates, reason: before.reason }))
                setBefore(undefined)
              }}
            >
              <Undo2 className={ui.icon} aria-hidden />
              {t.undo}
            </Button>
          ) : null}
          <Button size="sm" loading={generate.isPending} aria-keyshortcuts="E Shift+Alt+E Control+Shift+E" onClick={make}>
            <Sparkles className={ui.icon} aria-hidden />
            {t.generate}
          </Button>
        </span>
        {generate.data && generate.data.missing.length > 0 ? <p role="status">{t.missing(generate.data.missing.length)}</p> : null}
        {generate.isError ? (
          <p role="alert">{generate.error instanceof ApiError ? generate.error.description : siteText.errorTitle}</p>
        ) : null}
      </div>
      <DecisionForm
        ref={form}
        project={project}
        message={progress.message}
        onMessage={(message) => change((now) => ({ ...now, message }))}
        code={progress.reason}
        onCode={(reason) => change((now) => ({ ...now, reason }))}
        options={Object.keys(progress.chosen)}
        templates={progress.templates}
        onDecided={(decision) => {
          end()
          onDecided(decision)
        }}
        onSkip={onSkip}
      />
    </>
  )
}
