import { ask, change } from './client'

/** A port of a server beside its first one. */
export type Allocation = { port: number; name: string }

const at = (id: string, part: string) => `servers/${encodeURIComponent(id)}/${part}`

/** The calls about a server's further ports and its subdomain. */
export const network = {
  ports: (id: string, signal?: AbortSignal) => ask<Allocation[]>({ method: 'GET', path: at(id, 'allocations'), signal }),
  /** Reserves a free port; with the key a repeated command reserves one. */
  reserve: (id: string, name: string, key: string) =>
    change<Allocation>({ method: 'POST', path: at(id, 'allocations'), query: { name }, headers: { 'Idempotency-Key': key } }),
  rename: (id: string, port: number, name: string) => change({ method: 'PUT', path: at(id, `allocations/${port}`), query: { name } }),
  release: (id: string, port: number) => change({ method: 'DELETE', path: at(id, `allocations/${port}`) }),
  /** Whether a subdomain is free. It is asked while somebody types, so a failure is not repeated. */
  available: async (subdomain: string, signal?: AbortSignal) =>
    (
      await ask<{ available: boolean }>({
        method: 'GET',
        path: `subdomains/${encodeURIComponent(subdomain)}/isavailable`,
        retry: false,
        signal,
      })
    ).available,
  setSubdomain: (id: string, subdomain: string) => change({ method: 'POST', path: at(id, 'subdomain'), body: { subdomain } }),
}
