import { UploadCloud } from 'lucide-react'
import { useEffect, useRef, useState, type DragEvent } from 'react'
import { cn } from '@/lib/cn'
import { formatBytes } from '@/lib/format'
import { versionFormText as t } from '@/lib/i18n/zh-Hans/version-form'
import { FileRow, type FileActions, type FileLine } from './file-row'
import formCss from '@/components/ui/form.module.css'
import ui from '@/components/ui/ui.module.css'
import css from './file-list.module.css'

type FileListProps = {
  lines: readonly FileLine[]
  kinds: string
  error: string | undefined
  busy: boolean
  actions: FileActions
  onAdd: (files: File[]) => void
}

/** The files of a version: chosen, dropped or pasted, sent at once, one of them the main file. */
export function FileList({ lines, kinds, error, busy, actions, onAdd }: FileListProps) {
  const input = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const take = useRef(onAdd)
  useEffect(() => {
    take.current = busy ? () => undefined : onAdd
  })
  // A file may be pasted anywhere but into a text.
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])]
      if (files.length === 0 || (event.target instanceof Element && event.target.closest('input, textarea, [contenteditable]'))) return
      event.preventDefault()
      take.current(files)
    }
    document.addEventListener('paste', paste)
    return () => document.removeEventListener('paste', paste)
  }, [])
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    if (!busy) onAdd([...event.dataTransfer.files])
  }
  const total = lines.reduce((sum, line) => sum + line.size, 0)
  return (
    <section
      className={ui.card}
      aria-labelledby="files-title"
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false)
      }}
      onDrop={drop}
    >
      <header className={ui.cardHead}>
        <h2 id="files-title">{t.files}</h2>
        {lines.length > 0 ? <small className={cn(ui.small, ui.tabular)}>{t.filesHead(lines.length, formatBytes(total))}</small> : null}
        <span className={cn(ui.cardEnd, ui.small, ui.hideS)}>{t.filesHint}</span>
      </header>
      <button
        type="button"
        className={over ? cn(css.drop, css.over) : css.drop}
        disabled={busy}
        aria-describedby={error ? 'files-error' : undefined}
        data-invalid={error ? true : undefined}
        onClick={() => input.current?.click()}
      >
        <UploadCloud className={ui.icon20} aria-hidden />
        <span>
          <b>{over ? t.dropNow : t.drop}</b>
          <small>{t.dropHint(kinds)}</small>
        </span>
        <kbd className={ui.hideS} aria-hidden>
          Ctrl V
        </kbd>
      </button>
      <input
        ref={input}
        className={ui.visuallyHidden}
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
        <p id="files-error" className={cn(formCss.error, css.dropError)} role="alert">
          {error}
        </p>
      ) : null}
      {lines.length > 0 ? (
        <ul className={css.list}>
          {lines.map((line) => (
            <FileRow key={line.key} line={line} busy={busy} actions={actions} />
          ))}
        </ul>
      ) : null}
    </section>
  )
}
