import { CircleAlert, CircleX, Copy, Info, TriangleAlert, CircleCheck, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { ApiError } from '@/lib/api/errors'
import { cn } from '@/lib/cn'
import { copyText } from '@/lib/copy'
import { siteText } from '@/lib/i18n/zh-Hans/site'
import { uiText as t } from '@/lib/i18n/zh-Hans/ui'
import { Button, IconButton } from './button'
import { Forbidden } from './empty'
import { Quoted } from './quoted'
import noteCss from './note.module.css'
import ui from './ui.module.css'

export { Empty, Forbidden } from './empty'
export { Bone, Loading } from './skeleton'

type ErrorCardProps = { error: unknown; title?: string; onRetry?: (() => void) | undefined; className?: string }

/** A region that failed to load: the error, its code for support, and a retry. */
export function ErrorCard({ error, title, onRetry, className }: ErrorCardProps) {
  const known = error instanceof ApiError ? error : undefined
  if (known?.status === 403 || (known?.status === 401 && known.code !== 'network_error'))
    return <Forbidden className={className} text={known.description} />
  const text = known?.description ?? (error instanceof Error ? error.message : siteText.errorTitle)
  const code = known ? t.errorCode(known.code, known.trace) : undefined
  return (
    <div className={cn(ui.card, ui.cardPad, ui.cardFailure, className)} role="alert">
      <div className={ui.row}>
        <CircleX className={cn(ui.icon, ui.bad)} aria-hidden />
        <b>{title ?? t.regionFailed}</b>
      </div>
      <Quoted text={t.wentWrong} />
      <p className={cn(ui.muted, ui.text13)}>{text}</p>
      {code ? (
        <div className={ui.cardTrace}>
          <span>{code}</span>
          <IconButton label={t.copyError} size="xs" kind="quiet" onClick={() => void copyText(code)}>
            <Copy className={ui.icon14} aria-hidden />
          </IconButton>
        </div>
      ) : null}
      {onRetry ? (
        <div className={cn(ui.row, ui.above12)}>
          <Button size="sm" onClick={onRetry}>
            {t.retry}
          </Button>
        </div>
      ) : null}
    </div>
  )
}

export type NoteTone = 'info' | 'ok' | 'warn' | 'bad'
const noteIcons: Record<NoteTone, LucideIcon> = { info: Info, ok: CircleCheck, warn: TriangleAlert, bad: CircleAlert }

/** A notice on the page. */
export function Note({
  tone = 'info',
  children,
  actions,
  className,
}: {
  tone?: NoteTone
  children: ReactNode
  actions?: ReactNode
  className?: string | undefined
}) {
  const Icon = noteIcons[tone]
  return (
    <div className={cn(noteCss.root, tone !== 'info' && noteCss[tone], className)} role={tone === 'bad' ? 'alert' : 'note'}>
      <Icon className={ui.icon} aria-hidden />
      <div className={ui.grow}>{children}</div>
      {actions ? <div className={noteCss.end}>{actions}</div> : null}
    </div>
  )
}
