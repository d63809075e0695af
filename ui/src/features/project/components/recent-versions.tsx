import { useQuery } from '@tanstack/react-query'
import { PathLink } from '@/components/layout/path-link'
import { Badge } from '@/components/ui/badge'
import { ChannelMark } from '@/components/ui/channel'
import { When } from '@/components/ui/when'
import type { ProjectPage } from '@/lib/api/types'
import { cn } from '@/lib/cn'
import { formatExact } from '@/lib/format'
import { versionsInBrief } from '@/lib/game-versions'
import { projectText as t } from '@/lib/i18n/zh-Hans/project'
import { versionText } from '@/lib/i18n/zh-Hans/versions'
import { projectParams, versionParams } from '@/lib/links'
import { versionQueries } from '@/lib/version-queries'
import { setupFor, useGameSetup } from '@/stores/game-setup'
import { VersionGet } from './version-get'
import sideCss from '@/components/ui/side.module.css'
import ui from '@/components/ui/ui.module.css'
import sidebarCss from './sidebar.module.css'

const SHOWN = 3

/** The newest versions, each with its file one press away. */
export function RecentVersions({ project }: { project: ProjectPage }) {
  const setup = setupFor(useGameSetup(), project.url_type)
  const fitting = useQuery({ ...versionQueries.fitting(project.id, setup), enabled: setup.gameVersion !== '' }).data?.[0]
  if (project.version_count === 0) return null
  const newest = project.versions.slice(0, SHOWN)
  // What fits the visitor has a place of its own even when it is older than the newest.
  const shown = fitting && !newest.some((one) => one.id === fitting.id) ? [fitting, ...newest.slice(0, SHOWN - 1)] : newest
  return (
    <section className={sideCss.section}>
      <header>
        <h2>{t.side.recent}</h2>
        <PathLink className={cn(sideCss.end, ui.link)} keepScroll to="/$type/$id/versions" params={projectParams(project)}>
          {t.side.allVersions(formatExact(project.version_count))}
        </PathLink>
      </header>
      <ul className={sidebarCss.recent}>
        {shown.map((version) => (
          <li key={version.id} className={ui.result}>
            <ChannelMark channel={version.version_type} />
            <div className={ui.grow}>
              <b className={ui.clip}>
                <PathLink className={ui.resultLink} to="/$type/$id/version/$version" params={versionParams(project, version.id)}>
                  {version.version_number}
                </PathLink>
                {version.id === fitting?.id ? <Badge tone="ok">{versionText.forYou}</Badge> : null}
              </b>
              <span className={cn(ui.small, ui.clip)}>
                {versionsInBrief(version.game_versions).text} · <When estimated={version.date_estimated} time={version.date_published} />
              </span>
            </div>
            <VersionGet project={project} version={version} />
          </li>
        ))}
      </ul>
    </section>
  )
}
