import { Archive, Coffee, File, FileText, Folder as FolderIcon, Image, type LucideIcon } from 'lucide-react'
import { useState } from 'react'
import { formatBytes, formatExact } from '@/lib/format'
import { contentsText as t } from '@/lib/i18n/zh-Hans/contents'
import type { Entry } from '../api'
import { fileName, type Folder } from '../model/tree'
import { cn } from '@/lib/cn'
import ui from '@/components/ui/ui.module.css'
import css from './contents.module.css'

const icons: Record<Entry['kind'], LucideIcon> = { class: Coffee, text: FileText, picture: Image, archive: Archive, other: File }

type TreeProps = { folder: Folder; chosen: string | undefined; onOpen: (entry: Entry) => void }

/** Folders that open and close, with their files. */
export function Tree({ folder, chosen, onOpen }: TreeProps) {
  return (
    <ul className={css.rows}>
      {folder.folders.map((one) => (
        <li key={one.path}>
          <Branch folder={one} chosen={chosen} onOpen={onOpen} />
        </li>
      ))}
      {folder.files.map((one) => (
        <EntryRow key={one.path} entry={one} chosen={chosen} onOpen={onOpen} />
      ))}
    </ul>
  )
}

/** A closed folder renders none of its content: an archive has thousands of entries. */
function Branch({ folder, chosen, onOpen }: TreeProps) {
  const [open, setOpen] = useState(chosen?.startsWith(`${folder.path}/`) ?? false)
  return (
    <details open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className={css.row} aria-label={t.folder(folder.name, formatExact(folder.count))}>
        <FolderIcon className={ui.icon} aria-hidden />
        <span className={cn(ui.break, ui.grow)}>{folder.name}</span>
        <span className={css.size}>{formatExact(folder.count)}</span>
      </summary>
      {open ? (
        <div className={css.inner}>
          <Tree folder={folder} chosen={chosen} onOpen={onOpen} />
        </div>
      ) : null}
    </details>
  )
}

type EntryRowProps = {
  entry: Entry
  chosen: string | undefined
  onOpen: (entry: Entry) => void
  /** Shows the whole path. */
  whole?: boolean
  /** Cannot be opened: the entry is not in this file. */
  still?: boolean
}

/** An entry of an archive. */
export function EntryRow({ entry, chosen, onOpen, whole, still }: EntryRowProps) {
  const Icon = icons[entry.kind]
  const content = (
    <>
      <Icon className={ui.icon} aria-hidden />
      <span className={cn(ui.break, ui.grow)}>{whole ? entry.path : fileName(entry.path)}</span>
      <span className={css.size}>{formatBytes(entry.size)}</span>
    </>
  )
  return (
    <li>
      {still ? (
        <span className={css.row}>{content}</span>
      ) : (
        <button
          type="button"
          className={cn(css.row, entry.path === chosen && css.on)}
          aria-current={entry.path === chosen || undefined}
          title={`CRC-32 ${entry.crc}`}
          onClick={() => onOpen(entry)}
        >
          {content}
        </button>
      )}
    </li>
  )
}
