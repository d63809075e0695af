import type { Channel } from '@/lib/api/types'
import { cn } from '@/lib/cn'
import { versionText as t } from '@/lib/i18n/zh-Hans/versions'
import ui from './ui.module.css'
import css from './channel.module.css'

const looks: Record<Channel, string | undefined> = { release: css.root, beta: cn(css.root, css.beta), alpha: cn(css.root, css.alpha) }

/** The release channel as a block with a letter. */
export function ChannelMark({ channel }: { channel: Channel }) {
  return (
    <span className={looks[channel]} title={t.channels[channel]}>
      <span aria-hidden>{t.letters[channel]}</span>
      <span className={ui.visuallyHidden}>{t.channels[channel]}</span>
    </span>
  )
}
