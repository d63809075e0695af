import { ArrowRight, Ban, CircleCheck, EyeOff } from 'lucide-react'
import { useEffect, useEffectEvent, useId, useRef, useState, type ReactNode } from 'react'
import { PathLink } from '@/components/layout/path-link'
import { Button, buttonClass } from '@/components/ui/button'
import { cn } from '@/lib/cn'
import { formatExact } from '@/lib/format'
import { reviewPanelText } from '@/lib/i18n/zh-Hans/review-panel'
import { reviewText as t } from '@/lib/i18n/zh-Hans/review'
import type { Decision } from '../model/decision'
import { panelCommand } from '../model/panel-keys'
import ui from '@/components/ui/ui.module.css'
import decisionPanelCss from './decision-panel.module.css'

/** Only an approval is a success for the author: the others have their own sign and colour. */
const signs = {
  approve: { icon: CircleCheck, tone: ui.ok },
  reject: { icon: Ban, tone: ui.bad },
  withhold: { icon: EyeOff, tone: ui.warn },
} as const

type DecisionDoneProps = {
  decision: Decision
  left: number | undefined
  /** The title of the next project, if it is known. */
  next: string | undefined
  /** Undefined after the last project. */
  onNext: (() => void) | undefined
  onFold: () => void
  onHelp: () => void
  /** The way back. */
  undo: ReactNode
}

/** The decision taken, and the link to the next project. */
export function DecisionDone({ decision, left, next, onNext, onFold, onHelp, undo }: DecisionDoneProps) {
  const words = useRef<HTMLDivElement>(null)
  const on = useRef<HTMLButtonElement>(null)
  const wordsId = useId()
  const more = onNext !== undefined
  const [asked, setAsked] = useState(0)
  const { icon: Icon, tone } = signs[decision]
  // The pressed button is unmounted. The next project is the usual way on: Enter opens it.
  useEffect(() => (on.current ?? words.current)?.focus(), [more])
  // The keys that need no checklist go on working.
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (document.querySelector('[role="dialog"], [role="alertdialog"], [role="menu"]')) return
    const command = panelCommand(event, false)
    if (command?.kind !== 'skip' && command?.kind !== 'fold' && command?.kind !== 'help') return
    event.preventDefault()
    event.stopPropagation()
    if (command.kind === 'fold') onFold()
    else if (command.kind === 'help') onHelp()
    else if (onNext) onNext()
    else setAsked(asked + 1)
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event)
    window.addEventListener('keydown', listen, true)
    return () => window.removeEventListener('keydown', listen, true)
  }, [])
  const { noNext } = reviewPanelText
  return (
    <div className={decisionPanelCss.done}>
      <div ref={words} id={wordsId} tabIndex={-1} role="status">
        <Icon className={cn(ui.icon24, tone)} aria-hidden />
        <b>{t.decided[decision]}</b>
        <p>{left === undefined ? t.doneCounting : t.done(formatExact(left))}</p>
      </div>
      <div className={decisionPanelCss.next}>
        {onNext ? (
          <Button ref={on} kind="primary" aria-keyshortcuts="Shift+Alt+S" aria-describedby={wordsId} onClick={onNext}>
            {t.next}
            <ArrowRight className={ui.icon} aria-hidden />
          </Button>
        ) : null}
        <PathLink className={buttonClass(onNext ? {} : { kind: 'primary' })} to="/moderation/review">
          {t.back}
        </PathLink>
      </div>
      {next ? <p className={cn(ui.small, ui.clip)}>{next}</p> : null}
      <p className={ui.small} aria-live="assertive">
        {asked > 0 && !more ? (
          <span key={asked}>{left === undefined ? noNext.unknown : left > 0 ? noNext.passed : noNext.none}</span>
        ) : null}
      </p>
      {undo}
    </div>
  )
}
