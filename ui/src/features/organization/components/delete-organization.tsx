import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { PathLink } from '@/components/layout/path-link'
import { DangerCard } from '@/components/ui/danger-card'
import type { Organization } from '@/lib/api/types'
import { organizationText as t } from '@/lib/i18n/zh-Hans/organization'
import { toast } from '@/stores/toasts'
import { useDeleteOrganization } from '../commands'
import { organizationQueries } from '../queries'
import ui from '@/components/ui/ui.module.css'

/** The end of an organisation that owns nothing, once its name has been typed. */
export function DeleteOrganization({ organization }: { organization: Organization }) {
  const router = useRouter()
  const { data: projects } = useQuery(organizationQueries.projects(organization.id))
  const remove = useDeleteOrganization(organization.id)
  const owns = (projects?.total_hits ?? 0) > 0
  // This page goes away with the organisation; the promise stays.
  const confirm = () =>
    void remove.mutateAsync(undefined).then(
      () => {
        toast(t.deleted, organization.name)
        return router.navigate({ to: '/dashboard/organizations', replace: true, ignoreBlocker: true })
      },
      () => undefined,
    )
  return (
    <DangerCard
      words={t}
      name={organization.name}
      refused={owns ? t.deleteOwns : undefined}
      waiting={!projects}
      busy={remove.isPending}
      onConfirm={confirm}
    >
      {owns ? (
        <>
          {t.deleteOwns}{' '}
          <PathLink className={ui.link} to="/organization/$id/settings/projects" params={{ id: organization.slug }}>
            {t.deleteOwnsLink}
          </PathLink>
        </>
      ) : undefined}
    </DangerCard>
  )
}
