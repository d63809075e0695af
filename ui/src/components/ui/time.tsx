import { formatDateTime, formatRelative } from '@/lib/format'
import { useFlags } from '@/stores/flags'

type AgoProps = {
  time: string
  /** Puts the time into a sentence. */
  wrap?: (text: string) => string
  /** Shown on hover instead of the time. */
  title?: string
  className?: string
}

/** A relative time, with the exact time on hover. */
export function Ago({ time, wrap, title, className }: AgoProps) {
  const exact = useFlags((state) => state.flags.exactTimes)
  const text = exact ? formatDateTime(time) : formatRelative(time)
  return (
    // Parts that are taken over late are minutes older.
    <time dateTime={time} title={title ?? formatDateTime(time)} className={className} suppressHydrationWarning>
      {wrap ? wrap(text) : text}
    </time>
  )
}
