import { useQueryClient } from '@tanstack/react-query'
import { createContext, use } from 'react'
import type { NodeSession } from '@/lib/hosting/node-session'
import { fileQueries } from './api'
import type { Disk } from './model/faults'

export type Place = {
  id: string
  node: NodeSession
  /** The folder that is shown. */
  path: string
  /** What the last listing said of the disk. */
  disk: Disk | undefined
  /** Why nothing can be changed; undefined where it can. */
  refused: string | undefined
  onPath: (path: string) => void
  onOpen: (path: string | undefined) => void
}

export const PlaceContext = createContext<Place | undefined>(undefined)

/** The server, the folder, and what may be done there. */
export function usePlace(): Place {
  const place = use(PlaceContext)
  if (!place) throw new Error('no server files around this component')
  return place
}

/** Reads again what a change may have touched. */
export function useRefresh(): () => Promise<void> {
  const client = useQueryClient()
  const { id } = usePlace()
  return async () => {
    await Promise.all([
      client.invalidateQueries({ queryKey: fileQueries.lists(id) }),
      client.invalidateQueries({ queryKey: ['server-files', id, 'trash'] }),
    ])
  }
}

/** The address of a folder, or of a file that is open in it, in the panel of a server. */
export function addressOf(id: string, path: string, open?: string): string {
  const search = new URLSearchParams({ path })
  if (open !== undefined) search.set('open', open)
  return `/servers/manage/${encodeURIComponent(id)}/files?${search}`
}
