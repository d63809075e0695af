import { useRouter } from '@tanstack/react-router'
import { DangerCard } from '@/components/ui/danger-card'
import type { ProjectPage } from '@/lib/api/types'
import { settingsText as t } from '@/lib/i18n/zh-Hans/settings'
import { DELETE_PROJECT } from '@/lib/permissions'
import { toast } from '@/stores/toasts'
import { useDeleteProject } from '../../commands'
import { useRights } from '../../use-rights'

/** The end of a project, once its name has been typed. */
export function DeleteProject({ project }: { project: ProjectPage }) {
  const router = useRouter()
  const remove = useDeleteProject(project)
  // This page goes away with the project; the promise stays.
  const confirm = () =>
    void remove.mutateAsync(undefined).then(
      () => {
        toast(t.deleted, project.title)
        return router.navigate({ to: '/dashboard/projects', replace: true, ignoreBlocker: true })
      },
      () => undefined,
    )
  return (
    <DangerCard
      words={t}
      name={project.title}
      refused={useRights(project).missing(DELETE_PROJECT)}
      busy={remove.isPending}
      onConfirm={confirm}
    />
  )
}
