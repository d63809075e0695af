import { PathLink } from '@/components/layout/path-link'
import { Badge, type Tone } from '@/components/ui/badge'
import { Pic } from '@/components/ui/pic'
import type { DependencyRef, DependencyType } from '@/lib/api/types'
import { versionText as t } from '@/lib/i18n/zh-Hans/versions'
import { projectPath, versionPath } from '@/lib/links'

const tones: Record<DependencyType, Tone> = { required: 'accent', optional: 'neutral', incompatible: 'bad', embedded: 'neutral' }

/** Other projects a version stands in relation to. */
export function DependencyList({ dependencies }: { dependencies: readonly DependencyRef[] }) {
  return (
    <ul className="deps">
      {dependencies.map((dependency, index) => {
        const { project, version_id, file_name, dependency_type } = dependency
        const badge = <Badge tone={tones[dependency_type]}>{t.dependency[dependency_type]}</Badge>
        const inner = (
          <>
            <Pic src={project?.icon_url ?? null} name={project?.slug ?? file_name ?? ''} size={40} />
            <span className="grow">
              <b className="clip block">{project?.title ?? file_name ?? t.page.unknownProject}</b>
              {project ? null : <small>{t.page.unknownProject}</small>}
            </span>
            {badge}
          </>
        )
        return (
          <li key={`${project?.id ?? file_name ?? ''}-${index}`}>
            {project ? (
              <PathLink className="dep" href={version_id ? versionPath(project, version_id) : projectPath(project)}>
                {inner}
              </PathLink>
            ) : (
              <div className="dep">{inner}</div>
            )}
          </li>
        )
      })}
    </ul>
  )
}
