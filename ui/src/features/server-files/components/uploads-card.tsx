import { CircleAlert, CircleCheck, CircleSlash, Clock, LoaderCircle, RotateCcw, X, type LucideIcon } from 'lucide-react'
import { Button, IconButton } from '@/components/ui/button'
import { Note } from '@/components/ui/feedback'
import { cn } from '@/lib/cn'
import { formatBytes } from '@/lib/format'
import { serverFilesText } from '@/lib/i18n/zh-Hans/server-files'
import { isBusy, type UploadRow } from '@/lib/uploads/rows'
import { usePlace } from '../context'
import { leftOf } from '../model/faults'
import { shownRows, sumsOf } from '../model/upload-sums'
import type { Uploaded } from '../model/uploading'
import type { Uploads } from '../uploads'
import ui from '@/components/ui/ui.module.css'
import css from './files.module.css'

const t = serverFilesText.uploads

type Row = UploadRow<Uploaded>

/** The uploads: how far they are, what failed and why, and what was refused before it was sent. */
export function UploadsCard({ uploads }: { uploads: Uploads }) {
  const { disk } = usePlace()
  const { rows, refused, busy } = uploads
  if (rows.length === 0 && refused.length === 0) return null
  const sums = sumsOf(rows)
  const { shown, hidden } = shownRows(rows)
  const left = disk && leftOf(disk)
  const rest = sums.bytes - sums.sent
  return (
    <section className={ui.card} aria-labelledby="file-uploads">
      <div className={ui.cardHead}>
        <h2 id="file-uploads">{t.title}</h2>
        <span className={ui.small} role="status">
          {t.progress(sums.done, sums.all)}
        </span>
        <span className={ui.cardEnd}>
          {busy ? (
            <Button size="xs" onClick={() => rows.filter(isBusy).forEach(({ key }) => uploads.cancel(key))}>
              {t.cancelAll}
            </Button>
          ) : (
            <Button size="xs" kind="quiet" onClick={uploads.clear}>
              {t.clear}
            </Button>
          )}
        </span>
      </div>
      {busy ? (
        <div className={css.total}>
          <progress className={css.progress} value={sums.sent} max={Math.max(1, sums.bytes)} aria-label={t.title} />
          <small className={ui.small}>
            {t.bytes(formatBytes(sums.sent), formatBytes(sums.bytes))}
            {sums.rate > 0 ? ` · ${t.speed(formatBytes(sums.rate))}` : ''}
          </small>
        </div>
      ) : null}
      {busy && left !== undefined && rest > left ? (
        <Note tone="warn" className={css.inset}>
          {t.little(formatBytes(rest), formatBytes(left))}
        </Note>
      ) : null}
      {refused.length > 0 ? (
        <Note tone="bad" className={css.inset}>
          <b>{t.refused(refused.length)}</b>
          <ul className={css.reasons}>
            {refused.slice(0, 20).map(({ path, why }, at) => (
              <li key={`${at} ${path}`}>{t.refusedOne(path, why)}</li>
            ))}
          </ul>
        </Note>
      ) : null}
      <ul className={css.tasks}>
        {shown.map((row) => (
          <UploadLine key={row.key} row={row} uploads={uploads} />
        ))}
        {hidden > 0 ? <li className={ui.subtle}>{t.more(hidden)}</li> : null}
      </ul>
    </section>
  )
}

const looks: Record<Row['state'], [LucideIcon, string | undefined]> = {
  waiting: [Clock, ui.subtle],
  sending: [LoaderCircle, cn(ui.subtle, ui.spin)],
  checking: [LoaderCircle, cn(ui.subtle, ui.spin)],
  done: [CircleCheck, ui.ok],
  failed: [CircleAlert, ui.bad],
  cancelled: [CircleSlash, ui.subtle],
}

function wordsOf({ state, sent, size, error, answer }: Row): string {
  switch (state) {
    case 'sending':
      return t.bytes(formatBytes(sent), formatBytes(size))
    case 'failed':
      return error ?? ''
    case 'done':
      return answer === 'skipped' ? t.skipped : `${t.done} · ${formatBytes(size)}`
    default:
      return t[state]
  }
}

function UploadLine({ row, uploads }: { row: Row; uploads: Uploads }) {
  const path = uploads.pathOf(row.file)
  const [Icon, tone] = looks[row.state]
  return (
    <li>
      <Icon className={cn(ui.icon, tone)} aria-hidden />
      <span className={ui.grow}>
        <b className={ui.break}>{path}</b>
        <small className={cn(ui.small, row.state === 'failed' && ui.bad)} role={row.state === 'failed' ? 'alert' : undefined}>
          {wordsOf(row)}
        </small>
        {row.state === 'sending' ? (
          <progress className={css.progress} value={row.sent} max={Math.max(1, row.size)} aria-label={path} />
        ) : null}
      </span>
      {row.state === 'cancelled' || (row.state === 'failed' && row.again) ? (
        <IconButton size="xs" kind="quiet" label={t.retryOf(path)} onClick={() => uploads.retry(row.key)}>
          <RotateCcw className={ui.icon14} aria-hidden />
        </IconButton>
      ) : null}
      {isBusy(row) ? (
        <IconButton size="xs" kind="quiet" label={t.cancelOf(path)} onClick={() => uploads.cancel(row.key)}>
          <X className={ui.icon14} aria-hidden />
        </IconButton>
      ) : null}
    </li>
  )
}
