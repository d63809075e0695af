import { UploadCloud } from 'lucide-react'
import { FileDrop } from '@/components/ui/file-drop'
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
  const total = lines.reduce((sum, line) => sum + line.size, 0)
  return (
    <FileDrop label={t.files} titled="files-title" className={() => ui.card} multiple paste page disabled={busy} onFiles={onAdd}>
      {(over, choose) => (
        <>
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
            onClick={choose}
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
        </>
      )}
    </FileDrop>
  )
}
