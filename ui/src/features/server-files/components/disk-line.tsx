import { formatBytes } from '@/lib/format'
import { serverFilesText as t } from '@/lib/i18n/zh-Hans/server-files'
import { leftOf, type Disk } from '../model/faults'
import css from './files.module.css'

/** From this share on a disk is shown as nearly full. */
const NEARLY = 0.9

/** What the server's folder holds, and what is left of its plan. */
export function DiskLine({ disk }: { disk: Disk }) {
  const left = leftOf(disk)
  if (left === undefined) return <span className={css.disk}>{t.usedOnly(formatBytes(disk.used))}</span>
  const share = Math.min(1, disk.used / disk.room)
  return (
    <span className={css.disk}>
      <span className={css.meter} data-full={share >= NEARLY || undefined} aria-hidden>
        <span style={{ width: `${share * 100}%` }} />
      </span>
      {t.used(formatBytes(disk.used), formatBytes(disk.room), formatBytes(left))}
    </span>
  )
}
