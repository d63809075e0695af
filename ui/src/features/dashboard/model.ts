import type { Project, ProjectStatus } from '@/lib/api/types'
import { projectParams } from '@/lib/links'
import { urlTypeOf } from '@/lib/loaders'
import type { SortKey, StatusFilter } from './list-search'

/** What the address of a project of a list names. */
export function ownParams(project: Project) {
  return projectParams({ ...project, url_type: urlTypeOf(project.project_type, project.loaders) })
}

/** Those whose titles, slug or summary hold the text and whose status fits; most recently updated first. */
export function filterProjects<P extends Project & { original?: string }>(projects: readonly P[], text: string, status: StatusFilter): P[] {
  const wanted = text.trim().toLowerCase()
  return projects
    .filter((one) => status === 'all' || one.status === status)
    .filter(
      (one) =>
        wanted === '' || [one.title, one.original ?? '', one.slug, one.description].some((field) => field.toLowerCase().includes(wanted)),
    )
    .sort((a, b) => b.updated.localeCompare(a.updated))
}

export type Sorting = { by: SortKey; up: boolean }

const statusOrder: readonly ProjectStatus[] = [
  'rejected',
  'withheld',
  'draft',
  'processing',
  'scheduled',
  'approved',
  'unlisted',
  'private',
  'archived',
]

/** What needs somebody stands first by status; names from the beginning, figures from the largest. */
export function sortProjects(projects: readonly Project[], { by, up }: Sorting): Project[] {
  const compare = (a: Project, b: Project): number => {
    switch (by) {
      case 'title':
        return a.title.localeCompare(b.title, 'zh-Hans-CN')
      case 'status':
        return statusOrder.indexOf(a.status) - statusOrder.indexOf(b.status)
      case 'updated':
        return a.updated.localeCompare(b.updated)
      default:
        return a[by] - b[by]
    }
  }
  return [...projects].sort((a, b) => (up ? compare(a, b) : compare(b, a)) || b.updated.localeCompare(a.updated))
}

/** The way a column is sorted first; pressed again it turns. */
export function nextSorting(now: Sorting, by: SortKey): Sorting {
  return now.by === by ? { by, up: !now.up } : { by, up: by === 'title' || by === 'status' }
}

/** The figures over all of them. */
export function totals(projects: readonly Project[]) {
  return {
    downloads: projects.reduce((sum, one) => sum + one.downloads, 0),
    followers: projects.reduce((sum, one) => sum + one.followers, 0),
    published: projects.filter((one) => one.status === 'approved' || one.status === 'archived').length,
    waiting: projects.filter((one) => one.status === 'processing').length,
  }
}

/** The places of the creator's pages, in the order of the section bar. */
export const sections = [
  { id: 'overview', to: '/dashboard' },
  { id: 'projects', to: '/dashboard/projects' },
  { id: 'analytics', to: '/dashboard/analytics' },
  { id: 'revenue', to: '/dashboard/revenue/{-$part}' },
  { id: 'notifications', to: '/dashboard/notifications' },
  { id: 'collections', to: '/dashboard/collections' },
  { id: 'organizations', to: '/dashboard/organizations' },
  { id: 'reports', to: '/dashboard/reports' },
  { id: 'claims', to: '/dashboard/claims' },
  { id: 'wikis', to: '/dashboard/wikis' },
  { id: 'servers', to: '/servers/manage/{-$sid}/{-$part}/{-$sub}' },
] as const
export type Section = (typeof sections)[number]['id']

/** The optional part of a route. */
const OPTIONAL = /\/\{-.*/

/** The section that a path belongs to: its own page or one below it. */
export function sectionOf(path: string): Section {
  return (
    sections.find(({ id, to }) => {
      const base = to.replace(OPTIONAL, '')
      return (
        id !== 'overview' && (path === base || path.startsWith(`${base}/`) || (id === 'reports' && path.startsWith('/dashboard/report/')))
      )
    })?.id ?? 'overview'
  )
}

/** What needs its owner, the most pressing first: refused, then begun and not sent in. */
export function attention(projects: readonly Project[]): { refused: Project[]; drafts: Project[]; waiting: Project[] } {
  const newest = [...projects].sort((a, b) => b.updated.localeCompare(a.updated))
  return {
    refused: newest.filter((one) => one.status === 'rejected' || one.status === 'withheld'),
    drafts: newest.filter((one) => one.status === 'draft'),
    // Who was sent in first is decided about first.
    waiting: newest.filter((one) => one.status === 'processing').sort((a, b) => (a.queued ?? '').localeCompare(b.queued ?? '')),
  }
}

export type FirstStep = { id: 'create' | 'describe' | 'upload' | 'submit'; state: 'done' | 'next' | 'later' }

/** True until a project of somebody was approved for the first time. */
export function isBeginner(projects: readonly Project[]): boolean {
  return projects.every((one) => !one.approved)
}

/** The steps of a first project; `left` is what its checklist still asks for, undefined while that is unknown. */
export function firstSteps(project: Project | undefined, left: readonly string[] | undefined): FirstStep[] {
  const asked = (id: string) => left?.includes(id) ?? true
  const done = [
    project !== undefined,
    project !== undefined && !asked('add-description'),
    project !== undefined && !asked('upload-version'),
    project !== undefined && project.status === 'processing',
  ]
  const next = done.indexOf(false)
  const ids = ['create', 'describe', 'upload', 'submit'] as const
  return ids.map((id, at) => ({ id, state: done[at] ? 'done' : at === next && (project === undefined || left) ? 'next' : 'later' }))
}
