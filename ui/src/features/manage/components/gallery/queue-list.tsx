import { RotateCw, X } from 'lucide-react'
import { IconButton } from '@/components/ui/button'
import { cn } from '@/lib/cn'
import { formatBytes } from '@/lib/format'
import { galleryText as t } from '@/lib/i18n/zh-Hans/gallery'
import type { Sending } from './use-queue'
import formCss from '@/components/ui/form.module.css'
import ui from '@/components/ui/ui.module.css'
import galleryManagerCss from '../gallery-manager.module.css'

/** Pictures on their way, with how far they are and what went wrong. */
export function QueueList({
  list,
  onRetry,
  onCancel,
}: {
  list: readonly Sending[]
  onRetry: (one: Sending) => void
  onCancel: (id: string) => void
}) {
  if (list.length === 0) return null
  return (
    <ul className={cn(galleryManagerCss.list, galleryManagerCss.queue)} aria-label={t.queue}>
      {list.map((one) => (
        <li key={one.id}>
          <span className={ui.grow}>
            <b className={ui.clip}>{one.file.name}</b>
            <small
              className={one.state === 'failed' ? formCss.error : cn(ui.subtle, ui.tabular)}
              role={one.state === 'failed' ? 'alert' : undefined}
            >
              {one.state === 'failed' ? one.error : one.state === 'waiting' ? t.waiting : t.sending(Math.floor(one.share * 100))} ·{' '}
              {formatBytes(one.file.size)}
            </small>
          </span>
          {one.state === 'sending' ? (
            <progress
              className={galleryManagerCss.progress}
              value={one.share}
              max={1}
              aria-label={t.sending(Math.floor(one.share * 100))}
            />
          ) : null}
          {one.state === 'failed' ? (
            <IconButton label={t.retryOf(one.file.name)} kind="quiet" size="sm" onClick={() => onRetry(one)}>
              <RotateCw className={ui.icon} aria-hidden />
            </IconButton>
          ) : null}
          <IconButton label={t.cancelOf(one.file.name)} kind="quiet" size="sm" onClick={() => onCancel(one.id)}>
            <X className={ui.icon} aria-hidden />
          </IconButton>
        </li>
      ))}
    </ul>
  )
}
