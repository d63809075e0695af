import { useMutation } from '@tanstack/react-query'
import { Play } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import { Dialog } from '@/components/ui/dialog'
import { Note } from '@/components/ui/feedback'
import { FormActions } from '@/components/ui/form-actions'
import { ApiError } from '@/lib/api/errors'
import { installs } from '@/lib/hosting/installs'
import { formText } from '@/lib/i18n/zh-Hans/form'
import { licenceText as t } from '@/lib/i18n/zh-Hans/server-loader'
import { LicenceField } from './licence-field'
import formCss from '@/components/ui/form.module.css'
import ui from '@/components/ui/ui.module.css'

type LicenceDialogProps = { id: string; onAccepted: () => void; onClose: () => void }

/** Asks for what a start was refused for, and starts then. */
export function LicenceDialog({ id, onAccepted, onClose }: LicenceDialogProps) {
  const [checked, setChecked] = useState(false)
  const accept = useMutation({
    meta: { touches: ['servers'] },
    mutationFn: () => installs.acceptLicence(id),
    onSuccess: onAccepted,
    onError: () => undefined,
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (checked && !accept.isPending) accept.mutate()
  }
  return (
    <Dialog open onOpenChange={onClose} title={t.title} description={t.lead}>
      <form className={formCss.root} onSubmit={submit}>
        <LicenceField checked={checked} onChecked={setChecked} />
        {accept.isError ? (
          <Note tone="bad">{accept.error instanceof ApiError ? accept.error.description : formText.unexpected}</Note>
        ) : null}
        <FormActions onCancel={onClose} disabled={!checked} loading={accept.isPending}>
          <Play className={ui.icon} aria-hidden />
          {t.action}
        </FormActions>
      </form>
    </Dialog>
  )
}
