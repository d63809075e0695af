import { Ellipsis, File, FileArchive, FileCog, FileImage, FileQuestion, FileSymlink, FileText, Folder, type LucideIcon } from 'lucide-react'
import { IconButton } from '@/components/ui/button'
import { Menu } from '@/components/ui/dropdown-menu'
import { Bone } from '@/components/ui/feedback'
import { Ago } from '@/components/ui/time'
import { cn } from '@/lib/cn'
import { formatBytes, formatExact } from '@/lib/format'
import type { FileItem } from '@/lib/hosting/file-types'
import { serverFilesText as t } from '@/lib/i18n/zh-Hans/server-files'
import type { ActionKey } from '../actions'
import { addressOf, usePlace } from '../context'
import { kindOf, type Kind } from '../model/kinds'
import { ActionItems } from './action-items'
import { isElsewhere } from './crumbs'
import ui from '@/components/ui/ui.module.css'
import css from './files-grid.module.css'

const icons: Record<Kind, LucideIcon> = {
  folder: Folder,
  link: FileSymlink,
  other: FileQuestion,
  picture: FileImage,
  archive: FileArchive,
  config: FileCog,
  text: FileText,
  file: File,
}

type FileRowProps = {
  id: string
  index: number
  item: FileItem
  selected: boolean
  /** The row of the keyboard. */
  current: boolean
  /** Dragged rows would be moved into it. */
  over: boolean
  movable: boolean
  onToggle: (name: string, shift: boolean) => void
  onRun: (key: ActionKey, items: readonly FileItem[]) => void
}

/** An entry of a folder. Presses on it, but for its own controls, are answered by the list. */
export function FileRow({ id, index, item, selected, current, over, movable, onToggle, onRun }: FileRowProps) {
  const { name, type, path, size, count, target } = item
  const kind = kindOf(item)
  const Icon = icons[kind]
  return (
    <div
      id={id}
      role="row"
      aria-rowindex={index + 2}
      aria-selected={selected}
      data-row={name}
      data-drop-to={type === 'directory' ? path : undefined}
      draggable={movable}
      className={cn(css.row, selected && css.picked, current && css.current, over && css.into)}
    >
      <span role="gridcell" className={css.check}>
        <input
          type="checkbox"
          tabIndex={-1}
          aria-label={t.select(name)}
          checked={selected}
          onChange={(event) => onToggle(name, (event.nativeEvent as globalThis.MouseEvent).shiftKey)}
        />
      </span>
      <span role="gridcell" className={css.name}>
        <Icon className={cn(ui.icon, kind === 'folder' ? css.folder : ui.subtle)} role="img" aria-label={t.kinds[kind]} />
        <NameLink item={item} />
        {target === undefined ? null : <small className={cn(ui.small, ui.clip)}>{t.linkTo(target)}</small>}
      </span>
      <span role="gridcell" className={css.size}>
        {size !== undefined ? formatBytes(size) : count !== undefined ? t.entries(formatExact(count)) : '—'}
      </span>
      <span role="gridcell" className={css.modified}>
        <Ago time={new Date(item.modified * 1000).toISOString()} />
      </span>
      <span role="gridcell" className={css.end}>
        <Menu
          label={t.actionsOf(name)}
          trigger={
            <IconButton size="xs" kind="quiet" tabIndex={-1} label={t.actionsOf(name)} title="">
              <Ellipsis className={ui.icon} aria-hidden />
            </IconButton>
          }
        >
          <ActionItems items={[item]} onRun={onRun} />
        </Menu>
      </span>
    </div>
  )
}

/** The name of an entry: a link to the folder, or to the file open in its folder. */
function NameLink({ item: { name, type, path } }: { item: FileItem }) {
  const { id, path: folder, onPath, onOpen } = usePlace()
  if (type === 'other') return <span className={ui.clip}>{name}</span>
  const isFolder = type === 'directory'
  return (
    <a
      className={ui.clip}
      tabIndex={-1}
      draggable={false}
      title={name}
      href={isFolder ? addressOf(id, path) : addressOf(id, folder, path)}
      onClick={(event) => {
        if (isElsewhere(event)) return
        event.preventDefault()
        if (isFolder) onPath(path)
        else onOpen(path)
      }}
    >
      {name}
    </a>
  )
}

/** A row that is not loaded yet. */
export function BoneRow() {
  return (
    <div role="presentation" data-row="" className={css.row}>
      <span className={css.check} />
      <span className={css.name}>
        <Bone w="12rem" />
      </span>
      <span className={css.size}>
        <Bone w="4rem" />
      </span>
      <span className={css.modified}>
        <Bone w="5rem" />
      </span>
      <span className={css.end} />
    </div>
  )
}
