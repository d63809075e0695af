import { ArrowRight, CircleCheck } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { PathLink } from '@/components/layout/path-link'
import { buttonClass } from '@/components/ui/button'
import { cn } from '@/lib/cn'
import { formatExact } from '@/lib/format'
import { reviewText as t } from '@/lib/i18n/zh-Hans/review'
import type { QueueEntry } from '../api'
import type { Decision } from '../model/decision'
import { reviewAddress } from '../model/queue'
import ui from '@/components/ui/ui.module.css'
import decisionPanelCss from './decision-panel.module.css'

type DecisionDoneProps = { decision: Decision; left: number | undefined; next: QueueEntry | undefined }

/** What was decided, and the way on. */
export function DecisionDone({ decision, left, next }: DecisionDoneProps) {
  const words = useRef<HTMLDivElement>(null)
  // The pressed button is gone; the reader goes on here.
  useEffect(() => words.current?.focus(), [])
  return (
    <div className={decisionPanelCss.done}>
      <div ref={words} tabIndex={-1} role="status">
        <CircleCheck className={cn(ui.icon24, ui.ok)} aria-hidden />
        <b>{t.decided[decision]}</b>
        <p>{left === undefined ? t.doneCounting : t.done(formatExact(left))}</p>
      </div>
      <div className={decisionPanelCss.next}>
        {next ? (
          <PathLink className={buttonClass({ kind: 'primary' })} {...reviewAddress(next)}>
            {t.next}
            <ArrowRight className={ui.icon} aria-hidden />
          </PathLink>
        ) : null}
        <PathLink className={buttonClass(next ? {} : { kind: 'primary' })} to="/moderation/review">
          {t.back}
        </PathLink>
      </div>
      {next ? <p className={cn(ui.small, ui.clip)}>{next.project.title}</p> : null}
    </div>
  )
}
