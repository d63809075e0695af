import { Link as LinkIcon, Pencil } from 'lucide-react'
import { PathLink } from '@/components/layout/path-link'
import { buttonClass } from '@/components/ui/button'
import { ChannelMark } from '@/components/ui/channel'
import { CopyButton } from '@/components/ui/copy-button'
import { When } from '@/components/ui/when'
import { hrefOf } from '@/lib/address'
import type { ProjectPage, VersionPage } from '@/lib/api/types'
import { cn } from '@/lib/cn'
import { formatBytes, formatDateTime, formatExact, isFresh } from '@/lib/format'
import { versionText as t } from '@/lib/i18n/zh-Hans/versions'
import { versionParams } from '@/lib/links'
import { chosenOf, primaryFile } from '../model/version-list'
import { VersionGet } from './version-get'
import buttonCss from '@/components/ui/button.module.css'
import subjectCss from '@/components/ui/subject.module.css'
import ui from '@/components/ui/ui.module.css'
import versionScreenCss from './version-screen.module.css'

type VersionHeadProps = { project: ProjectPage; version: VersionPage; canEdit: boolean }

/** What a version is called, who published it when, and its file. */
export function VersionHead({ project, version, canEdit }: VersionHeadProps) {
  const file = primaryFile(version)
  const shared = hrefOf({ to: '/$type/$id/version/$version', params: versionParams(project, version.address) })
  return (
    <header className={versionScreenCss.head}>
      <ChannelMark channel={version.version_type} />
      <div className={ui.grow}>
        <h2>{version.version_number}</h2>
        <p className={cn(ui.text13, ui.muted)}>
          {version.name && version.name !== version.version_number ? `${version.name} · ` : null}
          {version.author ? (
            <>
              <PathLink className={ui.link} to="/user/$id/{-$kind}" params={{ id: version.author.username }}>
                {version.author.username}
              </PathLink>{' '}
            </>
          ) : null}
          <When
            estimated={version.date_estimated}
            time={version.date_published}
            wrap={t.page.publishedAt}
            {...(isFresh(version.date_published) ? { className: ui.ok } : {})}
          />{' '}
          {version.schedule ? `· ${t.page.scheduledFor(formatDateTime(version.schedule.time))} ` : null}
          {version.downloads > 0 || project.opening_downloads === null ? (
            <>
              · <span className={ui.tabular}>{t.page.downloads(formatExact(version.downloads))}</span>
            </>
          ) : null}
        </p>
      </div>
      <div className={subjectCss.actions}>
        <VersionGet
          project={project}
          version={chosenOf(version)}
          kind="primary"
          size="lg"
          text={t.page.downloadSize(file ? formatBytes(file.size) : '')}
        />
        {canEdit ? (
          <PathLink
            className={buttonClass({ size: 'lg' })}
            to="/$type/$id/version/$version/edit"
            params={versionParams(project, version.id)}
          >
            <Pencil className={ui.icon} aria-hidden />
            {t.edit}
          </PathLink>
        ) : null}
        <CopyButton
          className={buttonClass({ size: 'lg' }, buttonCss.icon)}
          text={new URL(shared, location.origin).href}
          label={t.copyLink}
          icon={LinkIcon}
        />
      </div>
    </header>
  )
}
