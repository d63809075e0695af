import { ArrowRight, Ban, CircleCheck, EyeOff } from 'lucide-react'
import { useEffect, useId, useRef } from 'react'
import { PathLink } from '@/components/layout/path-link'
import { Button, buttonClass } from '@/components/ui/button'
import { cn } from '@/lib/cn'
import { formatExact } from '@/lib/format'
import { reviewText as t } from '@/lib/i18n/zh-Hans/review'
import type { Decision } from '../model/decision'
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
}

/** The decision taken, and the link to the next project. */
export function DecisionDone({ decision, left, next, onNext }: DecisionDoneProps) {
  const words = useRef<HTMLDivElement>(null)
  const on = useRef<HTMLButtonElement>(null)
  const wordsId = useId()
  const more = onNext !== undefined
  const { icon: Icon, tone } = signs[decision]
  // The pressed button is unmounted. The next project is the usual way on: Enter opens it.
  useEffect(() => (on.current ?? words.current)?.focus(), [more])
  return (
    <div className={decisionPanelCss.done}>
      <div ref={words} id={wordsId} tabIndex={-1} role="status">
        <Icon className={cn(ui.icon24, tone)} aria-hidden />
        <b>{t.decided[decision]}</b>
        <p>{left === undefined ? t.doneCounting : t.done(formatExact(left))}</p>
      </div>
      <div className={decisionPanelCss.next}>
        {onNext ? (
          <Button ref={on} kind="primary" aria-describedby={wordsId} onClick={onNext}>
            {t.next}
            <ArrowRight className={ui.icon} aria-hidden />
          </Button>
        ) : null}
        <PathLink className={buttonClass(onNext ? {} : { kind: 'primary' })} to="/moderation/review">
          {t.back}
        </PathLink>
      </div>
      {next ? <p className={cn(ui.small, ui.clip)}>{next}</p> : null}
    </div>
  )
}
