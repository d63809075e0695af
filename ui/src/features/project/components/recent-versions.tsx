import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { PathLink } from '@/components/layout/path-link'
import { Badge } from '@/components/ui/badge'
import { buttonClass } from '@/components/ui/button'
import { ChannelMark } from '@/components/ui/channel'
import { Bone, Loading } from '@/components/ui/feedback'
import { Ago } from '@/components/ui/time'
import type { ProjectPage } from '@/lib/api/types'
import { cn } from '@/lib/cn'
import { formatExact } from '@/lib/format'
import { versionSpan } from '@/lib/game-versions'
import { projectText as t } from '@/lib/i18n/zh-Hans/project'
import { versionText } from '@/lib/i18n/zh-Hans/versions'
import { projectParams, versionParams } from '@/lib/links'
import { projectQueries } from '@/lib/project-queries'
import { playingFor, usePlaying } from '@/stores/carry'
import { recommended } from '../model/download-choice'
import { primaryFile } from '../model/version-list'
import buttonCss from '@/components/ui/button.module.css'
import sideCss from '@/components/ui/side.module.css'
import ui from '@/components/ui/ui.module.css'
import sidebarCss from './sidebar.module.css'

const SHOWN = 3

/** The newest versions, each with its file one press away. */
export function RecentVersions({ project }: { project: ProjectPage }) {
  const versions = useQuery(projectQueries.versions(project.id))
  const playing = playingFor(usePlaying(), project.url_type)
  if (project.versions.length === 0 || versions.isError) return null
  const fitting = versions.data && playing.gameVersion ? recommended(versions.data, playing)[0] : undefined
  const newest = (versions.data ?? []).slice(0, SHOWN)
  // What fits the visitor has a place of its own even when it is older than the newest.
  const shown = fitting && !newest.includes(fitting) ? [fitting, ...newest.slice(0, SHOWN - 1)] : newest
  return (
    <section className={sideCss.section}>
      <header>
        <h2>{t.side.recent}</h2>
        <PathLink className={cn(sideCss.end, ui.link)} keepScroll to="/$type/$id/versions" params={projectParams(project)}>
          {t.side.allVersions(formatExact(project.versions.length))}
        </PathLink>
      </header>
      {versions.data ? (
        <ul className={sidebarCss.recent}>
          {shown.map((version) => {
            const file = primaryFile(version)
            return (
              <li key={version.id}>
                <ChannelMark channel={version.version_type} />
                <div className={ui.grow}>
                  <b className={ui.clip}>
                    <PathLink to="/$type/$id/version/$version" params={versionParams(project, version.id)}>
                      {version.version_number}
                    </PathLink>
                    {version === fitting ? <Badge tone="ok">{versionText.forYou}</Badge> : null}
                  </b>
                  <span className={cn(ui.small, ui.clip)}>
                    {versionSpan(version.game_versions)} · <Ago time={version.date_published} />
                  </span>
                </div>
                {file ? (
                  <a
                    className={buttonClass({ size: 'sm' }, buttonCss.icon)}
                    href={file.url}
                    download={file.filename}
                    aria-label={versionText.download(version.version_number)}
                    title={versionText.download(version.version_number)}
                  >
                    <Download className={ui.icon} aria-hidden />
                  </a>
                ) : null}
              </li>
            )
          })}
        </ul>
      ) : (
        <Loading className={ui.stack}>
          {Array.from({ length: Math.min(SHOWN, project.versions.length) }, (_, index) => (
            <Bone key={index} h={38} />
          ))}
        </Loading>
      )}
    </section>
  )
}
