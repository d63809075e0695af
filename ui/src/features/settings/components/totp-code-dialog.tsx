import { useState, type FormEvent } from 'react'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { accountText as t } from '@/lib/i18n/zh-Hans/account'
import { toast } from '@/stores/toasts'
import { useRemoveTotp, useRenewCodes } from '../security-api'
import { CodeField } from './code-field'
import { FormError } from './form-error'
import { RecoveryCodes } from './recovery-codes'
import formCss from '@/components/ui/form.module.css'
import ui from '@/components/ui/ui.module.css'

/** What needs a code: turning the second factor off, or new recovery codes. */
export function TotpCodeDialog({ task, onClose }: { task: 'remove' | 'renew'; onClose: () => void }) {
  const [code, setCode] = useState('')
  const [tried, setTried] = useState(false)
  const remove = useRemoveTotp()
  const renew = useRenewCodes()
  const removing = task === 'remove'
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (!code.trim()) return
    const done = removing
      ? remove.mutateAsync(code).then(() => {
          toast(t.totpRemoved)
          onClose()
        })
      : renew.mutateAsync(code)
    void done.catch(() => setCode(''))
  }
  const title = removing ? t.totpRemove : t.codesRenew
  return (
    <Dialog open onOpenChange={onClose} title={renew.data ? t.codesTitle : title}>
      {renew.data ? (
        <RecoveryCodes codes={renew.data.backup_codes} onDone={onClose} />
      ) : (
        <form className={formCss.root} onSubmit={submit} noValidate>
          <FormError error={remove.error ?? renew.error} />
          <p className={ui.muted}>{removing ? t.totpRemoveText : t.codesRenewText}</p>
          <CodeField hint={t.codeHint} value={code} onValue={setCode} error={tried && !code.trim() ? t.codeMissing : undefined} />
          <div className={formCss.actions}>
            <Button onClick={onClose}>{t.cancel}</Button>
            <Button type="submit" kind="primary" danger={removing} loading={remove.isPending || renew.isPending}>
              {title}
            </Button>
          </div>
        </form>
      )}
    </Dialog>
  )
}
