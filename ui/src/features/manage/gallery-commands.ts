import { useMutation, useQueryClient } from '@tanstack/react-query'
import { apiPath, send } from '@/lib/api/client'
import { upload } from '@/lib/api/upload'
import { imageSubtype, refreshProjects } from './commands'

export type PictureWords = { title: string; description: string; featured: boolean; ordering: number }

/** Words are sent even when they are empty, so that an edit can take them away. */
function words({ title, description, featured, ordering }: PictureWords): string {
  const query = new URLSearchParams({ title: title.trim(), description: description.trim(), featured: String(featured), ordering: String(ordering) })
  return query.toString()
}

/** Adds a picture, or changes the words of one. */
export function useSavePicture(project: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ file, url, onProgress, ...rest }: PictureWords & { file?: File | undefined; url?: string | undefined; onProgress?: (share: number) => void }) =>
      file
        ? upload<undefined>(`/v2/project/${project}/gallery?ext=${encodeURIComponent(imageSubtype(file))}&${words(rest)}`, file, onProgress ? { onProgress } : {})
        : send('PATCH', `${apiPath(`/v2/project/${project}/gallery`, { url })}&${words(rest)}`),
    onSuccess: () => refreshProjects(client),
    onError: () => undefined,
  })
}

export function useDeletePicture(project: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (url: string) => send('DELETE', `/v2/project/${project}/gallery`, { query: { url } }),
    onSuccess: () => refreshProjects(client),
  })
}
