import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { PathLink } from '@/components/layout/path-link'
import { Button } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import type { Organization } from '@/lib/api/types'
import { organizationText as t } from '@/lib/i18n/zh-Hans/organization'
import { toast } from '@/stores/toasts'
import { useDeleteOrganization } from '../commands'
import { organizationQueries } from '../queries'

/** The end of an organisation that owns nothing, once its name has been typed. */
export function DeleteOrganization({ organization }: { organization: Organization }) {
  const router = useRouter()
  const [open, setOpen] = useState(false)
  const { data: projects } = useQuery(organizationQueries.projects(organization.id))
  const remove = useDeleteOrganization(organization.id)
  const owns = (projects?.total_hits ?? 0) > 0
  // This page goes away with the organisation; the promise stays.
  const confirm = () =>
    void remove.mutateAsync(undefined).then(
      () => {
        toast(t.deleted, organization.name)
        return router.navigate({ href: '/dashboard/organizations', replace: true, ignoreBlocker: true })
      },
      () => undefined,
    )
  return (
    <section className="card mt-4" aria-labelledby="danger-title">
      <header className="card-head">
        <h2 id="danger-title">{t.danger}</h2>
      </header>
      <div className="danger-row">
        <p>
          {owns ? t.deleteOwns : t.deleteText}{' '}
          {owns ? (
            <PathLink className="link" href={`/organization/${organization.slug}/settings/projects`}>
              {t.deleteOwnsLink}
            </PathLink>
          ) : null}
        </p>
        <Button danger disabled={!projects || owns} onClick={() => setOpen(true)}>
          <Trash2 className="i" aria-hidden />
          {t.delete}
        </Button>
      </div>
      <ConfirmDialog
        open={open}
        onOpenChange={setOpen}
        title={t.deleteTitle(organization.name)}
        text={t.deleteText}
        typed={organization.name}
        prompt={t.deleteConfirm(organization.name)}
        action={t.delete}
        busy={remove.isPending}
        onConfirm={confirm}
      />
    </section>
  )
}
