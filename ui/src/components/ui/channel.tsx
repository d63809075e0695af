import type { Channel } from '@/lib/api/types'
import { versionText as t } from '@/lib/i18n/zh-Hans/versions'

const looks: Record<Channel, string> = { release: 'ch', beta: 'ch ch-b', alpha: 'ch ch-a' }

/** The release channel as a block with a letter. */
export function ChannelMark({ channel }: { channel: Channel }) {
  return (
    <span className={looks[channel]} title={t.channels[channel]}>
      <span aria-hidden>{t.letters[channel]}</span>
      <span className="sr">{t.channels[channel]}</span>
    </span>
  )
}
