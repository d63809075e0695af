import type { ProjectPage, VersionPage } from '@/lib/api/types'
import { gameName } from '@/lib/brand'
import type { Head } from '@/lib/head'
import { projectTitle, versionTitle } from '@/lib/heads.gen'
import { projectLabel } from '@/lib/project-label'
import { titles } from '@/lib/titles'

/** The head of a project's pages. Search engines see public ones only. */
export function projectHead(project: ProjectPage | undefined): Head | undefined {
  return (
    project && {
      title: projectTitle({ title: titles(project).title, game: gameName(), type: projectLabel(project) }),
      description: project.description,
      noindex: project.status !== 'approved' && project.status !== 'archived',
    }
  )
}

/** The head of a version's page. */
export function versionHead(project: ProjectPage | undefined, version: VersionPage | undefined): Head | undefined {
  const head = projectHead(project)
  return head && project && version && { ...head, title: versionTitle({ version: version.name, project: titles(project).title }) }
}
