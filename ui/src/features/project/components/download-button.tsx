import { Download, ExternalLink, Upload } from 'lucide-react'
import { PathLink } from '@/components/layout/path-link'
import { Button, buttonClass } from '@/components/ui/button'
import { OutsideLink } from '@/components/ui/outside-link'
import type { ProjectPage } from '@/lib/api/types'
import { downloadText } from '@/lib/i18n/zh-Hans/download'
import { projectText as t } from '@/lib/i18n/zh-Hans/project'
import { versionText } from '@/lib/i18n/zh-Hans/versions'
import { versionParams } from '@/lib/links'
import { hasBit, UPLOAD_VERSION } from '@/lib/permission-bits'
import type { Viewer } from '@/lib/viewer'
import { siteOf } from '../model/site'
import subjectCss from '@/components/ui/subject.module.css'
import ui from '@/components/ui/ui.module.css'

type DownloadButtonProps = { project: ProjectPage; viewer: Viewer; onDownload: () => void; onPrepare: () => void }

const unpublished: ReadonlySet<string> = new Set<ProjectPage['status']>(['draft', 'processing', 'rejected', 'withheld'])

/** The way to the project's files. Without one: an upload for its team, its page elsewhere, or why there is nothing. */
export function DownloadButton({ project, viewer: { member }, onDownload, onPrepare }: DownloadButtonProps) {
  if (project.obtainable) {
    // Of one's own project that is not public yet, the next step of the checklist comes first.
    const later = member && unpublished.has(project.status)
    return (
      <Button kind={later ? 'plain' : 'primary'} size="lg" onClick={onDownload} onMouseEnter={onPrepare} onFocus={onPrepare}>
        <Download className={ui.icon} aria-hidden />
        {t.download}
      </Button>
    )
  }
  const site = siteOf(project)
  const uploads = member && (member.is_owner || hasBit(member.permissions ?? 0, Math.log2(UPLOAD_VERSION)))
  return (
    <>
      {uploads ? (
        <PathLink
          className={buttonClass({ kind: 'primary', size: 'lg' })}
          to="/$type/$id/version/{$version}-new"
          params={versionParams(project, 'create')}
        >
          <Upload className={ui.icon} aria-hidden />
          {versionText.upload}
        </PathLink>
      ) : null}
      {site ? (
        <OutsideLink
          newTab
          className={buttonClass({ kind: uploads ? 'plain' : 'primary', size: 'lg' })}
          href={site.url}
          rel="noopener noreferrer nofollow ugc"
          title={versionText.originOf(site.platform)}
        >
          {versionText.origin}
          <ExternalLink className={ui.icon} aria-hidden />
        </OutsideLink>
      ) : uploads ? null : (
        <p className={subjectCss.reason}>{downloadText.noSource}</p>
      )}
    </>
  )
}
