import type { ProjectPage } from '@/lib/api/types'
import { gameName } from '@/lib/brand'
import { typeOf } from '@/lib/content-types'
import type { Head } from '@/lib/head'
import { projectTitle } from '@/lib/heads.gen'
import { titles } from '@/lib/titles'

/** The head of a project's pages. Search engines see public ones only. */
export function projectHead(project: ProjectPage | undefined): Head | undefined {
  return (
    project && {
      title: projectTitle({ title: titles(project).title, game: gameName(), type: typeOf(project.url_type)?.label ?? '' }),
      description: project.description,
      noindex: project.status !== 'approved' && project.status !== 'archived',
    }
  )
}
