import type { Project, ProjectStatus } from '@/lib/api/types'
import type { Tone } from '@/components/ui/badge'

/** How a status looks. Never by colour alone: the badge carries its name. */
export function statusTone(status: ProjectStatus): Tone {
  switch (status) {
    case 'approved':
      return 'ok'
    case 'processing':
    case 'scheduled':
      return 'info'
    case 'rejected':
      return 'bad'
    case 'withheld':
    case 'archived':
      return 'warn'
    default:
      return 'neutral'
  }
}

export type StatusFilter = ProjectStatus | 'all'

/** Those whose title, slug or summary holds the text and whose status fits; most recently updated first. */
export function filterProjects(projects: readonly Project[], text: string, status: StatusFilter): Project[] {
  const wanted = text.trim().toLowerCase()
  return projects
    .filter((one) => status === 'all' || one.status === status)
    .filter((one) => wanted === '' || [one.title, one.slug, one.description].some((field) => field.toLowerCase().includes(wanted)))
    .sort((a, b) => b.updated.localeCompare(a.updated))
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
