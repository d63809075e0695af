import { useRouter } from '@tanstack/react-router'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import type { ProjectPage } from '@/lib/api/types'
import { settingsText as t } from '@/lib/i18n/zh-Hans/settings'
import { toast } from '@/stores/toasts'
import { useDeleteProject } from '../../commands'
import { DELETE_PROJECT } from '@/lib/permissions'
import { useRights } from '../../use-rights'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'

/** The end of a project, once its name has been typed. */
export function DeleteProject({ project }: { project: ProjectPage }) {
  const router = useRouter()
  const [open, setOpen] = useState(false)
  const remove = useDeleteProject(project)
  const refused = useRights(project).missing(DELETE_PROJECT)
  // This page goes away with the project; the promise stays.
  const confirm = () =>
    void remove.mutateAsync(undefined).then(
      () => {
        toast(t.deleted, project.title)
        return router.navigate({ href: '/dashboard/projects', replace: true, ignoreBlocker: true })
      },
      () => undefined,
    )
  return (
    <section className="card mt-4" aria-labelledby="danger-title">
      <header className="card-head">
        <h2 id="danger-title">{t.danger}</h2>
      </header>
      <div className="danger-row">
        <p>{t.deleteText}</p>
        <Button danger disabled={refused !== undefined} title={refused} aria-description={refused} onClick={() => setOpen(true)}>
          <Trash2 className="i" aria-hidden />
          {t.delete}
        </Button>
      </div>
      <ConfirmDialog
        open={open}
        onOpenChange={setOpen}
        title={t.deleteTitle(project.title)}
        text={t.deleteText}
        typed={project.title}
        prompt={t.deleteConfirm(project.title)}
        action={t.delete}
        busy={remove.isPending}
        onConfirm={confirm}
      />
    </section>
  )
}
