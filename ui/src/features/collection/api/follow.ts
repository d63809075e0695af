import { useMutation, useQueryClient } from '@tanstack/react-query'
import { send } from '@/lib/api/client'
import { patchFollowers, patchLibrary } from './caches'
import { tellError } from './tell'

type Follow = { account: string; on: boolean }

/** Follows or leaves a project: every copy of it shows so at once, and shows the truth again if the server refuses. */
export function useFollow(project: string) {
  const client = useQueryClient()
  return useMutation({
    scope: { id: `follow-${project}` },
    mutationKey: ['follow', project],
    mutationFn: ({ on }: Follow) => send(on ? 'POST' : 'DELETE', '/v2/project/{id}/follow', { params: { id: project } }),
    onMutate: async ({ account, on }) => {
      await Promise.all([client.cancelQueries({ queryKey: ['library'] }), client.cancelQueries({ queryKey: ['project'], predicate: ({ queryKey }) => queryKey[2] === 'detail' })])
      const undos = [
        patchLibrary(client, account, (library) => ({ ...library, follows: on ? [project, ...library.follows] : library.follows.filter((id) => id !== project) })),
        patchFollowers(client, project, on ? 1 : -1),
      ]
      return () => undos.forEach((undo) => undo())
    },
    onError: (error, _follow, undo) => {
      undo?.()
      tellError(error)
    },
    onSettled: () => {
      // A later press of the same button has patched already; the last one asks for the truth.
      if (client.isMutating({ mutationKey: ['follow', project] }) > 1) return
      return Promise.all([
        client.invalidateQueries({ queryKey: ['library'] }),
        client.invalidateQueries({ queryKey: ['collection', 'following'] }),
        client.invalidateQueries({ queryKey: ['project'], predicate: ({ queryKey }) => queryKey[2] === 'detail' }),
        client.invalidateQueries({ queryKey: ['search', 'page'], refetchType: 'none' }),
      ])
    },
  })
}
