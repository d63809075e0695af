import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { projectQueries } from '@/lib/project-queries'
import { send } from '@/lib/api/client'
import type { BodyOf } from '@/lib/api/operations'
import type { ProjectPage } from '@/lib/api/types'
import { upload } from '@/lib/api/upload'

export type ProjectPatch = BodyOf<'PATCH', '/v2/project/{id}'>

/** After a command everything that shows projects asks again; resolves when what is on the screen is new. */
export async function refreshProjects(client: QueryClient): Promise<void> {
  await Promise.all([
    client.invalidateQueries({ queryKey: projectQueries.all() }),
    client.invalidateQueries({ queryKey: ['user'] }),
    client.invalidateQueries({ queryKey: ['review'] }),
    client.invalidateQueries({ queryKey: ['search'] }),
  ])
}

/** Changes fields or the status of a project. */
export function usePatchProject(id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (patch: ProjectPatch) => send('PATCH', '/v2/project/{id}', { params: { id }, body: patch }),
    onSuccess: () => refreshProjects(client),
  })
}

/** Replaces the icon, or takes it away where no file is given. */
export function useChangeIcon(id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (file: File | undefined) =>
      file
        ? upload('PATCH', '/v2/project/{id}/icon', file, { params: { id }, query: { ext: imageSubtype(file) } })
        : send('DELETE', '/v2/project/{id}/icon', { params: { id } }),
    onSuccess: () => refreshProjects(client),
  })
}

export function useDeleteProject(project: Pick<ProjectPage, 'id' | 'slug'>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => send('DELETE', '/v2/project/{id}', { params: { id: project.id } }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['user'] }),
  })
}

/** `png` of `image/png`; the server looks at the bytes all the same. */
export function imageSubtype(file: File): string {
  return file.type.split('/')[1] ?? ''
}
