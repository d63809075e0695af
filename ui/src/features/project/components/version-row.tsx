import { Download } from 'lucide-react'
import { PathLink } from '@/components/layout/path-link'
import { Badge } from '@/components/ui/badge'
import { buttonClass } from '@/components/ui/button'
import { ChannelMark } from '@/components/ui/channel'
import { CopyButton } from '@/components/ui/copy-button'
import { LoaderTag } from '@/components/ui/loader-tag'
import { Ago } from '@/components/ui/time'
import type { ProjectPage, VersionPage } from '@/lib/api/types'
import { cn } from '@/lib/cn'
import { formatBytes, formatCount, formatExact, isFresh } from '@/lib/format'
import { versionSpan } from '@/lib/game-versions'
import { versionText as t } from '@/lib/i18n/zh-Hans/versions'
import { versionPath } from '@/lib/links'
import { primaryFile } from '../model/version-list'

const SEPARATE_UP_TO = 2

type VersionRowProps = {
  project: ProjectPage
  version: VersionPage
  /** The version that fits what the visitor plays. */
  picked: boolean
  onFilter: (key: 'g' | 'l', value: string) => void
}

/** One version of the table; a press on a game version or platform filters by it. */
export function VersionRow({ project, version, picked, onFilter }: VersionRowProps) {
  const file = primaryFile(version)
  const path = versionPath(project, version.id)
  const separate = version.game_versions.length <= SEPARATE_UP_TO
  const platforms = version.loaders.map((name) => (
    <button key={name} type="button" className="tag-button" onClick={() => onFilter('l', name)} title={t.filterBy(name)}>
      <LoaderTag id={name} />
    </button>
  ))
  return (
    <tr className={cn(picked && 'is-pick')}>
      <td>
        <ChannelMark channel={version.version_type} />
      </td>
      <td>
        <b>
          <PathLink className="clip" href={path}>{version.version_number}</PathLink>
          {picked ? <Badge tone="ok">{t.forYou}</Badge> : null}
        </b>
        <span className="name clip" title={version.name}>
          {version.name}
        </span>
      </td>
      <td className="m-sub">
        <div className="vtags">
          {separate ? (
            version.game_versions.map((name) => (
              <button key={name} type="button" className="tag tag-button" onClick={() => onFilter('g', name)} title={t.filterBy(name)}>
                {name}
              </button>
            ))
          ) : (
            <span className="tag" title={version.game_versions.join('、')}>
              {versionSpan(version.game_versions)}
            </span>
          )}
        </div>
        <span className="m-lds">{version.loaders.map((name) => <LoaderTag key={name} id={name} />)}</span>
      </td>
      <td className="hide-m">
        <div className="lds">{platforms}</div>
      </td>
      <td className="r hide-m" title={formatExact(version.downloads)}>
        {formatCount(version.downloads)}
      </td>
      <td className="r hide-m hide-t muted">{file ? formatBytes(file.size) : null}</td>
      <td className={cn('r m-sub2', isFresh(version.date_published) ? 'text-ok' : 'muted')}>
        <Ago time={version.date_published} />
      </td>
      <td className="m-act">
        <span className="row-acts">
          {file ? (
            <a className={buttonClass({ size: 'sm', kind: picked ? 'primary' : 'plain' }, 'btn-icon')} href={file.url} download={file.filename} aria-label={t.download(version.version_number)} title={t.download(version.version_number)}>
              <Download className="i" aria-hidden />
            </a>
          ) : null}
          <CopyButton className="btn btn-quiet btn-icon btn-sm" text={new URL(path, location.origin).href} label={t.copyLink} />
        </span>
      </td>
    </tr>
  )
}
