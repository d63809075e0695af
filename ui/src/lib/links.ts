import type { ProjectPage, SearchHit } from '@/lib/api/types'

type Linked = { id: string; slug: string | null; url_type: string }

/** Address of a project's page: by slug, by id when it has none. */
export function projectPath(project: Linked): string {
  return `/${project.url_type}/${project.slug || project.id}`
}

/** Address of a version's page. */
export function versionPath(project: Linked, version: string): string {
  return `${projectPath(project)}/version/${version}`
}

/** A search hit as something that can be linked to. */
export function hitLink(hit: SearchHit): { type: string; id: string } {
  return { type: hit.url_type, id: hit.slug || hit.project_id }
}

/** Parameters of the project routes for a loaded project. */
export function projectParams(project: Pick<ProjectPage, 'id' | 'slug' | 'url_type'>): { type: string; id: string } {
  return { type: project.url_type, id: project.slug || project.id }
}
