import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query'
import { ApiError } from '@/lib/api/errors'
import { files } from '@/lib/hosting/files'
import { installs } from '@/lib/hosting/installs'
import type { NodeSession } from '@/lib/hosting/node-session'
import { siteText } from '@/lib/i18n/zh-Hans/site'
import { serverLoaderText } from '@/lib/i18n/zh-Hans/server-loader'
import { toast } from '@/stores/toasts'

/** The lists of publishers change rarely. */
const FRESH_MS = 5 * 60_000
/** The largest page of a folder. */
const MOST_ENTRIES = 1000

export const loaderQueries = {
  loaders: () =>
    queryOptions({
      queryKey: ['software', 'loaders'] as const,
      queryFn: ({ signal }) => installs.loaders(signal),
      staleTime: FRESH_MS,
    }),
  /** The names in the server's folder after an installation has failed at `at`: its log is among them. */
  log: (id: string, node: NodeSession, at: string) =>
    queryOptions({
      queryKey: ['servers', 'install-log', id, at] as const,
      queryFn: async ({ signal }) =>
        (await files.list(node, { path: '/', page: 1, page_size: MOST_ENTRIES }, signal)).items.map(({ name }) => name),
      retry: false,
    }),
  games: (loader: string) =>
    queryOptions({
      queryKey: ['software', 'games', loader] as const,
      queryFn: ({ signal }) => installs.games(loader, signal),
      staleTime: FRESH_MS,
    }),
  versions: (loader: string, game: string) =>
    queryOptions({
      queryKey: ['software', 'versions', loader, game] as const,
      queryFn: ({ signal }) => installs.versions(loader, game, signal),
      staleTime: FRESH_MS,
    }),
}

/** Keeps what was listed while more is loaded. */
export const listed = { placeholderData: keepPreviousData } as const

export function useCancel(id: string) {
  return useMutation({
    meta: { touches: ['servers'] },
    mutationFn: () => installs.cancel(id),
    onSuccess: () => toast(serverLoaderText.run.cancelled),
    onError: (error) => {
      const known = error instanceof ApiError ? error : undefined
      toast(known?.message ?? siteText.errorTitle, known?.description ?? siteText.unknownError, 'error')
    },
  })
}
