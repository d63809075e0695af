import { File, Star, UploadCloud, X } from 'lucide-react'
import { useRef, useState, type DragEvent } from 'react'
import { Button, IconButton } from '@/components/ui/button'
import { Badge } from '@/components/ui/badge'
import { formatBytes } from '@/lib/format'
import { versionFormText as t } from '@/lib/i18n/zh-Hans/version-form'

export type FileRow = {
  key: string
  name: string
  size: number
  primary: boolean
  stored: boolean
  /** A stored file can be made the primary one at once, a new one only with its version. */
  canBePrimary: boolean
  canRemove: boolean
  /** Share sent (0–1) while an upload runs. */
  sent?: number | undefined
}

type FileListProps = {
  rows: readonly FileRow[]
  kinds: string
  error: string | undefined
  busy: boolean
  onAdd: (files: File[]) => void
  onPrimary: (key: string) => void
  onRemove: (key: string) => void
}

/** The files of a version: chosen by a press or dropped, one of them the primary one. */
export function FileList({ rows, kinds, error, busy, onAdd, onPrimary, onRemove }: FileListProps) {
  const input = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    if (!busy) onAdd([...event.dataTransfer.files])
  }
  const total = rows.reduce((sum, row) => sum + row.size, 0)
  return (
    <section className="card" aria-labelledby="files-title">
      <header className="card-head">
        <h2 id="files-title">{t.files}</h2>
        {rows.length > 0 ? <small className="subtle t12 num">{t.filesHead(rows.length, formatBytes(total))}</small> : null}
        <span className="end subtle t12 hide-s">{t.filesHint}</span>
      </header>
      <button
        type="button"
        className={over ? 'drop is-over' : 'drop'}
        disabled={busy}
        aria-describedby={error ? 'files-error' : undefined}
        data-invalid={error ? true : undefined}
        onClick={() => input.current?.click()}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <UploadCloud className="i i-20" aria-hidden />
        <span>
          <b>{t.drop}</b>
          <small>{t.dropHint(kinds)}</small>
        </span>
      </button>
      <input
        ref={input}
        className="sr"
        type="file"
        multiple
        tabIndex={-1}
        aria-label={t.files}
        onChange={(event) => {
          onAdd([...(event.target.files ?? [])])
          event.target.value = ''
        }}
      />
      {error ? (
        <p id="files-error" className="form-error drop-error" role="alert">
          {error}
        </p>
      ) : null}
      {rows.length > 0 ? (
        <ul className="up-l">
          {rows.map((row) => (
            <li key={row.key}>
              <File className="i" aria-hidden />
              <div className="grow">
                <b className="clip">{row.name}</b>
                <small>
                  <span>{formatBytes(row.size)}</span>
                  {row.stored ? <span className="text-ok">{t.stored}</span> : null}
                  {row.sent !== undefined ? <span>{row.sent >= 1 ? t.processing : t.sent(`${Math.floor(row.sent * 100)}%`)}</span> : null}
                </small>
              </div>
              {row.primary ? (
                <Badge tone="accent">
                  <Star className="i i-14" aria-hidden />
                  {t.primary}
                </Badge>
              ) : row.canBePrimary ? (
                <Button kind="quiet" size="sm" disabled={busy} aria-label={t.makePrimary(row.name)} onClick={() => onPrimary(row.key)}>
                  <Star className="i i-14" aria-hidden />
                  {t.primary}
                </Button>
              ) : null}
              {row.canRemove ? (
                <IconButton label={t.removeFile(row.name)} kind="quiet" size="sm" disabled={busy} onClick={() => onRemove(row.key)}>
                  <X className="i" aria-hidden />
                </IconButton>
              ) : null}
              {row.sent !== undefined ? (
                <span className="up-p" aria-hidden>
                  <u style={{ width: `${row.sent * 100}%` }} />
                </span>
              ) : null}
            </li>
          ))}
        </ul>
      ) : null}
    </section>
  )
}
