import { useEffect, useState, type FormEvent } from 'react'
import { Button } from '@/components/ui/button'
import { CopyButton } from '@/components/ui/copy-button'
import { Dialog } from '@/components/ui/dialog'
import { Bone, ErrorCard, Loading } from '@/components/ui/feedback'
import { accountText as t } from '@/lib/i18n/zh-Hans/account'
import { useBeginTotp, useConfirmTotp } from '../security-api'
import { CodeField } from './code-field'
import { FormError } from './form-error'
import { RecoveryCodes } from './recovery-codes'
import formCss from '@/components/ui/form.module.css'
import ui from '@/components/ui/ui.module.css'
import secretCss from './secret.module.css'
import css from './totp-setup.module.css'

/** Picture, code, recovery codes. */
export function TotpSetup({ onClose }: { onClose: () => void }) {
  const [code, setCode] = useState('')
  const [tried, setTried] = useState(false)
  const { mutate: start, data: begun, error: failure } = useBeginTotp()
  const confirm = useConfirmTotp()
  useEffect(() => start(), [start])
  const codes = confirm.data?.backup_codes
  const right = /^\d{6}$/.test(code.replace(/\s/g, ''))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (begun && right) confirm.mutate({ flow: begun.flow, code }, { onError: () => setCode('') })
  }
  return (
    <Dialog open onOpenChange={onClose} title={codes ? t.codesTitle : t.totpSetup}>
      {codes ? (
        <RecoveryCodes codes={codes} onDone={onClose} />
      ) : failure ? (
        <ErrorCard error={failure} onRetry={() => start()} />
      ) : !begun ? (
        <Loading className={ui.stack}>
          <Bone h={200} />
          <Bone h={36} />
        </Loading>
      ) : (
        <form className={formCss.root} onSubmit={submit} noValidate>
          <FormError error={confirm.error} />
          <p className={ui.muted}>{t.totpLead}</p>
          <div className={css.root}>
            <svg className={css.qr} role="img" aria-label={t.totpPicture} viewBox={`-3 -3 ${begun.qr.size + 6} ${begun.qr.size + 6}`} shapeRendering="crispEdges">
              <path d={begun.qr.path} />
            </svg>
            <div>
              <span className={formCss.label}>{t.totpByHand}</span>
              <p className={secretCss.root}>
                <code>{begun.secret.replace(/(.{4})/g, '$1 ').trim()}</code>
                <CopyButton text={begun.secret} label={t.totpCopy} />
              </p>
            </div>
          </div>
          <CodeField figures label={t.totpCode} value={code} onValue={setCode} error={tried && !right ? t.codeWrong : undefined} />
          <div className={formCss.actions}>
            <Button onClick={onClose}>{t.cancel}</Button>
            <Button type="submit" kind="primary" loading={confirm.isPending}>
              {t.totpConfirm}
            </Button>
          </div>
        </form>
      )}
    </Dialog>
  )
}
