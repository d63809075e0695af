import { Copy, Download, FileInput, FolderOpen, PackageOpen, Pencil, Trash2, type LucideIcon } from 'lucide-react'
import type { FileItem } from '@/lib/hosting/file-types'
import { serverFilesText as t } from '@/lib/i18n/zh-Hans/server-files'
import { isExtractable } from './model/kinds'

export type ActionKey = 'open' | 'download' | 'rename' | 'move' | 'copy' | 'extract' | 'remove'

/** Something that can be done with entries. `refused` says why it cannot be done now. */
export type Action = { key: ActionKey; label: string; icon: LucideIcon; refused: string | undefined; danger?: boolean }

/** What can be done with the entries. `unwritable` says why nothing can be changed. */
export function actionsFor(items: readonly FileItem[], unwritable: string | undefined): Action[] {
  const [first] = items
  if (!first) return []
  const many = items.length > 1 ? t.refused.many : undefined
  const odd = items.some(({ type }) => type === 'other') ? t.refused.other : undefined
  const all: (Action | undefined)[] = [
    many ? undefined : { key: 'open', label: t.action.open, icon: FolderOpen, refused: odd },
    { key: 'download', label: t.action.download, icon: Download, refused: odd },
    many ? undefined : { key: 'rename', label: t.action.rename, icon: Pencil, refused: unwritable ?? odd },
    { key: 'move', label: t.action.move, icon: FileInput, refused: unwritable ?? odd },
    { key: 'copy', label: t.action.copy, icon: Copy, refused: unwritable ?? odd },
    many || !isExtractable(first) ? undefined : { key: 'extract', label: t.action.extract, icon: PackageOpen, refused: unwritable },
    { key: 'remove', label: t.action.remove, icon: Trash2, refused: unwritable, danger: true },
  ]
  return all.filter((action) => action !== undefined)
}
