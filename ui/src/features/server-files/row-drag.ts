import { useState, type DragEvent } from 'react'
import type { FileItem } from '@/lib/hosting/file-types'
import { serverFilesText } from '@/lib/i18n/zh-Hans/server-files'
import { toast } from '@/stores/toasts'
import { usePlace, useRefresh } from './context'
import { each, move } from './model/changes'
import { faultsOf } from './model/faults'
import { isWithin, joined } from './model/paths'
import type { Chosen } from './selection'

const t = serverFilesText.place
/** Marks a drag as one of rows of this list. */
const KIND = 'application/x-modyard-rows'

const closest = (event: DragEvent, what: string) => (event.target instanceof Element ? event.target.closest<HTMLElement>(what) : null)

/** Moves rows that are dropped on the row of a folder. */
export function useRowDrag(items: readonly FileItem[], selection: Chosen) {
  const { node, disk } = usePlace()
  const refresh = useRefresh()
  const [dragged, setDragged] = useState<readonly FileItem[]>([])
  const [over, setOver] = useState<string>()
  const folderOf = (event: DragEvent) => {
    const folder = closest(event, '[data-drop-to]')?.dataset.dropTo
    return folder !== undefined && !dragged.some(({ path }) => isWithin(folder, path)) ? folder : undefined
  }
  const drop = async (folder: string) => {
    const failed = await each(dragged, ({ path, name }) => move(node, path, joined(folder, name)))
    if (failed.length > 0) toast(t.partly(failed.length, dragged.length), faultsOf(failed, disk), 'error')
    else toast(t.moved)
    await refresh()
  }
  return {
    over,
    handlers: {
      onDragStart: (event: DragEvent) => {
        const name = closest(event, '[data-row]')?.dataset.row
        const item = items.find((one) => one.name === name)
        if (!item) return event.preventDefault()
        setDragged(selection.names.has(item.name) ? selection.chosen : [item])
        event.dataTransfer.effectAllowed = 'move'
        event.dataTransfer.setData(KIND, item.name)
      },
      onDragOver: (event: DragEvent) => {
        if (!event.dataTransfer.types.includes(KIND)) return
        const folder = folderOf(event)
        setOver(folder)
        if (folder === undefined) return
        event.preventDefault()
        event.dataTransfer.dropEffect = 'move'
      },
      onDragEnd: () => setOver(undefined),
      onDrop: (event: DragEvent) => {
        setOver(undefined)
        if (!event.dataTransfer.types.includes(KIND)) return
        event.preventDefault()
        const folder = folderOf(event)
        if (folder !== undefined) void drop(folder)
      },
    },
  }
}
