import { useEffect, useId, useState, type DragEvent, type KeyboardEvent, type MouseEvent, type Ref } from 'react'
import type { FileItem } from '@/lib/hosting/file-types'
import { serverFilesText as t } from '@/lib/i18n/zh-Hans/server-files'
import type { ActionKey } from '../actions'
import { usePlace } from '../context'
import type { Listing } from '../listing'
import { useRows } from '../rows'
import type { Chosen } from '../selection'
import { useRowDrag } from '../row-drag'
import { ContextMenu, type At } from './context-menu'
import { BoneRow, FileRow } from './file-row'
import { ListHead } from './list-head'
import css from './files-grid.module.css'

type FileListProps = {
  ref: Ref<HTMLDivElement>
  listing: Listing
  selection: Chosen
  onRun: (key: ActionKey, items: readonly FileItem[]) => void
}

const keys: Readonly<Record<string, ActionKey>> = { Enter: 'open', F2: 'rename', Delete: 'remove' }
const nameAt = (target: EventTarget) => (target instanceof Element ? target.closest<HTMLElement>('[data-row]')?.dataset.row : undefined)

/** The rows of a folder: a grid that the keyboard walks through, of which only what is near the visible part is in the document. */
export function FileList({ ref, listing, selection, onRun }: FileListProps) {
  const { refused } = usePlace()
  const id = useId()
  const { items, rows: total, want } = listing
  const rows = useRows(listing.query.isPending ? 8 : total)
  const [menu, setMenu] = useState<At>()
  const drag = useRowDrag(items, selection)
  const { to } = rows
  useEffect(() => want(to))
  const at = items.findIndex(({ name }) => name === selection.at)
  /** The selected entries, or the row of the keyboard where nothing is selected. */
  const meant = () => (selection.chosen.length > 0 ? selection.chosen : at >= 0 ? items.slice(at, at + 1) : [])

  const press = (event: MouseEvent) => {
    const name = nameAt(event.target)
    if (name === undefined || (event.target as Element).closest('a, button, input, label, [role=menu]')) return
    selection.click(name, { shift: event.shiftKey, ctrl: event.ctrlKey || event.metaKey })
  }
  const key = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.target !== event.currentTarget) return
    const ctrl = event.ctrlKey || event.metaKey
    const action = keys[event.key]
    const moved = action ? undefined : selection.move(event.key, { shift: event.shiftKey, ctrl }, rows.page)
    if (moved !== undefined) rows.reveal(moved)
    else if (action) {
      const on = action === 'remove' ? meant() : items.slice(at, at + 1)
      if (at < 0 || on.length === 0 || (action !== 'open' && refused !== undefined)) return
      onRun(action, on)
    } else if (event.key === ' ' && selection.at !== undefined) selection.toggle(selection.at, event.shiftKey)
    else if (event.key.toLowerCase() === 'a' && ctrl) selection.all(true)
    else if (event.key === 'Escape' && selection.chosen.length > 0) selection.clear()
    else return
    event.preventDefault()
  }
  const context = (event: MouseEvent<HTMLDivElement>) => {
    const name = nameAt(event.target) ?? (event.target === event.currentTarget ? selection.at : undefined)
    const item = items.find((one) => one.name === name)
    if (!item) return
    event.preventDefault()
    const on = selection.names.has(item.name) ? selection.chosen : [item]
    if (!selection.names.has(item.name)) selection.click(item.name, { shift: false, ctrl: false })
    setMenu({ x: event.clientX, y: event.clientY, items: on, key: event.timeStamp })
  }
  const all = items.length > 0 && selection.chosen.length === items.length
  return (
    <div className={css.frame}>
      <div
        ref={(it) => {
          rows.box.current = it
          if (typeof ref === 'function') ref(it)
          else if (ref) ref.current = it
        }}
        className={css.grid}
        role="grid"
        aria-label={t.list}
        aria-multiselectable
        aria-rowcount={total + 1}
        aria-busy={listing.query.isPending || listing.rest > 0}
        aria-activedescendant={at >= rows.from && at < rows.to ? `${id}-${at}` : undefined}
        tabIndex={0}
        onClick={press}
        onDoubleClick={(event) => {
          const item = items.find(({ name }) => name === nameAt(event.target))
          if (item && !(event.target as Element).closest('a, button, input')) onRun('open', [item])
        }}
        onKeyDown={key}
        onContextMenu={context}
        onScroll={rows.onScroll}
        {...(refused === undefined ? drag.handlers : noDrag)}
      >
        <ListHead listing={listing} all={all} some={selection.chosen.length > 0} onAll={selection.all} />
        <div role="presentation" style={{ height: rows.before }} />
        {Array.from({ length: rows.to - rows.from }, (_, near) => {
          const index = rows.from + near
          const item = items[index]
          if (!item) return <BoneRow key={`bone-${index}`} />
          return (
            <FileRow
              key={item.name}
              id={`${id}-${index}`}
              index={index}
              item={item}
              selected={selection.names.has(item.name)}
              current={item.name === selection.at}
              over={drag.over === item.path}
              movable={refused === undefined}
              onToggle={selection.toggle}
              onRun={onRun}
            />
          )
        })}
        <div role="presentation" style={{ height: rows.after }} />
      </div>
      {menu ? <ContextMenu key={menu.key} at={menu} onRun={onRun} grid={rows.box} /> : null}
    </div>
  )
}

const noDrag = { onDragStart: (event: DragEvent) => event.preventDefault() }
