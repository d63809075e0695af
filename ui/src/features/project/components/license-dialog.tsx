import { useQuery } from '@tanstack/react-query'
import { Dialog } from '@/components/ui/dialog'
import { Bone, Loading, Note } from '@/components/ui/feedback'
import type { ProjectPage } from '@/lib/api/types'
import { projectText as t } from '@/lib/i18n/zh-Hans/project'
import { licenseName } from '@/lib/license'
import { licenseQuery } from '@/lib/project-queries'

export default function LicenseDialog({ license, onClose }: { license: ProjectPage['license']; onClose: () => void }) {
  const text = useQuery(licenseQuery(license.id))
  return (
    <Dialog open wide onOpenChange={(open) => (open ? undefined : onClose())} title={text.data?.title ?? t.license.title(licenseName(license.id))}>
      {text.isPending ? (
        <Loading>
          <Bone h={240} />
        </Loading>
      ) : null}
      {text.isError ? <Note tone="bad">{t.license.failed}</Note> : null}
      {text.data ? <pre className="license-text">{text.data.body}</pre> : null}
      {license.url ? (
        <p className="mt-3">
          <a className="link" href={license.url} rel="noopener nofollow ugc" target="_blank">
            {t.license.open}
          </a>
        </p>
      ) : null}
    </Dialog>
  )
}
