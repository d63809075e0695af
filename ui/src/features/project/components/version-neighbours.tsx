import { ArrowLeft, ArrowRight, List } from 'lucide-react'
import { PathLink } from '@/components/layout/path-link'
import type { ProjectPage, VersionPage } from '@/lib/api/types'
import { versionText as t } from '@/lib/i18n/zh-Hans/versions'
import { projectPath, versionPath } from '@/lib/links'

type NeighboursProps = { project: ProjectPage; versions: readonly VersionPage[]; version: VersionPage }

/** The way to the version before and after, and to all. */
export function VersionNeighbours({ project, versions, version }: NeighboursProps) {
  const at = versions.findIndex((one) => one.id === version.id)
  const older = versions[at + 1]
  const newer = at > 0 ? versions[at - 1] : undefined
  return (
    <nav className="vblock vnext" aria-label={t.page.neighbours}>
      {older ? (
        <PathLink className="link" href={versionPath(project, older.id)} rel="prev">
          <ArrowLeft className="i i-14" aria-hidden />
          <span className="clip">{t.page.older(older.version_number)}</span>
        </PathLink>
      ) : (
        <span />
      )}
      <PathLink className="link" href={`${projectPath(project)}/versions`}>
        <List className="i i-14" aria-hidden />
        {t.page.back}
      </PathLink>
      {newer ? (
        <PathLink className="link" href={versionPath(project, newer.id)} rel="next">
          <span className="clip">{t.page.newer(newer.version_number)}</span>
          <ArrowRight className="i i-14" aria-hidden />
        </PathLink>
      ) : (
        <span />
      )}
    </nav>
  )
}
