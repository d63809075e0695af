import { useQuery } from '@tanstack/react-query'
import { Download, FileX } from 'lucide-react'
import { AddressLink as PathLink } from '@/components/layout/address-link'
import { Prose } from '@/components/markdown/prose'
import { buttonClass } from '@/components/ui/button'
import { ChannelMark } from '@/components/ui/channel'
import { Bone, Empty, ErrorCard, Loading } from '@/components/ui/feedback'
import { Pagination } from '@/components/ui/pagination'
import { Ago } from '@/components/ui/time'
import { cn } from '@/lib/cn'
import { projectText as t } from '@/lib/i18n/zh-Hans/project'
import { versionText } from '@/lib/i18n/zh-Hans/versions'
import { projectPath, versionPath } from '@/lib/links'
import { pageCount } from '@/lib/pages'
import { stringifySearch } from '@/lib/url-search'
import { projectQueries, useProject } from '@/lib/project-queries'
import { duplicateChangelogs, filterVersions, primaryFile, VERSIONS_PER_PAGE, type VersionSearch } from '../model/version-list'
import { useSetVersionSearch } from '../use-version-search'
import { demoteHeadings } from '../model/body'
import { VersionFilterBar } from './version-filter-bar'
import ui from '@/components/ui/ui.module.css'
import css from './changelog-screen.module.css'

/** What changed, version by version. */
export function ChangelogScreen({ id, search }: { id: string; search: VersionSearch }) {
  const project = useProject(id)
  const versions = useQuery({ ...projectQueries.versions(project?.id ?? id), enabled: project !== undefined })
  const setSearch = useSetVersionSearch()
  if (versions.isError) return <ErrorCard error={versions.error} onRetry={() => void versions.refetch()} />
  if (!project || !versions.data) {
    return (
      <Loading className={cn(ui.card, ui.cardPad)}>
        <Bone h={420} />
      </Loading>
    )
  }
  const repeated = duplicateChangelogs(versions.data)
  const shown = filterVersions(versions.data, search)
  const count = pageCount(shown.length, VERSIONS_PER_PAGE)
  const page = Math.min(search.page ?? 1, count)
  return (
    <section className={ui.stack} aria-labelledby="changelog-title">
      <h2 id="changelog-title" className={ui.visuallyHidden}>
        {t.tabs.changelog}
      </h2>
      <VersionFilterBar versions={versions.data} search={search} shown={shown.length} onSearch={setSearch} />
      {shown.length === 0 ? <Empty className={ui.card} icon={FileX} title={t.changelog.empty} hint={t.changelog.emptyHint} /> : null}
      <ol className={cn(css.root, ui.card, ui.flushS)}>
        {shown.slice((page - 1) * VERSIONS_PER_PAGE, page * VERSIONS_PER_PAGE).map((version) => {
          const file = primaryFile(version)
          return (
            <li key={version.id} className={cn(css.change, css[version.version_type])}>
              <header>
                <ChannelMark channel={version.version_type} />
                <div className={ui.grow}>
                  <h3>
                    <PathLink href={versionPath(project, version.id)}>{version.version_number}</PathLink>
                  </h3>
                  <p className={ui.small}>
                    {version.author ? `${t.changelog.by(version.author.username)} · ` : null}
                    <Ago time={version.date_published} />
                  </p>
                </div>
                {file ? (
                  <a
                    className={buttonClass({ size: 'sm' })}
                    href={file.url}
                    download={file.filename}
                    aria-label={versionText.download(version.version_number)}
                  >
                    <Download className={ui.icon} aria-hidden />
                    {t.download}
                  </a>
                ) : null}
              </header>
              {repeated.has(version.id) ? (
                <p className={cn(ui.subtle, ui.text13)}>{t.changelog.duplicate}</p>
              ) : version.changelog_html.trim() ? (
                <Prose className={'prose-small'} html={demoteHeadings(version.changelog_html)} />
              ) : (
                <p className={cn(ui.subtle, ui.text13)}>{t.changelog.none}</p>
              )}
            </li>
          )
        })}
      </ol>
      <Pagination
        page={page}
        count={count}
        link={(number, inner, attributes) => (
          <PathLink
            key={`${number}-${attributes['aria-label'] ?? ''}`}
            href={`${projectPath(project)}/changelog${stringifySearch({ ...search, page: number > 1 ? number : undefined })}`}
            {...attributes}
          >
            {inner}
          </PathLink>
        )}
      />
    </section>
  )
}
