import { ExternalLink } from 'lucide-react'
import { buttonClass } from '@/components/ui/button'
import { OutsideLink } from '@/components/ui/outside-link'
import type { ChosenVersion, ProjectPage } from '@/lib/api/types'
import { versionText as t } from '@/lib/i18n/zh-Hans/versions'
import { siteOf } from '../model/site'
import { tellDownload } from '../model/tell'
import buttonCss from '@/components/ui/button.module.css'
import ui from '@/components/ui/ui.module.css'

type ElsewhereProps = {
  version: Pick<ChosenVersion, 'id' | 'version_number' | 'disk_urls'>
  /** Its page on another site is offered for a version whose file has no known address. */
  project?: Pick<ProjectPage, 'donation_urls'> | undefined
  size?: 'sm' | 'md' | 'lg'
  kind?: 'primary' | 'plain'
  /** Whether the button has a text. */
  wide?: boolean
  /** Called when the file's address is opened. */
  onOpen?: (() => void) | undefined
}

/** The address of a version whose file is on another site, else the page of its project there; nothing where both are unknown. */
export function Elsewhere({ version, project, size = 'sm', kind = 'plain', wide = false, onOpen }: ElsewhereProps) {
  const found = version.disk_urls[0]
  const site = project && siteOf(project)
  const to = found ?? site
  if (!to) return null
  const open = () => {
    tellDownload(version.id)
    onOpen?.()
  }
  const name = found ? t.elsewhere(version.version_number, found.platform) : t.originOf(to.platform)
  return (
    <OutsideLink
      newTab
      className={buttonClass({ size, kind }, wide ? undefined : buttonCss.icon)}
      href={to.url}
      rel="noopener noreferrer nofollow ugc"
      aria-label={name}
      title={name}
      {...(found ? { onClick: open } : {})}
    >
      {wide ? (found ? t.getFrom(found.platform) : t.origin) : null}
      <ExternalLink className={ui.icon} aria-hidden />
    </OutsideLink>
  )
}
