import type { Channel } from '@/lib/api/types'
import { cn } from '@/lib/cn'
import { versionText as t } from '@/lib/i18n/zh-Hans/versions'
import { SHAPE, shapes } from './releases'
import css from './release-mark.module.css'

/** The shape of a channel in its colour; its name stands beside it. */
export function ReleaseMark({ channel }: { channel: Channel }) {
  return (
    <svg className={cn(css.root, css[channel])} viewBox={`0 0 ${SHAPE} ${SHAPE}`} aria-hidden>
      <path d={shapes[channel]} />
    </svg>
  )
}

/** What the marks of a chart mean. Nothing without marks. */
export function ReleaseKey({ channels }: { channels: readonly Channel[] }) {
  return channels.map((channel) => (
    <span key={channel} className={css.key}>
      <ReleaseMark channel={channel} />
      {t.channels[channel]}
    </span>
  ))
}
