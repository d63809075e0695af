import { FileX } from 'lucide-react'
import { PathLink } from '@/components/layout/path-link'
import { Prose } from '@/components/markdown/prose'
import { ChannelMark } from '@/components/ui/channel'
import { Bone, Empty, ErrorCard, Loading } from '@/components/ui/feedback'
import { Pagination } from '@/components/ui/pagination'
import { When } from '@/components/ui/when'
import { hrefOf } from '@/lib/address'
import { cn } from '@/lib/cn'
import { versionsInBrief } from '@/lib/game-versions'
import { projectText as t } from '@/lib/i18n/zh-Hans/project'
import { projectParams, versionParams } from '@/lib/links'
import { loaderName } from '@/lib/loaders'
import { pageParam } from '@/lib/pages'
import { useProject } from '@/lib/project-inside'
import { versionQueries } from '@/lib/version-queries'
import type { VersionSearch } from '../model/version-list'
import { usePagedVersions } from '../use-paged-versions'
import { useSetVersionSearch } from '../use-version-search'
import { demoteHeadings } from '../model/body'
import { VersionGet } from './version-get'
import { VersionFilterBar } from './version-filter-bar'
import ui from '@/components/ui/ui.module.css'
import css from './changelog-screen.module.css'

/** Where a version runs: its game versions and loaders, in brief. */
function runs({ game_versions, loaders }: { game_versions: string[]; loaders: string[] }): string[] {
  return [versionsInBrief(game_versions).text, loaders.map(loaderName).join('、')].filter(Boolean)
}

/** What changed, version by version. */
export function ChangelogScreen({ id, search }: { id: string; search: VersionSearch }) {
  const project = useProject(id)
  const { list, places, failed, page, count } = usePagedVersions(project?.id, search, versionQueries.changelog)
  const setSearch = useSetVersionSearch()
  if (failed) return <ErrorCard {...failed} />
  if (!project || !list || !places) {
    return (
      <Loading className={cn(ui.card, ui.cardPad)}>
        <Bone h={420} />
      </Loading>
    )
  }
  return (
    <section className={ui.stack} aria-labelledby="changelog-title">
      <h2 id="changelog-title" className={ui.visuallyHidden}>
        {t.tabs.changelog}
      </h2>
      <VersionFilterBar places={places} search={search} total={list.total} onSearch={setSearch} />
      {list.total === 0 ? <Empty className={ui.card} icon={FileX} title={t.changelog.empty} hint={t.changelog.emptyHint} /> : null}
      <ol className={cn(ui.cut, ui.card, ui.flushS)}>
        {list.changes.map((version) => {
          return (
            <li key={version.id} id={version.id} className={cn(css.change, css[version.version_type])}>
              <header>
                <ChannelMark channel={version.version_type} />
                <div className={ui.grow}>
                  <h3>
                    <PathLink to="/$type/$id/version/$version" params={versionParams(project, version.id)}>
                      {version.version_number}
                    </PathLink>
                  </h3>
                  <p className={ui.small}>
                    {runs(version).map((part) => (
                      <span key={part}>{part} · </span>
                    ))}
                    {version.author ? `${t.changelog.by(version.author.username)} · ` : null}
                    <When estimated={version.date_estimated} time={version.date_published} />
                  </p>
                </div>
                <VersionGet project={project} version={version} text={t.download} />
              </header>
              {version.repeats ? (
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
        href={(number) =>
          hrefOf({ to: '/$type/$id/changelog', params: projectParams(project), search: { ...search, page: pageParam(number) } })
        }
      />
    </section>
  )
}
