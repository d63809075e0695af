import { CircleCheck, FileArchive, RotateCcw, Star, TriangleAlert, CircleX, X } from 'lucide-react'
import { Badge } from '@/components/ui/badge'
import { Button, IconButton } from '@/components/ui/button'
import { NativeSelect } from '@/components/ui/native-select'
import { cn } from '@/lib/cn'
import { formatBytes } from '@/lib/format'
import { versionFormText as t } from '@/lib/i18n/zh-Hans/version-form'
import type { UploadState } from '@/lib/uploads/rows'
import type { Finding } from '../../staged'
import ui from '@/components/ui/ui.module.css'
import detectedMarkCss from './detected-mark.module.css'
import fileListCss from './file-list.module.css'

export type FileLine = {
  key: string
  name: string
  size: number
  state: UploadState | 'stored'
  sent: number
  rate: number
  error?: string | undefined
  again?: boolean | undefined
  sha512?: string | undefined
  kind: string
  primary: boolean
  canBePrimary: boolean
  canRemove: boolean
  findings: readonly Finding[]
}

export type FileActions = {
  onPrimary: (key: string) => void
  onKind: (key: string, kind: string) => void
  onCancel: (key: string) => void
  onRetry: (key: string) => void
  onRemove: (key: string) => void
}

const kinds = Object.entries(t.kinds).map(([value, label]) => ({ value, label }))

/** One file: how far it is, what was found in it, and what can be done with it. */
export function FileRow({ line, busy, actions }: { line: FileLine; busy: boolean; actions: FileActions }) {
  const moving = line.state === 'sending' || line.state === 'checking' || line.state === 'waiting'
  const there = line.state === 'done' || line.state === 'stored'
  const bad = line.state === 'failed' || line.findings.some((one) => one.level === 'refusal')
  const warned = line.findings.some((one) => one.level === 'warning')
  const share = line.size > 0 ? Math.min(1, line.sent / line.size) : 0
  const options = line.primary ? kinds.map((one) => (one.value === '' ? { ...one, label: t.primary } : one)) : kinds
  return (
    <li
      className={cn(bad ? fileListCss.refused : warned && fileListCss.warned, line.state === 'cancelled' && fileListCss.cancelled)}
      aria-busy={moving || undefined}
    >
      <FileArchive className={ui.icon} aria-hidden />
      <div className={ui.grow}>
        <b className={ui.clip} title={line.name}>
          {line.name}
        </b>
        <Facts line={line} share={share} />
        {line.error ? (
          <p className={cn(fileListCss.message, ui.bad)} role="alert">
            <CircleX className={ui.icon14} aria-hidden />
            {line.error}
          </p>
        ) : null}
        {line.findings
          .filter((one) => one.level !== 'pass')
          .map((one) => (
            <p key={one.text} className={cn(fileListCss.message, one.level === 'refusal' ? ui.bad : ui.warn)}>
              {one.level === 'refusal' ? (
                <CircleX className={ui.icon14} aria-hidden />
              ) : (
                <TriangleAlert className={ui.icon14} aria-hidden />
              )}
              {one.text}
              {one.level === 'refusal' && one.field === 'file_parts' && !line.primary && line.canBePrimary ? t.replaces(line.name) : null}
            </p>
          ))}
      </div>
      <div className={fileListCss.actions}>
        {line.primary && there ? (
          <Badge tone="accent">
            <Star className={ui.icon14} aria-hidden />
            {t.primary}
          </Badge>
        ) : line.canBePrimary ? (
          <IconButton label={t.makePrimary(line.name)} kind="quiet" size="sm" disabled={busy} onClick={() => actions.onPrimary(line.key)}>
            <Star className={ui.icon} aria-hidden />
          </IconButton>
        ) : null}
        {there && !busy ? (
          <NativeSelect
            size="sm"
            label={t.kindOf(line.name)}
            prefix={t.kind}
            value={line.kind}
            options={options}
            onValue={(kind) => actions.onKind(line.key, kind)}
          />
        ) : null}
        {moving && line.state !== 'waiting' ? (
          <span className={cn(ui.tabular, ui.subtle, fileListCss.share)}>{Math.floor(share * 100)}%</span>
        ) : null}
        {line.state === 'cancelled' || (line.state === 'failed' && line.again) ? (
          <Button size="sm" disabled={busy} aria-label={t.retryFile(line.name)} onClick={() => actions.onRetry(line.key)}>
            <RotateCcw className={ui.icon14} aria-hidden />
            {t.retry}
          </Button>
        ) : null}
        {moving ? (
          <IconButton label={t.cancelFile(line.name)} kind="quiet" size="sm" onClick={() => actions.onCancel(line.key)}>
            <X className={ui.icon} aria-hidden />
          </IconButton>
        ) : line.canRemove ? (
          <IconButton label={t.removeFile(line.name)} kind="quiet" size="sm" disabled={busy} onClick={() => actions.onRemove(line.key)}>
            <X className={ui.icon} aria-hidden />
          </IconButton>
        ) : null}
      </div>
      {moving ? (
        <span
          className={fileListCss.progress}
          role="progressbar"
          aria-label={t.progressOf(line.name)}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={Math.floor(share * 100)}
        >
          <u style={{ width: `${share * 100}%` }} />
        </span>
      ) : null}
    </li>
  )
}

function Facts({ line, share }: { line: FileLine; share: number }) {
  const left = line.rate > 0 ? Math.ceil((line.size - line.sent) / line.rate) : 0
  return (
    <small>
      {line.state === 'sending' ? (
        <>
          <span>{t.sentOf(formatBytes(line.sent), formatBytes(line.size))}</span>
          {line.rate > 0 ? <span>{t.rate(formatBytes(line.rate))}</span> : null}
          {line.rate > 0 && share < 1 ? <span>{t.secondsLeft(left)}</span> : null}
        </>
      ) : (
        <span>{formatBytes(line.size)}</span>
      )}
      {line.state === 'waiting' ? <span>{t.waiting}</span> : null}
      {line.state === 'checking' ? <span>{t.processing}</span> : null}
      {line.state === 'cancelled' ? <span>{t.cancelledFile}</span> : null}
      {line.sha512 ? (
        <span className={detectedMarkCss.mono} title={line.sha512}>
          sha512 {line.sha512.slice(0, 4)}…{line.sha512.slice(-4)}
        </span>
      ) : null}
      {line.state === 'stored' ? <span className={ui.ok}>{t.stored}</span> : null}
      {line.state === 'done' && !line.findings.some((one) => one.level !== 'pass') ? (
        <span className={cn(ui.ok, fileListCss.fits)}>
          <CircleCheck className={ui.icon12} aria-hidden />
          {t.checked}
        </span>
      ) : null}
    </small>
  )
}
