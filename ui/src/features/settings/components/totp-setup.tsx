import { useEffect } from 'react'
import * as v from 'valibot'
import { Form } from '@/components/form/form'
import { useAppForm } from '@/components/form/use-app-form'
import { CopyButton } from '@/components/ui/copy-button'
import { Dialog } from '@/components/ui/dialog'
import { Bone, ErrorCard, Loading } from '@/components/ui/feedback'
import { FormActions } from '@/components/ui/form-actions'
import { accountText as t } from '@/lib/i18n/zh-Hans/account'
import { useBeginTotp, useConfirmTotp } from '../security-api'
import { CodeField } from './code-field'
import { RecoveryCodes } from './recovery-codes'
import formCss from '@/components/ui/form.module.css'
import ui from '@/components/ui/ui.module.css'
import secretCss from '@/components/ui/secret.module.css'
import css from './totp-setup.module.css'

/** Picture, code, recovery codes. */
export function TotpSetup({ onClose }: { onClose: () => void }) {
  const { mutate: start, data: begun, error: failure } = useBeginTotp()
  const confirm = useConfirmTotp()
  useEffect(() => start(), [start])
  const codes = confirm.data?.backup_codes
  const form = useAppForm({
    schema: v.object({
      code: v.pipe(
        v.string(),
        v.check((text) => /^\d{6}$/.test(text.replace(/\s/g, '')), t.codeWrong),
      ),
    }),
    values: { code: '' },
    send: ({ code }) => confirm.mutateAsync({ flow: begun?.flow ?? '', code }),
    onFailed: () => form.setValue('code', ''),
  })
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
        <Form form={form}>
          <p className={ui.muted}>{t.totpLead}</p>
          <div className={css.root}>
            <svg
              className={css.qr}
              role="img"
              aria-label={t.totpPicture}
              viewBox={`-3 -3 ${begun.qr.size + 6} ${begun.qr.size + 6}`}
              shapeRendering="crispEdges"
            >
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
          <CodeField form={form} figures label={t.totpCode} />
          <FormActions onCancel={onClose} loading={form.pending}>
            {t.totpConfirm}
          </FormActions>
        </Form>
      )}
    </Dialog>
  )
}
