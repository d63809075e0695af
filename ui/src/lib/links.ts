import type { SearchHit } from '@/lib/api/types'

type Linked = { id: string; slug: string | null; url_type: string }

/** Address of a project's page: by slug, by id when it has none. */
export function projectPath(project: Linked): string {
  return `/${project.url_type}/${project.slug || project.id}`
}

/** Address of a version's page. */
export function versionPath(project: Linked, version: string): string {
  return `${projectPath(project)}/version/${version}`
}

/** Address of a project in search results. */
export function hitPath(hit: SearchHit): string {
  return projectPath({ id: hit.project_id, slug: hit.slug, url_type: hit.url_type })
}
