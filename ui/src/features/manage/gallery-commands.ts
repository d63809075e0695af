import { useMutation } from '@tanstack/react-query'
import { send } from '@/lib/api/client'
import { upload } from '@/lib/api/upload'
import { imageSubtype } from './commands'

const meta = { touches: ['projects'] } as const

export type PictureWords = { title: string; description: string; featured: boolean; ordering: number }

/** Words are sent even when they are empty, so that an edit can take them away. */
function words({ title, description, featured, ordering }: PictureWords, more: Record<string, string>): URLSearchParams {
  return new URLSearchParams({
    ...more,
    title: title.trim(),
    description: description.trim(),
    featured: String(featured),
    ordering: String(ordering),
  })
}

/** Adds a picture, or changes the words of one. */
export function useSavePicture(project: string) {
  return useMutation({
    meta,
    mutationFn: ({
      file,
      url,
      onProgress,
      signal,
      ...rest
    }: PictureWords & { file?: File | undefined; url?: string | undefined; onProgress?: (share: number) => void; signal?: AbortSignal }) =>
      file
        ? upload('POST', '/v2/project/{id}/gallery', file, {
            params: { id: project },
            query: words(rest, { ext: imageSubtype(file) }),
            onProgress,
            signal,
          })
        : send('PATCH', '/v2/project/{id}/gallery', { params: { id: project }, query: words(rest, { url: url ?? '' }) }),
    onError: () => undefined,
  })
}

export function useDeletePicture(project: string) {
  return useMutation({
    meta,
    mutationFn: (url: string) => send('DELETE', '/v2/project/{id}/gallery', { params: { id: project }, query: { url } }),
  })
}

/** Arranges the gallery; pictures that are not named stay behind. */
export function useOrderPictures(project: string) {
  return useMutation({
    meta,
    scope: { id: `gallery-order-${project}` },
    mutationFn: (urls: string[]) => send('PUT', '/v2/project/{id}/gallery/order', { params: { id: project }, body: { urls } }),
  })
}
