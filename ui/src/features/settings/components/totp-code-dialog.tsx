import * as v from 'valibot'
import { Form } from '@/components/form/form'
import { useAppForm } from '@/components/form/use-app-form'
import { Dialog } from '@/components/ui/dialog'
import { FormActions } from '@/components/ui/form-actions'
import { accountText as t } from '@/lib/i18n/zh-Hans/account'
import { toast } from '@/stores/toasts'
import { useRemoveTotp, useRenewCodes } from '../security-api'
import { CodeField } from './code-field'
import { RecoveryCodes } from './recovery-codes'
import ui from '@/components/ui/ui.module.css'

/** What needs a code: turning the second factor off, or new recovery codes. */
export function TotpCodeDialog({ task, onClose }: { task: 'remove' | 'renew'; onClose: () => void }) {
  const remove = useRemoveTotp()
  const renew = useRenewCodes()
  const removing = task === 'remove'
  const form = useAppForm({
    schema: v.object({ code: v.pipe(v.string(), v.trim(), v.nonEmpty(t.codeMissing)) }),
    values: { code: '' },
    send: ({ code }) => (removing ? remove : renew).mutateAsync(code),
    onDone: () => {
      if (!removing) return
      toast(t.totpRemoved)
      onClose()
    },
    onFailed: () => form.setValue('code', ''),
  })
  const title = removing ? t.totpRemove : t.codesRenew
  return (
    <Dialog open onOpenChange={onClose} title={renew.data ? t.codesTitle : title}>
      {renew.data ? (
        <RecoveryCodes codes={renew.data.backup_codes} onDone={onClose} />
      ) : (
        <Form form={form}>
          <p className={ui.muted}>{removing ? t.totpRemoveText : t.codesRenewText}</p>
          <CodeField form={form} hint={t.codeHint} />
          <FormActions onCancel={onClose} danger={removing} loading={form.pending}>
            {title}
          </FormActions>
        </Form>
      )}
    </Dialog>
  )
}
