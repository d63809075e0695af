import { useMutation, useQueryClient } from '@tanstack/react-query'
import { send } from '@/lib/api/client'
import { sessionQuery } from '@/lib/session'

export type SignUp = { username: string; email: string; password: string }
export type SignIn = { username: string; password: string }

/** Starts a session and reads everything again as the person who has it. */
function useSessionStart<T>(path: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: T) => send<{ session: string }>('POST', path, { body }),
    onSuccess: async () => {
      client.removeQueries({ predicate: (query) => query.queryKey[0] !== sessionQuery.queryKey[0] })
      await client.fetchQuery({ ...sessionQuery, staleTime: 0 })
    },
    onError: () => undefined, // the form shows it
  })
}

export const useSignUp = () => useSessionStart<SignUp>('/v2/auth/create')
export const useSignIn = () => useSessionStart<SignIn>('/v2/auth/login')
