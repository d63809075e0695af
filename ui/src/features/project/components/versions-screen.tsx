import { useQuery } from '@tanstack/react-query'
import { FileX, PackageOpen, Upload } from 'lucide-react'
import { Suspense } from 'react'
import { PathLink } from '@/components/layout/path-link'
import { Button, buttonClass } from '@/components/ui/button'
import { Bone, Empty, ErrorCard, Loading } from '@/components/ui/feedback'
import { Pagination } from '@/components/ui/pagination'
import { hrefOf } from '@/lib/address'
import { cn } from '@/lib/cn'
import { formatExact } from '@/lib/format'
import { versionText as t } from '@/lib/i18n/zh-Hans/versions'
import { projectParams, versionParams } from '@/lib/links'
import { pageParam } from '@/lib/pages'
import { useSession } from '@/lib/session'
import { setupFor, useGameSetup } from '@/stores/game-setup'
import { useProject } from '@/lib/project-inside'
import { versionQueries } from '@/lib/version-queries'
import { viewerOf } from '@/lib/viewer'
import { VersionDrop } from '@/features/manage/parts'
import { versionsSize } from '@/lib/sizes.gen'
import { knownOf } from '../model/known-columns'
import { toggled, type VersionSearch } from '../model/version-list'
import { usePagedVersions } from '../use-paged-versions'
import { useSetVersionSearch } from '../use-version-search'
import { ReleaseTimeline } from './release-timeline'
import { VersionFilterBar } from './version-filter-bar'
import { VersionRow } from './version-row'
import ui from '@/components/ui/ui.module.css'
import css from './versions-screen.module.css'

/** The table of versions with its filters. */
export function VersionsScreen({ id, search }: { id: string; search: VersionSearch }) {
  const project = useProject(id)
  const { list, places, failed, page, count } = usePagedVersions(project?.id, search, versionQueries.versions)
  const setup = setupFor(useGameSetup(), project?.url_type ?? '')
  const fitting = useQuery({
    ...versionQueries.fitting(project?.id ?? id, setup),
    enabled: project !== undefined && setup.gameVersion !== '',
  })
  const setSearch = useSetVersionSearch()
  const user = useSession()
  if (failed) return <ErrorCard {...failed} />
  if (!project || !list || !places) {
    return (
      <Loading className={cn(ui.card, ui.cardPad)}>
        <Bone h={420} />
      </Loading>
    )
  }
  const canEdit = viewerOf(project, user).inside
  const upload = canEdit ? (
    <>
      <PathLink
        className={buttonClass({ kind: 'primary' })}
        to="/$type/$id/version/{$version}-new"
        params={versionParams(project, 'create')}
      >
        <Upload className={ui.icon} aria-hidden />
        {t.upload}
      </PathLink>
      <Suspense>
        <VersionDrop project={project} />
      </Suspense>
    </>
  ) : null
  if (places.version_types.length === 0) {
    return (
      <Empty className={ui.card} icon={PackageOpen} title={t.noneTitle} hint={t.noneHint}>
        {upload}
      </Empty>
    )
  }
  const known = knownOf(project, list.versions)
  const picked = fitting.data?.[0]?.id
  return (
    <section className={ui.stack} aria-labelledby="versions-title">
      <h2 id="versions-title" className={ui.visuallyHidden}>
        {t.tableLabel}
      </h2>
      {upload ? <div className={cn(ui.row, ui.justifyEnd)}>{upload}</div> : null}
      <ReleaseTimeline releases={places.releases} />
      <VersionFilterBar places={places} search={search} total={list.total} onSearch={setSearch} />
      {list.total === 0 ? (
        <Empty className={ui.card} icon={FileX} title={t.noMatchTitle} hint={t.noMatchHint}>
          <Button onClick={() => setSearch({})}>{t.clear}</Button>
        </Empty>
      ) : (
        <div className={cn(ui.card, ui.flushS, ui.cut)}>
          <table className={css.table} aria-labelledby="versions-title">
            <thead>
              <tr>
                <th scope="col">
                  <span className={ui.visuallyHidden}>{t.columns.channel}</span>
                </th>
                <th scope="col">{t.columns.name}</th>
                <th scope="col">{t.columns.game}</th>
                <th scope="col" className={css.mobileHidden}>
                  {t.columns.platforms}
                </th>
                {known.downloads ? (
                  <th scope="col" className={cn(css.right, css.mobileHidden)}>
                    {t.columns.downloads}
                  </th>
                ) : null}
                {known.sizes ? (
                  <th scope="col" className={cn(css.right, css.mobileHidden, css.hideT)}>
                    {t.page.size}
                  </th>
                ) : null}
                <th scope="col" className={css.right}>
                  {t.columns.published}
                </th>
                <th scope="col">
                  <span className={ui.visuallyHidden}>{t.columns.actions}</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {list.versions.map((version) => (
                <VersionRow
                  key={version.id}
                  project={project}
                  version={version}
                  known={known}
                  picked={version.id === picked}
                  canEdit={canEdit}
                  search={search}
                  onFilter={(key, value) => setSearch(toggled(search, key, value))}
                />
              ))}
            </tbody>
          </table>
        </div>
      )}
      <div className={css.foot}>
        <Pagination
          page={page}
          count={count}
          href={(number) =>
            hrefOf({ to: '/$type/$id/versions', params: projectParams(project), search: { ...search, page: pageParam(number) } })
          }
        />
        {count > 1 ? (
          <span className={cn(ui.small, ui.tabular)}>
            {t.range(
              formatExact((page - 1) * versionsSize + 1),
              formatExact(Math.min(page * versionsSize, list.total)),
              formatExact(list.total),
            )}
          </span>
        ) : null}
      </div>
    </section>
  )
}
