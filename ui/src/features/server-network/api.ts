import { queryOptions, useMutation } from '@tanstack/react-query'
import { network } from '@/lib/hosting/network'

/** The client of the hosting API repeats failed requests itself. */
export const networkQueries = {
  /** The key begins with `servers`, which the live stream and all commands about servers invalidate. */
  ports: (id: string) =>
    queryOptions({
      queryKey: ['servers', 'ports', id] as const,
      queryFn: ({ signal }) => network.ports(id, signal),
      retry: false,
    }),
  /** Whether a subdomain is free; the answer holds for a moment only. */
  available: (subdomain: string) =>
    queryOptions({
      queryKey: ['subdomain', subdomain] as const,
      queryFn: ({ signal }) => network.available(subdomain, signal),
      staleTime: 5_000,
      retry: false,
    }),
}

const meta = { touches: ['servers'] } as const

// Forms show what goes wrong in the first three.

export function useReserve(id: string) {
  return useMutation({
    meta,
    mutationFn: ({ name, key }: { name: string; key: string }) => network.reserve(id, name, key),
    onError: () => undefined,
  })
}

export function useRenamePort(id: string, port: number) {
  return useMutation({ meta, mutationFn: (name: string) => network.rename(id, port, name), onError: () => undefined })
}

export function useSetSubdomain(id: string) {
  return useMutation({ meta, mutationFn: (subdomain: string) => network.setSubdomain(id, subdomain), onError: () => undefined })
}

/** `onDone` comes before the refetch: after it the port's row is gone. */
export function useRelease(id: string, port: number, onDone: () => void) {
  return useMutation({ meta, mutationFn: () => network.release(id, port), onSuccess: onDone })
}
