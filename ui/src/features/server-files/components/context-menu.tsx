import type { RefObject } from 'react'
import { Menu } from '@/components/ui/dropdown-menu'
import type { FileItem } from '@/lib/hosting/file-types'
import { serverFilesText as t } from '@/lib/i18n/zh-Hans/server-files'
import type { ActionKey } from '../actions'
import { ActionItems } from './action-items'
import css from './files.module.css'

/** Where a menu was asked for, in px of the window, and for what. */
export type At = { x: number; y: number; items: readonly FileItem[]; key: number }

type ContextMenuProps = {
  at: At
  grid: RefObject<HTMLDivElement | null>
  onRun: (key: ActionKey, items: readonly FileItem[]) => void
}

/** The menu at the pointer. When it closes, its invisible button passes the focus on to the list. */
export function ContextMenu({ at, grid, onRun }: ContextMenuProps) {
  const label = at.items.length === 1 && at.items[0] ? t.actionsOf(at.items[0].name) : t.actionsOfMany(at.items.length)
  return (
    <Menu
      defaultOpen
      align="start"
      label={label}
      trigger={
        <button
          type="button"
          className={css.anchor}
          style={{ left: at.x, top: at.y }}
          tabIndex={-1}
          aria-label={label}
          onFocus={() => grid.current?.focus()}
        />
      }
    >
      <ActionItems items={at.items} onRun={onRun} />
    </Menu>
  )
}
