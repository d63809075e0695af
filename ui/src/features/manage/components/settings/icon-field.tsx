import { useState } from 'react'
import { ImagePick } from '@/components/ui/image-pick'
import { Pic } from '@/components/ui/pic'
import type { ProjectPage } from '@/lib/api/types'
import { settingsText as t } from '@/lib/i18n/zh-Hans/settings'
import { titles } from '@/lib/titles'
import { toast } from '@/stores/toasts'
import { useChangeIcon } from '../../commands'
import { GroupRow } from '@/components/ui/form-row'

/** Changes the icon at once; it is no part of the form around it. */
export function IconField({ project }: { project: ProjectPage }) {
  const [error, setError] = useState<string>()
  const icon = useChangeIcon(project.id)
  const change = (file: File | undefined) => {
    setError(undefined)
    icon.mutate(file, { onSuccess: () => toast(t.iconUpdated, t.iconUpdatedText) })
  }
  return (
    <GroupRow label={t.icon} hint={t.iconHint} error={error}>
      <ImagePick
        upload={t.iconUpload}
        remove={t.iconRemove}
        busy={icon.isPending}
        onFile={change}
        onError={setError}
        onRemove={project.icon_url ? () => change(undefined) : undefined}
      >
        <Pic src={project.icon_url} project={project.id} name={titles(project).title} color={project.color} size={64} eager />
      </ImagePick>
    </GroupRow>
  )
}
