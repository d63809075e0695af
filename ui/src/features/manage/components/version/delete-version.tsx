import { useRouter } from '@tanstack/react-router'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import type { ProjectPage, VersionPage } from '@/lib/api/types'
import { versionFormText as t } from '@/lib/i18n/zh-Hans/version-form'
import { projectParams } from '@/lib/links'
import { toast } from '@/stores/toasts'
import { useDeleteVersion } from '../../version-commands'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import ui from '@/components/ui/ui.module.css'

/** Deletes a version once its number has been typed. */
export function DeleteVersion({ project, version }: { project: ProjectPage; version: VersionPage }) {
  const router = useRouter()
  const [open, setOpen] = useState(false)
  const remove = useDeleteVersion()
  // This page goes away with the version; the promise stays.
  const confirm = () =>
    void remove.mutateAsync(version.id).then(
      () => {
        toast(t.deleted, version.version_number)
        return router.navigate({ to: '/$type/$id/versions', params: projectParams(project), replace: true, ignoreBlocker: true })
      },
      () => undefined,
    )
  return (
    <>
      <Button danger onClick={() => setOpen(true)}>
        <Trash2 className={ui.icon} aria-hidden />
        {t.delete}
      </Button>
      <ConfirmDialog
        open={open}
        onOpenChange={setOpen}
        title={t.deleteTitle(version.version_number)}
        text={t.deleteText}
        typed={version.version_number}
        prompt={t.deleteConfirm(version.version_number)}
        action={t.delete}
        busy={remove.isPending}
        onConfirm={confirm}
      />
    </>
  )
}
