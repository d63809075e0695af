import { useMutation, useQueryClient } from '@tanstack/react-query'
import { send } from '@/lib/api/client'
import { projectQueries } from '@/lib/project-queries'
import { patchFollowers, patchLibrary } from './caches'
import { tellError } from '@/lib/tell-error'

type Follow = { account: string; on: boolean }

/** Follows or unfollows a project: every cached copy changes at once, and is reverted when the server rejects it. */
export function useFollow(project: string) {
  const client = useQueryClient()
  return useMutation({
    // A later press has patched the cache already; the last one invalidates it.
    meta: { touches: ['follows'] },
    scope: { id: `follow-${project}` },
    mutationFn: ({ on }: Follow) => send(on ? 'POST' : 'DELETE', '/v2/project/{id}/follow', { params: { id: project } }),
    onMutate: async ({ account, on }) => {
      await Promise.all([
        client.cancelQueries({ queryKey: ['library'] }),
        client.cancelQueries({ queryKey: projectQueries.detail(project).queryKey }),
      ])
      const undos = [
        patchLibrary(client, account, (library) => ({
          ...library,
          follows: on ? [project, ...library.follows] : library.follows.filter((id) => id !== project),
        })),
        patchFollowers(client, project, on ? 1 : -1),
      ]
      return () => undos.forEach((undo) => undo())
    },
    onError: (error, _follow, undo) => {
      undo?.()
      tellError(error)
    },
  })
}
