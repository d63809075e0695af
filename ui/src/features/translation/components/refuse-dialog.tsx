import * as v from 'valibot'
import { Field, Form } from '@/components/form/form'
import { useAppForm } from '@/components/form/use-app-form'
import { Dialog } from '@/components/ui/dialog'
import { FormActions } from '@/components/ui/form-actions'
import { Textarea } from '@/components/ui/input'
import { ReasonSelect } from '@/components/ui/reason-select'
import { translationText as t } from '@/lib/i18n/zh-Hans/translation'
import { translationMessage } from '@/lib/limits.gen'
import { isStaff, useSession } from '@/lib/session'
import { toast } from '@/stores/toasts'
import { useRefuse, type TranslationLink } from '../api'

/** The staff chooses a reason; a member writes why, and need not to revoke. */
function schemaOf(staff: boolean, act: 'reject' | 'revoke') {
  return v.pipe(
    v.object({ code: v.string(), text: v.pipe(v.string(), v.maxLength(translationMessage, t.whyLong)) }),
    v.forward(
      v.check(({ code }) => !staff || code !== '', t.codeNeeded),
      ['code'],
    ),
    v.forward(
      v.check(({ code, text }) => text.trim() !== '' || (staff ? code !== 'other' : act === 'revoke'), t.whyNeeded),
      ['text'],
    ),
  )
}

/** Rejects or revokes a link with a reason. */
export function RefuseDialog({ link, act, onClose }: { link: TranslationLink; act: 'reject' | 'revoke'; onClose: () => void }) {
  const staff = isStaff(useSession())
  const refuse = useRefuse(link, act)
  const reject = act === 'reject'
  const form = useAppForm({
    schema: schemaOf(staff, act),
    values: { code: '', text: '' },
    send: ({ code, text }, key) => {
      const words = text.trim()
      return refuse.mutateAsync({ why: staff ? { code, text: words } : words ? { code: 'other', text: words } : undefined, key })
    },
    onDone: () => {
      toast(reject ? t.rejected : t.revoked)
      onClose()
    },
  })
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={reject ? t.rejectTitle : t.revokeTitle}
      description={reject ? t.rejectLead : t.revokeLead}
    >
      <Form form={form}>
        {staff ? (
          <Field form={form} name="code" label={t.code} required>
            {(control) => <ReasonSelect {...control} />}
          </Field>
        ) : null}
        <Field form={form} name="text" label={t.why} required={!staff && reject}>
          {(control) => <Textarea {...control} rows={4} />}
        </Field>
        <FormActions onCancel={onClose} danger loading={form.pending}>
          {reject ? t.reject : t.revoke}
        </FormActions>
      </Form>
    </Dialog>
  )
}
