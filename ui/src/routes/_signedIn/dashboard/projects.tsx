import { createFileRoute } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { Button } from '@/components/ui/button'
import { PageHead } from '@/components/ui/page-head'
import { ProjectList } from '@/features/dashboard'
import { ownProjectsQuery } from '@/features/dashboard/api'
import { listSearch } from '@/features/dashboard/list-search'
import { CreateDialog } from '@/features/manage'
import { dashboardText as t } from '@/lib/i18n/zh-Hans/dashboard'
import { manageText } from '@/lib/i18n/zh-Hans/manage'
import { useSession } from '@/lib/session'
import { toast } from '@/stores/toasts'
import ui from '@/components/ui/ui.module.css'

export const Route = createFileRoute('/_signedIn/dashboard/projects')({
  // The page checks them: it is not part of what every page loads.
  validateSearch: (search: Record<string, unknown>): ReturnType<typeof listSearch> & { create?: true } => search,
  loader: ({ context }) => {
    void context.client.prefetchQuery(ownProjectsQuery(context.user.id))
  },
  component: Page,
})

function Page() {
  const user = useSession()
  const given: Record<string, unknown> = Route.useSearch()
  const create = given.create === true || given.create === 'true'
  const search = listSearch(given)
  const navigate = Route.useNavigate()
  const setOpen = (open: boolean) => void navigate({ search: open ? { ...search, create: true } : search, replace: !open })
  if (!user) return null
  return (
    <>
      <PageHead title={t.projectsTitle}>
        <Button kind="primary" size="sm" onClick={() => setOpen(true)}>
          <Plus className={ui.icon} aria-hidden />
          {t.newProject}
        </Button>
      </PageHead>
      <ProjectList
        user={user}
        onCreate={() => setOpen(true)}
        search={search}
        onSearch={(next) => void navigate({ search: listSearch(next), replace: true, resetScroll: false })}
      />
      <CreateDialog
        open={create}
        onOpenChange={setOpen}
        onCreated={(project, type) => {
          toast(manageText.created, manageText.createdText)
          void navigate({ to: '/$type/$id', params: { type, id: project.slug }, replace: true })
        }}
      />
    </>
  )
}
