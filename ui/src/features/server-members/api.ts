import { queryOptions, useMutation } from '@tanstack/react-query'
import { members, type GivenRole } from '@/lib/hosting/members'

/** The keys begin with `servers`, which the live stream and all commands about servers invalidate. */
export const memberQueries = {
  list: (id: string) => queryOptions({ queryKey: ['servers', 'members', id] as const, queryFn: ({ signal }) => members.list(id, signal) }),
  invitations: () => queryOptions({ queryKey: ['servers', 'invitations'] as const, queryFn: ({ signal }) => members.invitations(signal) }),
}

const meta = { touches: ['servers'] } as const

/** The form shows what goes wrong. */
export function useInvite(id: string) {
  return useMutation({
    meta,
    mutationFn: ({ key, ...body }: { account: string; role: GivenRole; key: string }) => members.invite(id, body, key),
    onError: () => undefined,
  })
}

// In the following, `onDone` comes before the refetch: after it the control that sent the command may be gone.

export function useSetRole(id: string, member: string, onDone: (role: GivenRole) => void) {
  return useMutation({
    meta,
    mutationFn: (role: GivenRole) => members.setRole(id, member, role),
    onSuccess: (_answer, role) => onDone(role),
  })
}

/** Removes a member, withdraws an invitation or leaves; the refetch waits for what is done then. */
export function useRemove(id: string, member: string, onDone: () => Promise<void> | void) {
  return useMutation({ meta, mutationFn: () => members.remove(id, member), onSuccess: onDone })
}

export function useHandOver(id: string, account: string, onDone: () => void) {
  return useMutation({ meta, mutationFn: () => members.handOver(id, account), onSuccess: onDone })
}

/** Accepts or declines an invitation of the viewer. */
export function useAnswer(id: string, viewer: string, onDone: (accept: boolean) => void) {
  return useMutation({
    meta,
    mutationFn: async (accept: boolean) => {
      await (accept ? members.join(id) : members.remove(id, viewer))
    },
    onSuccess: (_answer, accept) => onDone(accept),
  })
}
