import { useQuery } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import * as v from 'valibot'
import { Field, Form } from '@/components/form/form'
import { useAppForm } from '@/components/form/use-app-form'
import { Dialog } from '@/components/ui/dialog'
import { FormActions } from '@/components/ui/form-actions'
import { Textarea } from '@/components/ui/input'
import { cn } from '@/lib/cn'
import { reviewLockText as t } from '@/lib/i18n/zh-Hans/review-lock'
import { reviewNote } from '@/lib/limits.gen'
import { useSession } from '@/lib/session'
import { toast } from '@/stores/toasts'
import { reviewersQuery, useHandOver } from '../lock-api'
import fieldCss from '@/components/ui/field.module.css'
import ui from '@/components/ui/ui.module.css'

const schema = v.object({
  to: v.pipe(v.string(), v.nonEmpty(t.toNeeded)),
  note: v.pipe(v.string(), v.trim(), v.nonEmpty(t.noteNeeded), v.maxLength(reviewNote, t.noteLong(reviewNote))),
})

type HandOverDialogProps = { project: { id: string }; onClose: () => void; onHandedOver: () => void }

/** Gives the review to another moderator, with a note. */
export default function HandOverDialog({ project, onClose, onHandedOver }: HandOverDialogProps) {
  const handOver = useHandOver(project.id)
  const me = useSession()?.id
  const reviewers = useQuery(reviewersQuery())
  const others = reviewers.data?.filter((one) => one.id !== me)
  const form = useAppForm({
    schema,
    values: { to: '', note: '' },
    send: (values) => handOver.mutateAsync(values),
    onDone: (_answer, { to }) => {
      const name = others?.find((one) => one.id === to)?.username ?? ''
      toast(t.handedOver, t.handedOverText(name))
      onClose()
      onHandedOver()
    },
  })
  return (
    <Dialog open onOpenChange={(open) => (open ? undefined : onClose())} title={t.handOverTitle} description={t.handOverLead}>
      <Form form={form}>
        <Field form={form} name="to" label={t.to} required hint={others?.length === 0 ? t.nobody : undefined}>
          {(control) => (
            <span className={cn(fieldCss.root, fieldCss.select, fieldCss.native, control['aria-invalid'] && fieldCss.invalid)}>
              <select {...control}>
                <option value="">{t.choose}</option>
                {others?.map((one) => (
                  <option key={one.id} value={one.id}>
                    {one.username}
                  </option>
                ))}
              </select>
              <ChevronDown className={ui.icon14} aria-hidden />
            </span>
          )}
        </Field>
        <Field form={form} name="note" label={t.note} required hint={t.noteHint}>
          {(control) => <Textarea {...control} rows={4} />}
        </Field>
        <FormActions onCancel={onClose} loading={form.pending}>
          {t.handOver}
        </FormActions>
      </Form>
    </Dialog>
  )
}
