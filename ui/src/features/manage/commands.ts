import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { projectQueries } from '@/lib/project-queries'
import { send } from '@/lib/api/client'
import type { DonationUrl, ProjectPage, ProjectStatus, Side } from '@/lib/api/types'
import { upload } from '@/lib/api/upload'

export type ProjectPatch = Partial<{
  title: string
  slug: string
  description: string
  body: string
  categories: string[]
  additional_categories: string[]
  license_id: string
  license_url: string | null
  client_side: Side
  server_side: Side
  issues_url: string | null
  source_url: string | null
  wiki_url: string | null
  discord_url: string | null
  donation_urls: DonationUrl[]
  status: ProjectStatus
  requested_status: ProjectStatus
  moderation_message: string
}>

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
    mutationFn: (patch: ProjectPatch) => send('PATCH', `/v2/project/${id}`, { body: patch }),
    onSuccess: () => refreshProjects(client),
  })
}

/** Replaces the icon, or takes it away where no file is given. */
export function useChangeIcon(id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (file: File | undefined) =>
      file
        ? upload<undefined>(`/v2/project/${id}/icon?ext=${encodeURIComponent(imageSubtype(file))}`, file, { method: 'PATCH' })
        : send('DELETE', `/v2/project/${id}/icon`),
    onSuccess: () => refreshProjects(client),
  })
}

export function useDeleteProject(project: Pick<ProjectPage, 'id' | 'slug'>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => send('DELETE', `/v2/project/${project.id}`),
    onSuccess: () => client.invalidateQueries({ queryKey: ['user'] }),
  })
}

/** `png` of `image/png`; the server looks at the bytes all the same. */
export function imageSubtype(file: File): string {
  return file.type.split('/')[1] ?? ''
}
