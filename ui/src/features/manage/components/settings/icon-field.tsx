import { Trash2, Upload } from 'lucide-react'
import { useRef, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Pic } from '@/components/ui/pic'
import type { ProjectPage } from '@/lib/api/types'
import { settingsText as t } from '@/lib/i18n/zh-Hans/settings'
import { toast } from '@/stores/toasts'
import { useChangeIcon } from '../../commands'
import { GroupRow } from '../row'

const MAX_ICON_BYTES = 256 * 1024

/** Changes the icon at once; it is no part of the form around it. */
export function IconField({ project }: { project: ProjectPage }) {
  const input = useRef<HTMLInputElement>(null)
  const [error, setError] = useState<string>()
  const icon = useChangeIcon(project.id)
  const change = (file: File | undefined) => {
    if (file && file.size > MAX_ICON_BYTES) {
      setError(t.iconTooLarge)
      return
    }
    setError(undefined)
    icon.mutate(file, { onSuccess: () => toast(t.iconUpdated, t.iconUpdatedText) })
  }
  return (
    <GroupRow label={t.icon} hint={t.iconHint} error={error}>
      <Pic src={project.icon_url} name={project.slug} size={96} eager />
      <Button loading={icon.isPending} onClick={() => input.current?.click()}>
        <Upload className="i" aria-hidden />
        {t.iconUpload}
      </Button>
      {project.icon_url ? (
        <Button kind="quiet" disabled={icon.isPending} onClick={() => change(undefined)}>
          <Trash2 className="i" aria-hidden />
          {t.iconRemove}
        </Button>
      ) : null}
      <input
        ref={input}
        className="sr"
        type="file"
        tabIndex={-1}
        accept="image/png,image/jpeg,image/gif,image/webp"
        aria-label={t.iconUpload}
        onChange={(event) => {
          const file = event.target.files?.[0]
          if (file) change(file)
          event.target.value = ''
        }}
      />
    </GroupRow>
  )
}
