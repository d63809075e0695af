import { RotateCw, X } from 'lucide-react'
import { IconButton } from '@/components/ui/button'
import { cn } from '@/lib/cn'
import { formatBytes } from '@/lib/format'
import { galleryText as t } from '@/lib/i18n/zh-Hans/gallery'
import type { UploadRow } from '@/lib/uploads/rows'
import formCss from '@/components/ui/form.module.css'
import ui from '@/components/ui/ui.module.css'
import galleryManagerCss from '../gallery-manager.module.css'

/** Pictures on their way, with how far they are and what went wrong. */
export function QueueList({
  list,
  onRetry,
  onCancel,
}: {
  list: readonly UploadRow[]
  onRetry: (key: string) => void
  onCancel: (key: string) => void
}) {
  if (list.length === 0) return null
  return (
    <ul className={cn(galleryManagerCss.list, galleryManagerCss.queue)} aria-label={t.queue}>
      {list.map((one) => (
        <li key={one.key}>
          <span className={ui.grow}>
            <b className={ui.clip}>{one.name}</b>
            <small
              className={one.state === 'failed' ? formCss.error : cn(ui.subtle, ui.tabular)}
              role={one.state === 'failed' ? 'alert' : undefined}
            >
              {one.state === 'failed'
                ? one.error
                : one.state === 'waiting'
                  ? t.waiting
                  : t.sending(Math.floor((one.sent / one.size) * 100))}{' '}
              · {formatBytes(one.size)}
            </small>
          </span>
          {one.state === 'sending' || one.state === 'checking' ? (
            <progress
              className={galleryManagerCss.progress}
              value={one.sent}
              max={one.size}
              aria-label={t.sending(Math.floor((one.sent / one.size) * 100))}
            />
          ) : null}
          {one.state === 'failed' ? (
            <IconButton label={t.retryOf(one.name)} kind="quiet" size="sm" onClick={() => onRetry(one.key)}>
              <RotateCw className={ui.icon} aria-hidden />
            </IconButton>
          ) : null}
          <IconButton label={t.cancelOf(one.name)} kind="quiet" size="sm" onClick={() => onCancel(one.key)}>
            <X className={ui.icon} aria-hidden />
          </IconButton>
        </li>
      ))}
    </ul>
  )
}
