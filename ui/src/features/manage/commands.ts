import { useMutation } from '@tanstack/react-query'
import { send } from '@/lib/api/client'
import type { BodyOf } from '@/lib/api/operations'
import type { ProjectPage } from '@/lib/api/types'
import { upload } from '@/lib/api/upload'

export type ProjectPatch = BodyOf<'PATCH', '/v2/project/{id}'>

const meta = { touches: ['projects'] } as const

/** Changes fields or the status of a project. */
export function usePatchProject(id: string) {
  return useMutation({
    meta,
    mutationFn: (patch: ProjectPatch) => send('PATCH', '/v2/project/{id}', { params: { id }, body: patch }),
  })
}

/** Replaces the icon, or takes it away where no file is given. */
export function useChangeIcon(id: string) {
  return useMutation({
    meta,
    mutationFn: (file: File | undefined) =>
      file
        ? upload('PATCH', '/v2/project/{id}/icon', file, { params: { id }, query: { ext: imageSubtype(file) } })
        : send('DELETE', '/v2/project/{id}/icon', { params: { id } }),
  })
}

/** Its page is still on the screen and must not request a deleted collection. */
export function useDeleteProject(project: Pick<ProjectPage, 'id' | 'slug'>) {
  return useMutation({
    meta: { touches: ['people'] },
    mutationFn: () => send('DELETE', '/v2/project/{id}', { params: { id: project.id } }),
  })
}

/** `png` of `image/png`; the server looks at the bytes all the same. */
export function imageSubtype(file: File): string {
  return file.type.split('/')[1] ?? ''
}
