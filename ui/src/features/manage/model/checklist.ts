import type { Address } from '@/lib/address'
import type { ProjectPage } from '@/lib/api/types'

export type ItemId =
  | 'upload-version'
  | 'add-description'
  | 'add-icon'
  | 'feature-gallery-image'
  | 'select-tags'
  | 'add-links'
  | 'select-environments'
  | 'select-license'

export type ChecklistItem = {
  id: ItemId
  level: 'required' | 'suggestion'
  done: boolean
  /** The page of the project on which it is done. */
  place: Exclude<Extract<Address['to'], `/$type/$id/${string}`>, `${string}/$version${string}` | `/$type/$id/wiki${string}`>
}

type Checked = Pick<
  ProjectPage,
  | 'status'
  | 'project_types'
  | 'version_count'
  | 'body'
  | 'icon_url'
  | 'gallery'
  | 'categories'
  | 'additional_categories'
  | 'license'
  | 'client_side'
  | 'server_side'
  | 'issues_url'
  | 'source_url'
  | 'wiki_url'
  | 'discord_url'
  | 'donation_urls'
>

const placeholder = /^(# Placeholder description|# 占位描述)/

/** Whether a project says where it runs: one of its types is that of mods or modpacks. The types follow its versions. */
export function hasEnvironments({ project_types: types }: Pick<ProjectPage, 'project_types'>): boolean {
  return types.includes('mod') || types.includes('modpack')
}

/** Whether the list is part of the project's page: while its authors have something to send in. */
export function showsChecklist(project: Pick<ProjectPage, 'status'>): boolean {
  return project.status === 'draft' || project.status === 'rejected' || project.status === 'withheld'
}

/** What a project needs before it is sent in, and what would make it better. */
export function checklist(project: Checked): ChecklistItem[] {
  const body = project.body.trim()
  const links = [project.issues_url, project.source_url, project.wiki_url, project.discord_url, ...project.donation_urls]
  const items: (ChecklistItem & { hidden?: boolean })[] = [
    { id: 'upload-version', level: 'required', done: project.version_count > 0, place: '/$type/$id/version/{$version}-new' },
    { id: 'add-description', level: 'required', done: body !== '' && !placeholder.test(body), place: '/$type/$id/settings/description' },
    {
      id: 'select-environments',
      level: 'required',
      hidden: !hasEnvironments(project),
      done: project.client_side !== 'unknown' && project.server_side !== 'unknown',
      place: '/$type/$id/settings',
    },
    {
      id: 'select-license',
      level: 'required',
      done: project.license.id !== '' && project.license.id !== 'LicenseRef-Unknown',
      place: '/$type/$id/settings/license',
    },
    { id: 'add-icon', level: 'suggestion', done: Boolean(project.icon_url), place: '/$type/$id/settings' },
    { id: 'feature-gallery-image', level: 'suggestion', done: project.gallery.some((one) => one.featured), place: '/$type/$id/gallery' },
    {
      id: 'select-tags',
      level: 'suggestion',
      hidden: project.version_count === 0,
      done: project.categories.length + project.additional_categories.length > 0,
      place: '/$type/$id/settings/tags',
    },
    { id: 'add-links', level: 'suggestion', done: links.some(Boolean), place: '/$type/$id/settings/links' },
  ]
  return items.filter((item) => !item.hidden).map(({ id, level, done, place }) => ({ id, level, done, place }))
}

/** The required items that keep a project from being sent in. */
export function unmet(items: readonly ChecklistItem[]): ItemId[] {
  return items.filter((item) => item.level === 'required' && !item.done).map((item) => item.id)
}
