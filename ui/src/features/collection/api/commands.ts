import { useMutation, useQueryClient } from '@tanstack/react-query'
import { send } from '@/lib/api/client'
import type { CollectionStatus } from '@/lib/api/types'
import { upload } from '@/lib/api/upload'
import { collectionText as t } from '@/lib/i18n/zh-Hans/collection'
import { toast } from '@/stores/toasts'
import { patchFollowers, patchLibrary, patchPage, type Undo } from './caches'
import { collectionQueries, FOLLOWING } from './queries'
import { tellError } from '@/lib/tell-error'

/** The values of a collection's form. A file is a new picture; null removes the picture. */
export type CollectionDraft = { name: string; description: string; status: CollectionStatus; picture: File | null | undefined }

const meta = { touches: ['library', 'collections'] } as const

/** The collection exists already: a failed picture shows an error and can be sent again by editing. */
async function sendPicture(id: string, picture: File | null | undefined): Promise<void> {
  if (picture === undefined) return
  try {
    if (picture)
      await upload('PATCH', '/v3/collection/{id}/icon', picture, { params: { id }, query: { ext: picture.type.split('/')[1] ?? '' } })
    else await send('DELETE', '/v3/collection/{id}/icon', { params: { id } })
  } catch (error) {
    toast(t.pictureFailed, undefined, 'error')
    tellError(error)
  }
}

export type NewCollection = { draft: CollectionDraft; projects: string[]; key: string }

/** Creates a collection with its first projects. */
export function useCreateCollection() {
  return useMutation({
    meta,
    mutationFn: async ({ draft: { picture, ...rest }, projects, key }: NewCollection) => {
      const made = await send('POST', '/v3/collection', { body: { ...rest, projects }, idempotencyKey: key })
      await sendPicture(made.id, picture)
      return made
    },
    onError: () => undefined, // the form says it
  })
}

export function useEditCollection(id: string) {
  return useMutation({
    meta,
    mutationFn: async ({ picture, ...fields }: Partial<CollectionDraft>) => {
      if (Object.keys(fields).length > 0) await send('PATCH', '/v3/collection/{id}', { params: { id }, body: fields })
      await sendPicture(id, picture)
    },
    onError: () => undefined,
  })
}

/** Its page is still on the screen and must not request a deleted collection. */
export function useDeleteCollection(id: string) {
  return useMutation({ meta: { touches: ['library'] }, mutationFn: () => send('DELETE', '/v3/collection/{id}', { params: { id } }) })
}

type Toggle = { account: string; collection: string; on: boolean }

/** Adds the project to a collection or removes it; the tick changes at once. */
export function useToggleSaved(project: string) {
  const client = useQueryClient()
  return useMutation({
    meta,
    scope: { id: `save-${project}` },
    mutationFn: ({ collection, on }: Toggle) =>
      send(on ? 'POST' : 'DELETE', '/v3/collection/{id}/project/{project}', { params: { id: collection, project } }),
    onMutate: async ({ account, collection, on }): Promise<Undo> => {
      await client.cancelQueries({ queryKey: ['library'] })
      return patchLibrary(client, account, (library) => ({
        ...library,
        collections: library.collections.map((one) =>
          one.id === collection ? { ...one, projects: on ? [...one.projects, project] : one.projects.filter((id) => id !== project) } : one,
        ),
      }))
    },
    onError: (error, _toggle, undo) => {
      undo?.()
      tellError(error)
    },
  })
}

/** Removes projects from a collection, or unfollows them; they leave the page at once. */
export function useTakeOut(id: string) {
  const client = useQueryClient()
  return useMutation({
    meta,
    mutationFn: async (projects: string[]) => {
      if (id !== FOLLOWING) return send('DELETE', '/v3/collection/{id}/projects', { params: { id }, query: { ids: projects } })
      for (const project of projects) await send('DELETE', '/v2/project/{id}/follow', { params: { id: project } })
    },
    onMutate: async (projects): Promise<Undo> => {
      await client.cancelQueries({ queryKey: collectionQueries.page(id).queryKey })
      const undos = [
        patchPage(client, id, (page) => ({ ...page, projects: page.projects.filter(({ project_id }) => !projects.includes(project_id)) })),
      ]
      if (id === FOLLOWING) undos.push(...projects.map((project) => patchFollowers(client, project, -1)))
      return () => undos.forEach((undo) => undo())
    },
    onError: (error, _projects, undo) => {
      undo?.()
      tellError(error)
    },
  })
}
