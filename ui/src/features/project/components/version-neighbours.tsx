import { ArrowLeft, ArrowRight, GitCompareArrows, List } from 'lucide-react'
import { PathLink } from '@/components/layout/path-link'
import type { ProjectPage, VersionPage } from '@/lib/api/types'
import { cn } from '@/lib/cn'
import { compareText } from '@/lib/i18n/zh-Hans/compare'
import { versionText as t } from '@/lib/i18n/zh-Hans/versions'
import { projectParams, versionParams } from '@/lib/links'
import ui from '@/components/ui/ui.module.css'
import versionScreenCss from './version-screen.module.css'

type NeighboursProps = { project: ProjectPage; version: VersionPage }

/** The way to the version before and after, and to all. */
export function VersionNeighbours({ project, version }: NeighboursProps) {
  const { older, newer } = version
  return (
    <nav className={cn(versionScreenCss.block, versionScreenCss.next)} aria-label={t.page.neighbours}>
      {older ? (
        <PathLink className={ui.link} to="/$type/$id/version/$version" params={versionParams(project, older.id)} rel="prev">
          <ArrowLeft className={ui.icon14} aria-hidden />
          <span className={ui.clip}>{t.page.older(older.version_number)}</span>
        </PathLink>
      ) : (
        <span />
      )}
      <span className={versionScreenCss.middle}>
        <PathLink className={ui.link} to="/$type/$id/versions" params={projectParams(project)}>
          <List className={ui.icon14} aria-hidden />
          {t.page.back}
        </PathLink>
        {older ? (
          <PathLink className={ui.link} to="/$type/$id/compare" params={projectParams(project)} search={{ from: older.id, to: version.id }}>
            <GitCompareArrows className={ui.icon14} aria-hidden />
            <span className={ui.clip}>{compareText.with(older.version_number)}</span>
          </PathLink>
        ) : null}
      </span>
      {newer ? (
        <PathLink className={ui.link} to="/$type/$id/version/$version" params={versionParams(project, newer.id)} rel="next">
          <span className={ui.clip}>{t.page.newer(newer.version_number)}</span>
          <ArrowRight className={ui.icon14} aria-hidden />
        </PathLink>
      ) : (
        <span />
      )}
    </nav>
  )
}
