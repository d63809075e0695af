import { useState } from 'react'
import { files } from '@/lib/hosting/files'
import type { FileItem } from '@/lib/hosting/file-types'
import { serverFilesText } from '@/lib/i18n/zh-Hans/server-files'
import { toast } from '@/stores/toasts'
import { usePlace, useRefresh } from './context'
import { each, takeBack } from './model/changes'
import { faultOf, faultsOf } from './model/faults'

const t = serverFilesText.remove

export type Removed = { paths: readonly string[]; what: string }

/** Entries as a sentence names them. */
export const whatOf = (items: readonly Pick<FileItem, 'name'>[]): string =>
  items.length === 1 && items[0] ? serverFilesText.place.what(items[0].name) : serverFilesText.place.many(items.length)

/** Deletes entries, and takes the last deletion back. */
export function useRemoval() {
  const { node, disk } = usePlace()
  const refresh = useRefresh()
  const [removed, setRemoved] = useState<Removed>()
  const [busy, setBusy] = useState(false)
  const during = async (work: () => Promise<void>) => {
    setBusy(true)
    await work().finally(() => setBusy(false))
    await refresh()
  }
  return {
    removed,
    busy,
    forget: () => setRemoved(undefined),
    remove: (items: readonly FileItem[]) =>
      during(async () => {
        const failed = await each(items, ({ path, type }) => files.remove(node, path, type === 'directory'))
        const gone = items.filter(({ name }) => !failed.some((one) => one.name === name))
        setRemoved(gone.length > 0 ? { paths: gone.map(({ path }) => path), what: whatOf(gone) } : undefined)
        if (failed.length > 0) toast(t.failed, faultsOf(failed, disk), 'error')
      }),
    undo: () =>
      during(async () => {
        if (!removed) return
        setRemoved(undefined)
        try {
          const failed = await takeBack(node, removed.paths)
          if (failed.length > 0) toast(t.undoFailed, faultsOf(failed, disk), 'error')
          else toast(t.undone)
        } catch (error) {
          toast(t.undoFailed, faultOf(error, disk), 'error')
        }
      }),
  }
}

export type Removal = ReturnType<typeof useRemoval>
