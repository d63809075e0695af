import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { each, faultsOf, takeBack, type Failed } from '@/features/server-files/parts'
import { ApiError } from '@/lib/api/errors'
import { content, type Mod } from '@/lib/hosting/content'
import { files, fileSession } from '@/lib/hosting/files'
import { updateFor } from '@/lib/hosting/fitting'
import type { Server } from '@/lib/hosting/servers'
import { serverContentText as t } from '@/lib/i18n/zh-Hans/server-content'
import { toast } from '@/stores/toasts'
import { contentQueries } from './api'
import { afterDone, nothingDone, withDone, withoutDone } from './model/disk'
import { isDecided, moveOf, placeOf, titleOf } from './model/mod'

export type Act = keyof typeof t.said & ('enable' | 'disable' | 'update' | 'pin' | 'unpin' | 'retry' | 'remove')
type Work = { act: Act; mods: readonly Mod[] }

/** Things as a sentence names them. */
export const whatOf = (mods: readonly Mod[]): string => (mods.length === 1 && mods[0] ? t.what(titleOf(mods[0])) : t.whatMany(mods.length))

const named = <M extends Mod>(mod: M) => ({ name: titleOf(mod), mod })

/** The changes of files of content: one after the other, with what is done so far, and the last deletion can be taken back. */
export function useWork(server: Server) {
  const id = server.server_id
  const client = useQueryClient()
  const [node] = useState(() => fileSession(id))
  const [done, setDone] = useState(nothingDone)
  const [progress, setProgress] = useState<{ done: number; all: number }>()
  const [removed, setRemoved] = useState<readonly Mod[]>([])

  const change = async (act: Act, mod: Mod): Promise<unknown> => {
    if (act === 'enable' || act === 'disable') return files.move(node, moveOf(mod))
    if (!isDecided(mod)) {
      if (act === 'remove' && mod.unmanaged) return files.remove(node, placeOf(mod), false)
      throw new ApiError(400, 'unmanaged', t.refused.unmanaged)
    }
    switch (act) {
      case 'remove':
        return content.remove(id, mod.path)
      case 'retry':
        return content.add(id, mod.project_id, mod.version_id)
      case 'update': {
        const newer = updateFor(mod, await client.fetchQuery(contentQueries.versions(mod.project_id)), server)
        if (!newer) throw new ApiError(404, 'no_update', t.noUpdate)
        return content.setVersion(id, mod.project_id, newer.id)
      }
      default:
        return content[act](id, mod.project_id)
    }
  }

  const { mutate, isPending } = useMutation({
    meta: { touches: ['servers'] },
    mutationFn: async ({ act, mods }: Work) => {
      let at = 0
      const changed: Mod[] = []
      const failed = await each(mods.map(named), async ({ mod }) => {
        setProgress({ done: at++, all: mods.length })
        await change(act, mod)
        changed.push(mod)
        if (act === 'enable' || act === 'disable' || (act === 'remove' && mod.unmanaged))
          setDone((before) => withDone(before, [mod], act === 'remove', Date.now()))
      })
      if (act === 'remove') setRemoved(changed)
      else if (changed.length > 0) toast(t.said[act](changed.length))
      tellFailed(t.failed(failed.length), failed)
    },
    onSettled: () => setProgress(undefined),
  })

  const undoing = useMutation({
    meta: { touches: ['servers'] },
    mutationFn: async (mods: readonly Mod[]) => {
      const failed = await each(mods.filter(isDecided).map(named), async ({ mod }) => {
        await content.add(id, mod.project_id, mod.version_id)
        if (mod.pinned) await content.pin(id, mod.project_id)
      })
      const paths = mods.filter(({ unmanaged }) => unmanaged).map(placeOf)
      if (paths.length > 0) failed.push(...(await takeBack(node, paths)))
      setDone((before) => withoutDone(before, paths))
      setRemoved([])
      if (failed.length === 0) toast(t.said.undone)
      tellFailed(t.undoFailed, failed)
    },
    onError: (error) => tellFailed(t.undoFailed, [{ name: whatOf(removed), error }]),
  })

  return {
    busy: isPending,
    progress,
    removed,
    undoing: undoing.isPending,
    /** Whether something is done that the node has not said yet. */
    unsaid: done.size > 0,
    after: (list: readonly Mod[], now: number) => afterDone(list, done, now),
    run: (act: Act, mods: readonly Mod[], onDone?: () => void) => mutate({ act, mods }, onDone ? { onSettled: onDone } : undefined),
    undo: () => undoing.mutate(removed),
    forget: () => setRemoved([]),
  }
}

export type ContentWork = ReturnType<typeof useWork>

function tellFailed(title: string, failed: readonly Failed[]): void {
  if (failed.length > 0) toast(title, faultsOf(failed), 'error')
}
