import { Upload } from 'lucide-react'
import { useState, type DragEvent, type ReactNode } from 'react'
import { cn } from '@/lib/cn'
import { serverFilesText } from '@/lib/i18n/zh-Hans/server-files'
import { toast } from '@/stores/toasts'
import { dropped } from '../model/dropped'
import type { Uploads } from '../uploads'
import ui from '@/components/ui/ui.module.css'
import css from './files.module.css'

const t = serverFilesText.uploads

type DropZoneProps = { disabled: boolean; path: string; uploads: Uploads; children: ReactNode }

const hasFiles = (event: DragEvent) => event.dataTransfer.types.includes('Files')

/** The card of a folder: files and folders that are dropped on it are uploaded, those dropped on a folder's row into that folder. */
export function DropZone({ disabled, path, uploads, children }: DropZoneProps) {
  const [over, setOver] = useState<string>()
  const targetOf = (event: DragEvent) =>
    (event.target instanceof Element ? event.target.closest<HTMLElement>('[data-drop-to]')?.dataset.dropTo : undefined) ?? path
  const drop = (event: DragEvent) => {
    if (!hasFiles(event)) return
    event.preventDefault()
    setOver(undefined)
    if (disabled) return
    const target = targetOf(event)
    dropped(event.dataTransfer).then(
      (given) => uploads.add(target, given),
      () => toast(t.unreadable, undefined, 'error'),
    )
  }
  return (
    <section
      className={cn(ui.card, css.zone, over !== undefined && css.over)}
      aria-label={serverFilesText.title}
      onDragOver={(event) => {
        if (!hasFiles(event)) return
        event.preventDefault()
        event.dataTransfer.dropEffect = disabled ? 'none' : 'copy'
        if (!disabled) setOver(targetOf(event))
      }}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(undefined)
      }}
      onDrop={drop}
    >
      {children}
      {over === undefined ? null : (
        <p className={css.dropHint}>
          <Upload className={ui.icon} aria-hidden />
          {t.drop(over)}
        </p>
      )}
    </section>
  )
}
