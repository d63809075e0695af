import { ArrowRight, CircleCheck } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { PathLink } from '@/components/layout/path-link'
import { buttonClass } from '@/components/ui/button'
import { formatExact } from '@/lib/format'
import { reviewText as t } from '@/lib/i18n/zh-Hans/review'
import type { QueueEntry } from '../api'
import type { Decision } from '../model/decision'
import { queuePath, reviewPath } from '../model/queue'

type DecisionDoneProps = { decision: Decision; left: number | undefined; next: QueueEntry | undefined }

/** What was decided, and the way on. */
export function DecisionDone({ decision, left, next }: DecisionDoneProps) {
  const words = useRef<HTMLDivElement>(null)
  // The pressed button is gone; the reader goes on here.
  useEffect(() => words.current?.focus(), [])
  return (
    <div className="ck-done">
      <div ref={words} tabIndex={-1} role="status">
        <CircleCheck className="i i-24 text-ok" aria-hidden />
        <b>{t.decided[decision]}</b>
        <p>{left === undefined ? t.doneCounting : t.done(formatExact(left))}</p>
      </div>
      <div className="ck-way">
        {next ? (
          <PathLink className={buttonClass({ kind: 'primary' })} href={reviewPath(next)}>
            {t.next}
            <ArrowRight className="i" aria-hidden />
          </PathLink>
        ) : null}
        <PathLink className={buttonClass(next ? {} : { kind: 'primary' })} href={queuePath({})}>
          {t.back}
        </PathLink>
      </div>
      {next ? <p className="subtle t12 clip">{next.project.title}</p> : null}
    </div>
  )
}
