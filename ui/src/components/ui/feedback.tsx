import { CircleAlert, CircleX, Copy, Info, LockKeyhole, TriangleAlert, CircleCheck, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { ApiError } from '@/lib/api/errors'
import { cn } from '@/lib/cn'
import { copyText } from '@/lib/copy'
import { uiText as t } from '@/lib/i18n/zh-Hans/ui'
import { Button, IconButton } from './button'

/** A grey box where something will stand. Give it the final geometry. */
export function Bone({ w = '100%', h = 14, className }: { w?: number | string; h?: number | string; className?: string }) {
  return <span className={cn('bone', className)} style={{ width: w, height: h }} />
}

/** Marks a region that waits for its first data. */
export function Loading({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <div className={className} aria-busy="true" role="status" aria-label={t.loading}>
      {children}
    </div>
  )
}

type EmptyProps = { icon: LucideIcon; title: string; hint?: string | undefined; children?: ReactNode; className?: string }

/** Nothing is here: why, and at most one thing to do. */
export function Empty({ icon: Icon, title, hint, children, className }: EmptyProps) {
  return (
    <div className={cn('blank', className)}>
      <Icon className="i i-24" aria-hidden />
      <h3>{title}</h3>
      {hint ? <p>{hint}</p> : null}
      {children ? <div className="row">{children}</div> : null}
    </div>
  )
}

type ErrorCardProps = { error: unknown; title?: string; onRetry?: (() => void) | undefined; className?: string }

/** The region failed to load: what happened, its code to pass on, and another try. */
export function ErrorCard({ error, title, onRetry, className }: ErrorCardProps) {
  const known = error instanceof ApiError ? error : undefined
  if (known?.status === 403 || (known?.status === 401 && known.code !== 'network_error')) return <Forbidden className={className} text={known.description} />
  const text = known?.description ?? (error instanceof Error ? error.message : t.errorTitle)
  const code = known ? t.errorCode(known.code, known.trace) : undefined
  return (
    <div className={cn('card card-pad errbox', className)} role="alert">
      <div className="row-x">
        <CircleX className="i text-bad" aria-hidden />
        <b>{title ?? t.regionFailed}</b>
      </div>
      <p className="muted t13">{text}</p>
      {code ? (
        <div className="trace">
          <span>{code}</span>
          <IconButton label={t.copyError} size="xs" kind="quiet" onClick={() => void copyText(code)}>
            <Copy className="i i-14" aria-hidden />
          </IconButton>
        </div>
      ) : null}
      {onRetry ? (
        <div className="row-x mt-3">
          <Button size="sm" onClick={onRetry}>
            {t.retry}
          </Button>
        </div>
      ) : null}
    </div>
  )
}

/** The page keeps its frame and says that this part is not for the visitor. */
export function Forbidden({ text, className }: { text?: string; className?: string | undefined }) {
  return (
    <div className={cn('card', className)}>
      <Empty icon={LockKeyhole} title={t.forbiddenTitle} hint={text ?? t.forbidden} />
    </div>
  )
}

export type NoteTone = 'info' | 'ok' | 'warn' | 'bad'
const noteIcons: Record<NoteTone, LucideIcon> = { info: Info, ok: CircleCheck, warn: TriangleAlert, bad: CircleAlert }

/** A notice that belongs to the page. */
export function Note({ tone = 'info', children, actions, className }: { tone?: NoteTone; children: ReactNode; actions?: ReactNode; className?: string }) {
  const Icon = noteIcons[tone]
  return (
    <div className={cn('note', tone !== 'info' && `note-${tone}`, className)} role={tone === 'bad' ? 'alert' : 'note'}>
      <Icon className="i" aria-hidden />
      <div className="grow">{children}</div>
      {actions ? <div className="end">{actions}</div> : null}
    </div>
  )
}

/** Marks a value that was sent and is not confirmed yet. */
export function Pending() {
  return <span className="badge is-info">{t.pending}</span>
}
