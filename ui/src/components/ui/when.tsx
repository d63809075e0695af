import { estimatedText as t } from '@/lib/i18n/zh-Hans/estimated'
import { isUnknownTime } from '@/lib/format'
import { Ago } from './time'

type WhenProps = Parameters<typeof Ago>[0] & {
  /** The time follows from the game versions, because the source did not give one. */
  estimated: boolean
}

/** A relative time that may be an estimate or unknown, and then says so. */
export function When({ estimated, ...rest }: WhenProps) {
  if (!estimated) return <Ago {...rest} />
  const { time, className, title, wrap = (text: string) => text } = rest
  if (isUnknownTime(time, estimated)) {
    return (
      <span className={className} title={t.unknownHint}>
        {t.unknown}
      </span>
    )
  }
  return <Ago {...rest} wrap={(text) => wrap(t.about(text))} title={title ? t.marked(title) : t.hint} />
}
