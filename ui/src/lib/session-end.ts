import { useMutation, useQueryClient } from '@tanstack/react-query'
import { send } from './api/client'
import { sessionQuery } from './session'

/** Marks the commands that end a session; nothing that moved is asked for while one of them runs. */
export const endingKey = ['end-session'] as const

/**
 * A command that ends the session, after which everything is forgotten that was read under it. What is being read
 * is broken off, for it would be answered to nobody; where the command fails it is read again. The failure is told
 * by `onError`, or else by a toast.
 */
export function useEndSession<T = void>(run: (value: T) => Promise<void>, onError?: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationKey: endingKey,
    mutationFn: run,
    onMutate: () => client.cancelQueries(),
    onSuccess: async () => {
      // What was being written goes with whoever wrote it; a device may be shared.
      const account = client.getQueryData(sessionQuery.queryKey)?.id
      if (account) void import('./drafts').then(({ dropDrafts }) => dropDrafts(account))
      client.setQueryData(sessionQuery.queryKey, null)
      // Told in a task of their own, the person's screens leave before the rest is read as a visitor reads it.
      await new Promise((told) => setTimeout(told))
      client.removeQueries({ type: 'inactive' })
    },
    ...(onError ? { onError } : {}),
    onSettled: () => void client.invalidateQueries(),
  })
}

export const useSignOut = () => useEndSession(() => send('POST', '/v2/auth/logout'))
