import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, Download, FileX, Pencil } from 'lucide-react'
import { PathLink } from '@/components/layout/path-link'
import { Prose } from '@/components/markdown/prose'
import { buttonClass } from '@/components/ui/button'
import { ChannelMark } from '@/components/ui/channel'
import { CopyButton } from '@/components/ui/copy-button'
import { Bone, Empty, ErrorCard, Loading } from '@/components/ui/feedback'
import { LoaderTag } from '@/components/ui/loader-tag'
import { Ago } from '@/components/ui/time'
import type { DependencyType } from '@/lib/api/types'
import { formatBytes, formatExact } from '@/lib/format'
import { projectText } from '@/lib/i18n/zh-Hans/project'
import { versionText as t } from '@/lib/i18n/zh-Hans/versions'
import { projectPath, versionPath } from '@/lib/links'
import { useSession } from '@/lib/session'
import { projectQueries } from '@/lib/project-queries'
import { demoteHeadings } from '../model/body'
import { viewerOf } from '@/lib/viewer'
import { findVersion, primaryFile } from '../model/version-list'
import { DependencyList } from './dependency-list'
import { GameVersionTags } from './sidebar-facts'
import { VersionFiles, VersionMetadata } from './version-files'

const relations: readonly DependencyType[] = ['required', 'optional', 'incompatible', 'embedded']

/** One version: what it needs, what changed, its files. */
export function VersionScreen({ id, version: key }: { id: string; version: string }) {
  const { data: project } = useQuery(projectQueries.detail(id))
  const user = useSession()
  const versions = useQuery({ ...projectQueries.versions(project?.id ?? id), enabled: project !== undefined })
  const dependencies = useQuery({ ...projectQueries.dependencies(project?.id ?? id), enabled: project !== undefined })
  if (versions.isError) return <ErrorCard error={versions.error} onRetry={() => void versions.refetch()} />
  if (!project || !versions.data) {
    return (
      <Loading className="card card-pad">
        <Bone h={480} />
      </Loading>
    )
  }
  const version = findVersion(versions.data, key)
  if (!version) {
    return (
      <Empty className="card" icon={FileX} title={t.missing} hint={t.missingHint}>
        <PathLink className={buttonClass()} href={`${projectPath(project)}/versions`}>
          {t.page.back}
        </PathLink>
      </Empty>
    )
  }
  const file = primaryFile(version)
  const related = (dependencies.data ?? []).filter((one) => one.of_version === version.id)
  const required = related.filter((one) => one.dependency_type === 'required')
  const others = related.filter((one) => one.dependency_type !== 'required').sort((a, b) => relations.indexOf(a.dependency_type) - relations.indexOf(b.dependency_type))
  return (
    <article className="card flush-s">
      <header className="vhead">
        <ChannelMark channel={version.version_type} />
        <div className="grow">
          <h2>{version.version_number}</h2>
          <p className="t13 muted">
            {version.name && version.name !== version.version_number ? `${version.name} · ` : null}
            {version.author ? (
              <>
                <PathLink className="link" href={`/user/${version.author.username}`}>
                  {version.author.username}
                </PathLink>{' '}
              </>
            ) : null}
            <Ago time={version.date_published} wrap={t.page.publishedAt} /> · <span className="num">{t.page.downloads(formatExact(version.downloads))}</span>
          </p>
        </div>
        <div className="acts">
          {file ? (
            <a className={buttonClass({ kind: 'primary', size: 'lg' })} href={file.url} download={file.filename}>
              <Download className="i" aria-hidden />
              {t.page.downloadSize(formatBytes(file.size))}
            </a>
          ) : null}
          {viewerOf(project, user).inside ? (
            <PathLink className={buttonClass({ size: 'lg' })} href={`${versionPath(project, version.id)}/edit`}>
              <Pencil className="i" aria-hidden />
              {t.edit}
            </PathLink>
          ) : null}
          <CopyButton className={buttonClass({ size: 'lg' }, 'btn-icon')} text={new URL(versionPath(project, version.id), location.origin).href} label={t.copyLink} />
        </div>
      </header>
      <section className="vblock vfacts" aria-label={t.page.compatibility}>
        {version.game_versions.length > 0 ? (
          <div>
            <h3>{t.columns.game}</h3>
            <GameVersionTags versions={version.game_versions} />
          </div>
        ) : null}
        {version.loaders.length > 0 ? (
          <div>
            <h3>{t.columns.platforms}</h3>
            <div className="row-x gap-1.5">
              {version.loaders.map((name) => (
                <LoaderTag key={name} id={name} boxed />
              ))}
            </div>
          </div>
        ) : null}
      </section>
      {dependencies.isError ? <ErrorCard className="m-4" error={dependencies.error} onRetry={() => void dependencies.refetch()} /> : null}
      {required.length > 0 ? (
        <section className="vblock">
          <h3>{t.dependencyTitle.required}</h3>
          <DependencyList dependencies={required} />
        </section>
      ) : null}
      <section className="vblock">
        <h3>{t.page.changes}</h3>
        {version.changelog_html.trim() ? <Prose className="prose-small" html={demoteHeadings(version.changelog_html)} /> : <p className="subtle">{t.page.noChanges}</p>}
      </section>
      {others.length > 0 ? (
        <section className="vblock">
          <h3>{t.page.otherRelations}</h3>
          <DependencyList dependencies={others} />
        </section>
      ) : null}
      <VersionFiles version={version} />
      <VersionMetadata version={version} />
      <p className="vblock">
        <PathLink className="link row-x" href={`${projectPath(project)}/versions`}>
          <ArrowLeft className="i i-14" aria-hidden />
          {t.page.back}
          <span className="sr">{projectText.tabs.versions}</span>
        </PathLink>
      </p>
    </article>
  )
}
