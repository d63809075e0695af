import type { ProjectPage } from '@/lib/api/types'

type Linked = Pick<ProjectPage, 'donation_urls'>

/** The page of a project on the site where it was first published. */
export function siteOf(project: Linked): Linked['donation_urls'][number] | undefined {
  return project.donation_urls.find((link) => link.id === 'site' || link.platform === 'site')
}
