import { Suspense } from 'react'
import { PathLink } from '@/components/layout/path-link'
import { Badge } from '@/components/ui/badge'
import { buttonClass } from '@/components/ui/button'
import { ChannelMark } from '@/components/ui/channel'
import { LoaderTag } from '@/components/ui/loader-tag'
import { When } from '@/components/ui/when'
import type { ListedVersion, ProjectPage } from '@/lib/api/types'
import { cn } from '@/lib/cn'
import { formatBytes, formatCount, formatExact, isFresh } from '@/lib/format'
import { versionText as t } from '@/lib/i18n/zh-Hans/versions'
import { versionParams } from '@/lib/links'
import { loaderName } from '@/lib/loaders'
import { useDeveloperMode } from '@/stores/flags'
import { countsDownloads, type Known } from '../model/known-columns'
import type { VersionSearch } from '../model/version-list'
import { VersionGet } from './version-get'
import { VersionRowGames } from './version-row-games'
import buttonCss from '@/components/ui/button.module.css'
import ui from '@/components/ui/ui.module.css'
import versionsScreenCss from './versions-screen.module.css'
import { besideLazy } from '@/lib/ready-lazy'

// Menus bring code that a reader of the list does without.
const VersionRowMenu = besideLazy(() => import('./version-row-menu'))
const SHOWN_LOADERS = 2

export type VersionRowProps = {
  project: ProjectPage
  version: ListedVersion
  /** The columns that the list has. */
  known: Known
  /** The version that fits what the visitor plays. */
  picked: boolean
  canEdit: boolean
  search: VersionSearch
  onFilter: (key: 'g' | 'l', value: string) => void
}

/** One version of the table; a press on a game version or platform filters by it, another takes that back. */
export function VersionRow({ project, version, known, picked, canEdit, search, onFilter }: VersionRowProps) {
  const developer = useDeveloperMode((state) => state.on)
  const { file } = version
  const counted = countsDownloads(project, version)
  const asked = (name: string) => search.l?.includes(name) ?? false
  const loaders = [...version.loaders.filter(asked), ...version.loaders.filter((name) => !asked(name))]
  const rest = loaders.slice(SHOWN_LOADERS)
  const platforms = loaders.slice(0, SHOWN_LOADERS).map((name) => {
    const on = asked(name)
    return (
      <button
        key={name}
        type="button"
        className={versionsScreenCss.tagButton}
        aria-pressed={on}
        onClick={() => onFilter('l', name)}
        title={on ? t.filterOff(loaderName(name)) : t.filterBy(loaderName(name))}
      >
        <LoaderTag id={name} />
      </button>
    )
  })
  const more =
    rest.length > 0 ? (
      <span className={ui.small} title={rest.map(loaderName).join('、')}>
        +{rest.length}
      </span>
    ) : null
  return (
    <tr className={cn(ui.result, picked && versionsScreenCss.picked)}>
      <td>
        <ChannelMark channel={version.version_type} />
      </td>
      <td>
        <b>
          <PathLink className={cn(ui.clip, ui.resultLink)} to="/$type/$id/version/$version" params={versionParams(project, version.id)}>
            {version.version_number}
          </PathLink>
          {picked ? <Badge tone="ok">{t.forYou}</Badge> : null}
        </b>
        <span className={cn(versionsScreenCss.name, ui.clip)} title={version.name}>
          {version.name}
        </span>
        {developer ? <code className={ui.small}>{version.id}</code> : null}
      </td>
      <td className={versionsScreenCss.mobileLine}>
        <VersionRowGames version={version} chosen={search.g ?? []} onFilter={(name) => onFilter('g', name)} />
        <span className={versionsScreenCss.mobileLoaders}>
          {loaders.slice(0, SHOWN_LOADERS).map((name) => (
            <LoaderTag key={name} id={name} />
          ))}
          {more}
        </span>
      </td>
      <td className={versionsScreenCss.mobileHidden}>
        <div className={versionsScreenCss.loaders}>
          {platforms.slice(0, -1)}
          <span className={cn(ui.row, ui.noWrap, ui.gap6)}>
            {platforms.at(-1)}
            {more}
          </span>
        </div>
      </td>
      {known.downloads ? (
        <td
          className={cn(versionsScreenCss.right, versionsScreenCss.mobileHidden)}
          title={counted ? formatExact(version.downloads) : t.sizeUnknown}
        >
          {counted ? formatCount(version.downloads) : '—'}
        </td>
      ) : null}
      {known.sizes ? (
        <td className={cn(versionsScreenCss.right, versionsScreenCss.mobileHidden, versionsScreenCss.hideT, ui.muted)}>
          {file ? formatBytes(file.size) : version.disk_urls.length > 0 ? t.sizeUnknown : null}
        </td>
      ) : null}
      <td className={cn(versionsScreenCss.right, versionsScreenCss.mobileEnd, isFresh(version.date_published) ? ui.ok : ui.muted)}>
        <When estimated={version.date_estimated} time={version.date_published} />
      </td>
      <td className={versionsScreenCss.mobileAction}>
        <span className={versionsScreenCss.rowActions}>
          <VersionGet project={project} version={version} kind={picked ? 'primary' : 'plain'} />
          <Suspense fallback={<span className={buttonClass({ size: 'sm', kind: 'quiet' }, buttonCss.icon)} aria-hidden />}>
            <VersionRowMenu project={project} version={version} canEdit={canEdit} />
          </Suspense>
        </span>
      </td>
    </tr>
  )
}
