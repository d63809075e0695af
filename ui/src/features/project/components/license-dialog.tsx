import type { ReactNode } from 'react'
import { useQuery } from '@tanstack/react-query'
import { Dialog } from '@/components/ui/dialog'
import { Bone, Loading, Note } from '@/components/ui/feedback'
import { OutsideLink } from '@/components/ui/outside-link'
import type { ProjectPage } from '@/lib/api/types'
import { projectText as t } from '@/lib/i18n/zh-Hans/project'
import { licenseName } from '@/lib/license'
import { licenseFacts } from '@/lib/license-facts'
import { licenseQuery } from '@/lib/license-query'
import ui from '@/components/ui/ui.module.css'
import sidebarCss from './sidebar.module.css'

/** A text with its addresses as links. */
function linked(text: string): ReactNode[] {
  return text.split(/(https?:\/\/[^\s<>"'`()[\]]*[^\s<>"'`()[\].,;:!?])/).map((part, at) =>
    at % 2 === 1 ? (
      <OutsideLink key={at} className={ui.link} href={part}>
        {part}
      </OutsideLink>
    ) : (
      part
    ),
  )
}

export default function LicenseDialog({ license, onClose }: { license: ProjectPage['license']; onClose: () => void }) {
  const text = useQuery(licenseQuery(license.id))
  const facts = licenseFacts(license.id)
  return (
    <Dialog
      open
      wide
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={text.data?.title ?? t.license.title(licenseName(license.id))}
    >
      {facts ? <p className={ui.below16}>{facts}</p> : null}
      {text.isPending ? (
        <Loading>
          <Bone h={240} />
        </Loading>
      ) : null}
      {text.isError ? <Note tone="bad">{t.license.failed}</Note> : null}
      {text.data ? <pre className={sidebarCss.license}>{linked(text.data.body)}</pre> : null}
      {license.url ? (
        <p className={ui.above12}>
          <OutsideLink className={ui.link} href={license.url}>
            {t.license.open}
          </OutsideLink>
        </p>
      ) : null}
    </Dialog>
  )
}
