import { createFileRoute } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { Button } from '@/components/ui/button'
import { PageHead } from '@/components/ui/page-head'
import { CreateOrganization } from '@/features/organization/components/create-organization'
import { OrganizationList } from '@/features/organization/components/organization-list'
import { organizationQueries } from '@/features/organization/queries'
import { organizationText as t } from '@/lib/i18n/zh-Hans/organization'
import { useSession } from '@/lib/session'
import { toast } from '@/stores/toasts'
import ui from '@/components/ui/ui.module.css'

export const Route = createFileRoute('/_signedIn/dashboard/organizations')({
  // The page checks it: it is not part of what every page loads.
  validateSearch: (search: { create?: true }) => search,
  loader: ({ context }) => {
    void context.client.prefetchQuery(organizationQueries.ofUser(context.user.id))
  },
  component: Page,
})

function Page() {
  const user = useSession()
  const { create } = Route.useSearch()
  const navigate = Route.useNavigate()
  const setOpen = (open: boolean) => void navigate({ search: open ? { create: true } : {}, replace: !open })
  if (!user) return null
  return (
    <>
      <PageHead title={t.title}>
        <Button kind="primary" size="sm" onClick={() => setOpen(true)}>
          <Plus className={ui.icon} aria-hidden />
          {t.createAction}
        </Button>
      </PageHead>
      <OrganizationList user={user} onCreate={() => setOpen(true)} />
      <CreateOrganization
        open={String(create) === 'true'}
        onOpenChange={setOpen}
        onCreated={(made) => {
          toast(t.created, t.createdText)
          void navigate({ to: '/organization/$id/settings/members', params: { id: made.slug }, replace: true })
        }}
      />
    </>
  )
}
