import { useQuery } from '@tanstack/react-query'
import { Tag } from '@/components/ui/badge'
import { LoaderTag } from '@/components/ui/loader-tag'
import type { ProjectPage, Side } from '@/lib/api/types'
import { cn } from '@/lib/cn'
import { formatGameVersions } from '@/lib/game-versions'
import { projectText as t } from '@/lib/i18n/zh-Hans/project'
import { tagQueries } from '@/lib/tags'
import sideCss from '@/components/ui/side.module.css'
import ui from '@/components/ui/ui.module.css'
import sidebarCss from './sidebar.module.css'

const MAX_RANGES = 12

/** Game versions as short ranges, with the rest behind a number. */
export function GameVersionTags({ versions, max = MAX_RANGES }: { versions: readonly string[]; max?: number }) {
  const all = useQuery(tagQueries.gameVersions())
  const ranges = formatGameVersions(versions, all.data ?? [])
  const rest = ranges.slice(max)
  return (
    <div className={sidebarCss.versions}>
      {ranges.slice(0, max).map((range) => (
        <Tag key={range}>{range}</Tag>
      ))}
      {rest.length > 0 ? (
        <Tag line title={rest.join('、')}>
          {t.side.moreVersions(rest.length)}
        </Tag>
      ) : null}
    </div>
  )
}

function sideText(name: string, side: Side): string {
  return `${name} ${t.environment[side]}`
}

type Sided = Pick<ProjectPage, 'project_type' | 'client_side' | 'server_side'>

/** Environments mean something to mods and modpacks only, and only once somebody has said them. */
export function hasEnvironments({ project_type: type, client_side: client, server_side: server }: Sided): boolean {
  return (type === 'mod' || type === 'modpack') && client !== 'unknown' && server !== 'unknown'
}

export function EnvironmentTags({ project }: { project: Sided }) {
  return (
    <div className={sidebarCss.versions}>
      <Tag>{sideText(t.environment.client, project.client_side)}</Tag>
      <Tag>{sideText(t.environment.server, project.server_side)}</Tag>
    </div>
  )
}

/** What a project runs with and on. */
export function Compatibility({ project }: { project: ProjectPage }) {
  const platforms = project.project_type !== 'resourcepack' && project.project_type !== 'language' && project.loaders.length > 0
  const environments = hasEnvironments(project)
  if (!platforms && !environments && project.game_versions.length === 0) return null
  return (
    <section className={sideCss.section}>
      <h2>{t.side.compatibility}</h2>
      {project.game_versions.length > 0 ? (
        <>
          <h3>{t.side.gameVersions}</h3>
          <GameVersionTags versions={project.game_versions} />
        </>
      ) : null}
      {platforms ? (
        <>
          <h3>{project.project_type === 'software' ? t.side.systems : t.side.platforms}</h3>
          <div className={cn(ui.row, ui.gap6)}>
            {project.loaders.map((name) => (
              <LoaderTag key={name} id={name} boxed />
            ))}
          </div>
        </>
      ) : null}
      {environments ? (
        <>
          <h3>{t.side.environments}</h3>
          <EnvironmentTags project={project} />
        </>
      ) : null}
    </section>
  )
}
