import { useQuery } from '@tanstack/react-query'
import { FileX } from 'lucide-react'
import { useState } from 'react'
import { PathLink } from '@/components/layout/path-link'
import { Prose } from '@/components/markdown/prose'
import { buttonClass } from '@/components/ui/button'
import { Bone, Empty, ErrorCard, Loading } from '@/components/ui/feedback'
import { LoaderTag } from '@/components/ui/loader-tag'
import { ApiError } from '@/lib/api/errors'
import type { ProjectPage, VersionPage } from '@/lib/api/types'
import { cn } from '@/lib/cn'
import { missingVersion } from '@/lib/heads.gen'
import { projectText } from '@/lib/i18n/zh-Hans/project'
import { versionText as t } from '@/lib/i18n/zh-Hans/versions'
import { projectParams } from '@/lib/links'
import { useProject } from '@/lib/project-inside'
import { versionQueries } from '@/lib/version-queries'
import { useSession } from '@/lib/session'
import { viewerOf } from '@/lib/viewer'
import { demoteHeadings } from '../model/body'
import { EnvironmentTags, GameVersionTags, hasEnvironments } from './sidebar-facts'
import { VersionFiles, VersionMetadata } from './version-files'
import { VersionHead } from './version-head'
import { Included, OtherRelations, Requirements, Translations } from './version-needs'
import { VersionNeighbours } from './version-neighbours'
import ui from '@/components/ui/ui.module.css'
import css from './version-screen.module.css'

/** One version: what it needs, what changed, its files. */
export function VersionScreen({ id, version: key }: { id: string; version: string }) {
  const project = useProject(id)
  const user = useSession()
  // A failure of the loader is shown as it is: the first frame must not ask again.
  const found = useQuery({ ...versionQueries.version(project?.id ?? id, key), enabled: project !== undefined, retryOnMount: false })
  const version = found.data
  const needs = useQuery({ ...versionQueries.needs(project?.id ?? id, version?.id ?? ''), enabled: version !== undefined })
  // A request that is repeated in the background takes the error back, but not what the page says.
  const [gone, setGone] = useState<string>()
  if (gone !== key && ApiError.is(found.error, 404)) setGone(key)
  if (project && !version && (gone === key || ApiError.is(found.error, 404))) {
    return (
      <Empty className={ui.card} level={2} icon={FileX} title={missingVersion} hint={t.missingHint}>
        <PathLink className={buttonClass()} to="/$type/$id/versions" params={projectParams(project)}>
          {t.page.back}
        </PathLink>
      </Empty>
    )
  }
  if (found.isError) return <ErrorCard error={found.error} onRetry={() => void found.refetch()} />
  if (!project || !version) {
    return (
      <Loading className={cn(ui.card, ui.cardPad)}>
        <Bone h={480} />
      </Loading>
    )
  }
  return (
    <article className={cn(ui.card, ui.flushS)}>
      <VersionHead project={project} version={version} canEdit={viewerOf(project, user).inside} />
      <VersionFacts project={project} version={version} />
      {needs.isError ? (
        <ErrorCard className={ui.around16} title={t.page.needsFailed} error={needs.error} onRetry={() => void needs.refetch()} />
      ) : null}
      <Requirements version={version} needs={needs.data} />
      <section className={css.block}>
        <h3>{t.page.changes}</h3>
        {version.changelog_html.trim() ? (
          <Prose className={'prose-small'} html={demoteHeadings(version.changelog_html)} />
        ) : (
          <p className={ui.subtle}>{t.page.noChanges}</p>
        )}
      </section>
      <Included needs={needs.data} />
      <OtherRelations needs={needs.data} />
      <Translations needs={needs.data} />
      {version.disk_only ? null : <VersionFiles project={project} version={version} />}
      <VersionMetadata version={version} />
      <VersionNeighbours project={project} version={version} />
    </article>
  )
}

function VersionFacts({ project, version }: { project: ProjectPage; version: VersionPage }) {
  const platforms = project.project_type !== 'resourcepack' && project.project_type !== 'language' && version.loaders.length > 0
  if (!platforms && !hasEnvironments(project) && version.game_versions.length === 0) return null
  return (
    <section className={cn(css.block, css.facts)} aria-label={t.page.compatibility}>
      {version.game_versions.length > 0 ? (
        <div>
          <h3>{t.columns.game}</h3>
          <GameVersionTags versions={version.game_versions} />
        </div>
      ) : null}
      {platforms ? (
        <div>
          <h3>{project.project_type === 'software' ? projectText.side.systems : t.columns.platforms}</h3>
          <div className={cn(ui.row, ui.gap6)}>
            {version.loaders.map((name) => (
              <LoaderTag key={name} id={name} boxed />
            ))}
          </div>
        </div>
      ) : null}
      {hasEnvironments(project) ? (
        <div>
          <h3>{projectText.side.environments}</h3>
          <EnvironmentTags project={project} />
        </div>
      ) : null}
    </section>
  )
}
