import type { Statistics } from '@/lib/api/types'
import type { Answer } from '@/lib/api/operations'
import { projects } from './projects'
import { ago } from './time'

export const statistics: Statistics = { projects: 46_892, versions: 99_366, authors: 12_904, files: 104_220 }

const absent = { version: null, organization: null, person: null, actor: null, picture: null, waited_seconds: null }
const projectOf = (index: number) => {
  const project = projects[index]
  if (!project) throw new Error(`no fixture ${index}`)
  return {
    id: project.id,
    slug: project.slug,
    url_type: project.url_type,
    title: project.title,
    title_zh: project.title_zh,
    icon_url: project.icon_url,
  }
}

/** What happened in public, as /_internal/activity answers it. */
export const activity: Answer<'GET', '/_internal/activity'> = {
  lag_ms: 412,
  next: null,
  events: [
    {
      ...absent,
      position: 90,
      at: ago(0),
      type: 'version-published',
      project: projectOf(0),
      version: { id: 'Ver00000', version_number: '6.0.4', version_type: 'release' },
    },
    { ...absent, position: 80, at: ago(0.1), type: 'project-listed', project: projectOf(3), waited_seconds: 2460 },
    { ...absent, position: 71, at: ago(1), type: 'picture-added', project: projectOf(2), picture: '/a.png' },
    { ...absent, position: 70, at: ago(1), type: 'picture-added', project: projectOf(2), picture: '/b.png' },
    {
      ...absent,
      position: 60,
      at: ago(5),
      type: 'organization-created',
      project: null,
      organization: { id: 'Org00001', slug: 'verdigris', name: '铜锈工坊', icon_url: null, repost: false },
    },
  ],
}
