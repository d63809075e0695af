import { Card } from '@/components/ui/card'
import { formatBytes } from '@/lib/format'
import type { Backup } from '@/lib/hosting/backups'
import type { Server } from '@/lib/hosting/servers'
import { serverBackupsText } from '@/lib/i18n/zh-Hans/server-backups'
import { backupBytes } from '@/lib/limits.gen'
import { usageOf } from '../model/limits'
import ui from '@/components/ui/ui.module.css'
import css from './server-backups.module.css'

const t = serverBackupsText.room

/** How many backups there are and what they take, of what the plan allows. */
export function RoomCard({ server, list }: { server: Server; list: readonly Backup[] }) {
  const { number, stored, bytes } = usageOf(list)
  const most = server.backup_quota
  return (
    <Card id="backup-room" title={t.title}>
      <div className={css.room}>
        <Meter name={t.number} words={t.of(String(number), String(most))} share={most > 0 ? number / most : 1} />
        <Meter name={t.bytes} words={t.of(formatBytes(stored), formatBytes(backupBytes))} share={stored / backupBytes} />
        {bytes > 0 ? <p className={ui.small}>{t.contents(formatBytes(bytes))}</p> : null}
      </div>
    </Card>
  )
}

/** From this share on a quota is shown as nearly used up. */
const NEARLY = 0.9

function Meter({ name, words, share }: { name: string; words: string; share: number }) {
  return (
    <div className={css.quota}>
      <span>{name}</span>
      <b className={ui.tabular}>{words}</b>
      <span className={css.meter} data-full={share >= NEARLY || undefined} aria-hidden>
        <span style={{ width: `${Math.min(1, share) * 100}%` }} />
      </span>
    </div>
  )
}
