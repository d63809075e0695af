import type { SearchHit } from '@/lib/api/types'
import type { ContentType } from '@/lib/content-types'

type Linked = { id: string; slug: string | null; url_type: string }

/** What the address of a project's page names: its slug, or its id when it has none. */
export function projectParams(project: Linked) {
  return { type: project.url_type, id: project.slug || project.id }
}

/** What the address of a version's page names. */
export function versionParams(project: Linked, version: string) {
  return { ...projectParams(project), version }
}

/** What the address of the project that a search found names. */
export function hitParams(hit: SearchHit) {
  return projectParams({ id: hit.project_id, slug: hit.slug, url_type: hit.url_type })
}

/** What the address of a type's listing names. */
export function listingParams(type: Pick<ContentType, 'path'> | undefined) {
  return { listing: type?.path.slice(1) ?? 'mods' }
}

/** The sign-in page that leads back. */
export function signIn(back: string) {
  return { to: '/auth/sign-in', search: { redirect: back } } as const
}
