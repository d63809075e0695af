import { useQuery } from '@tanstack/react-query'
import { File, FileSymlink, Folder, SearchX } from 'lucide-react'
import type { MouseEvent } from 'react'
import { Dialog } from '@/components/ui/dialog'
import { Empty, ErrorCard } from '@/components/ui/feedback'
import { cn } from '@/lib/cn'
import { formatBytes, formatExact } from '@/lib/format'
import type { FileFound, FileItem } from '@/lib/hosting/file-types'
import { serverFilesText } from '@/lib/i18n/zh-Hans/server-files'
import { fileQueries } from '../api'
import { addressOf, usePlace } from '../context'
import { worded } from '../model/faults'
import { parentOf } from '../model/paths'
import { isElsewhere } from './crumbs'
import { ViewBones } from './view-bones'
import ui from '@/components/ui/ui.module.css'
import css from './files.module.css'

const t = serverFilesText.found

/** What has a text in its name, in the folder that is shown and below it. */
export function FoundDialog({ text, onClose }: { text: string; onClose: () => void }) {
  const { id, node, path } = usePlace()
  const { data, error, refetch } = useQuery(fileQueries.found(id, node, path, text))
  return (
    <Dialog open wide onOpenChange={onClose} title={t.title(text)} description={t.lead(path === '/' ? serverFilesText.root : path)}>
      {data ? (
        <Found {...data} onClose={onClose} />
      ) : error ? (
        <ErrorCard error={worded(error)} title={t.errorTitle} onRetry={() => void refetch()} />
      ) : (
        <ViewBones />
      )}
    </Dialog>
  )
}

function Found({ items, more, onClose }: FileFound & { onClose: () => void }) {
  if (items.length === 0 && !more) return <Empty icon={SearchX} title={t.none} hint={t.noneHint} />
  return (
    <>
      <p className={ui.small} role="status">
        {(more ? t.more : t.count)(formatExact(items.length))}
      </p>
      <ul className={css.trash} aria-label={t.list}>
        {items.map((item) => (
          <FoundRow key={item.path} item={item} onClose={onClose} />
        ))}
      </ul>
    </>
  )
}

function FoundRow({ item: { name, type, path, size }, onClose }: { item: FileItem; onClose: () => void }) {
  const { id, onPath, onOpen } = usePlace()
  const above = parentOf(path)
  const isFolder = type === 'directory'
  const [Icon, kind] = isFolder
    ? ([Folder, 'folder'] as const)
    : type === 'symlink'
      ? ([FileSymlink, 'link'] as const)
      : ([File, 'file'] as const)
  const go = (event: MouseEvent, act: () => void) => {
    if (isElsewhere(event)) return
    event.preventDefault()
    onClose()
    act()
  }
  return (
    <li>
      <Icon className={cn(ui.icon, ui.subtle)} role="img" aria-label={serverFilesText.kinds[kind]} />
      <span className={ui.grow}>
        {type === 'other' ? (
          <span className={ui.break}>{name}</span>
        ) : (
          <a
            className={cn(ui.link, ui.break)}
            href={isFolder ? addressOf(id, path) : addressOf(id, above, path)}
            onClick={(event) => go(event, () => (isFolder ? onPath(path) : onOpen(path)))}
          >
            {name}
          </a>
        )}
        <small className={cn(ui.small, ui.break)}>
          <a href={addressOf(id, above)} aria-label={t.folderOf(above)} onClick={(event) => go(event, () => onPath(above))}>
            {above}
          </a>
        </small>
      </span>
      {size === undefined ? null : <small className={cn(ui.small, ui.tabular)}>{formatBytes(size)}</small>}
    </li>
  )
}
