import { formatDateTime, formatRelative } from '@/lib/format'

/** How long ago, with the moment itself on hover. `wrap` makes a sentence of it. */
export function Ago({ time, wrap, className }: { time: string; wrap?: (text: string) => string; className?: string }) {
  const text = formatRelative(time)
  return (
    <time dateTime={time} title={formatDateTime(time)} className={className}>
      {wrap ? wrap(text) : text}
    </time>
  )
}
