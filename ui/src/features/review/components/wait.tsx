import { Clock } from 'lucide-react'
import { cn } from '@/lib/cn'
import { formatDateTime } from '@/lib/format'
import { formatSpan, secondsSince, waitShare, waitTone } from '../model/waiting'
import ui from '@/components/ui/ui.module.css'
import css from './wait.module.css'

/** How long something waits: text, clock and, where there is room, a bar. Never by colour alone. */
export function Wait({ since, now, bar }: { since: string; now: number; bar?: boolean }) {
  const seconds = secondsSince(since, now)
  const tone = waitTone(seconds)
  return (
    <span className={cn(css.root, css[tone])} title={formatDateTime(since)} suppressHydrationWarning>
      <span className={css.text}>
        <Clock className={ui.icon14} aria-hidden />
        {/* The page of the server is some seconds older. */}
        <span suppressHydrationWarning>{formatSpan(seconds)}</span>
      </span>
      {bar ? (
        <span className={css.bar} aria-hidden>
          <u suppressHydrationWarning style={{ width: `${Math.round(waitShare(seconds) * 100)}%` }} />
        </span>
      ) : null}
    </span>
  )
}
