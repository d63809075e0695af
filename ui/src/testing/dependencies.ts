import type { DependencyRef, VersionNeeds } from '@/lib/api/types'
import { projects } from './projects'
import { versionsOf } from './versions'

/** What the versions of a fixture project depend on. */
export function dependenciesOf(index: number): DependencyRef[] {
  return versionsOf(index).flatMap((version) =>
    version.dependencies.map((one) => {
      const target = projects.find((project) => project.id === one.project_id)
      return {
        version_id: null,
        file_name: null,
        dependency_type: one.dependency_type,
        of_version: version.id,
        project: target
          ? {
              id: target.id,
              slug: target.slug,
              title: target.title_zh ?? target.title,
              icon_url: target.icon_url,
              url_type: target.url_type,
            }
          : null,
      }
    }),
  )
}

/** What a version of the fixtures needs, each with the newest version of the other project. */
export function needsOf(version: string): VersionNeeds {
  const at = projects.findIndex((_, index) => versionsOf(index).some((one) => one.id === version))
  const dependencies = at < 0 ? [] : dependenciesOf(at).filter((one) => one.of_version === version)
  return {
    translations: [],
    dependencies: dependencies.map(({ project, file_name, dependency_type }) => {
      const newest = versionsOf(projects.findIndex((one) => one.id === project?.id))[0]
      const file = newest?.files[0]
      return {
        dependency_type,
        project,
        file_name,
        pinned: false,
        fits: newest !== undefined,
        required_by: null,
        version: newest ? { ...newest, file: file ? { url: file.url, filename: file.filename, size: file.size } : null } : null,
      }
    }),
  }
}
