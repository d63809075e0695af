import type { Project, ProjectStatus } from '@/lib/api/types'
import type { SortKey, StatusFilter } from './list-search'

/** Those whose title, slug or summary holds the text and whose status fits; most recently updated first. */
export function filterProjects(projects: readonly Project[], text: string, status: StatusFilter): Project[] {
  const wanted = text.trim().toLowerCase()
  return projects
    .filter((one) => status === 'all' || one.status === status)
    .filter((one) => wanted === '' || [one.title, one.slug, one.description].some((field) => field.toLowerCase().includes(wanted)))
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
  { id: 'overview', href: '/dashboard' },
  { id: 'projects', href: '/dashboard/projects' },
  { id: 'notifications', href: '/dashboard/notifications' },
  { id: 'collections', href: '/dashboard/collections' },
  { id: 'organizations', href: '/dashboard/organizations' },
  { id: 'reports', href: '/dashboard/reports' },
  { id: 'claims', href: '/dashboard/claims' },
] as const
export type Section = (typeof sections)[number]['id']

/** The section that a path belongs to: its own page or one below it. */
export function sectionOf(path: string): Section {
  return (
    sections.find(
      ({ id, href }) =>
        id !== 'overview' && (path === href || path.startsWith(`${href}/`) || (id === 'reports' && path.startsWith('/dashboard/report/'))),
    )?.id ?? 'overview'
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
