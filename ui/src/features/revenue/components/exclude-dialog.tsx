import * as v from 'valibot'
import { Field, Form } from '@/components/form/form'
import { useAppForm } from '@/components/form/use-app-form'
import { Checkbox } from '@/components/ui/checkbox'
import { DateInput } from '@/components/ui/date-input'
import { Dialog } from '@/components/ui/dialog'
import { FormActions } from '@/components/ui/form-actions'
import { revenueStaffText } from '@/lib/i18n/zh-Hans/revenue-staff'
import { toast } from '@/stores/toasts'
import { useExclude } from '../treasury-commands'
import { PickedField } from './picked-field'
import ui from '@/components/ui/ui.module.css'

const t = revenueStaffText.income
const day = v.pipe(v.string(), v.isoDate(t.dayWrong))

const schema = v.pipe(
  v.object({ project: v.pipe(v.string(), v.trim(), v.nonEmpty(t.projectNeeded)), from: day, to: day, take_in: v.boolean() }),
  v.forward(
    v.partialCheck([['from'], ['to']], ({ from, to }) => from <= to, t.rangeWrong),
    ['to'],
  ),
)

/** Leaves a project out of the sharing of days that are not settled, or takes it in again. A reason is asked for when it is sent. */
export function ExcludeDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog open={open} onOpenChange={onClose} title={t.exclude}>
      {open ? <Body onClose={onClose} /> : null}
    </Dialog>
  )
}

function Body({ onClose }: { onClose: () => void }) {
  const exclude = useExclude()
  const now = new Date().toISOString().slice(0, 10)
  const form = useAppForm({
    schema,
    values: { project: '', from: now, to: now, take_in: false },
    send: ({ take_in, ...range }) => exclude.mutateAsync({ ...range, ...(take_in ? { take_in } : {}) }),
    onDone: () => {
      toast(t.excluded)
      onClose()
    },
  })
  return (
    <Form form={form}>
      <p className={ui.muted}>{t.excludeLead}</p>
      <PickedField kind="project" label={t.excludeProject} required {...form.bind('project')} error={form.error('project')} />
      <Field form={form} name="from" label={t.from} deps="to" required>
        {(input) => <DateInput {...input} type="date" />}
      </Field>
      <Field form={form} name="to" label={t.to} required>
        {(input) => <DateInput {...input} type="date" />}
      </Field>
      <Checkbox {...form.field('take_in').control}>{t.takeIn}</Checkbox>
      <FormActions onCancel={onClose} loading={form.pending}>
        {t.excludeSend}
      </FormActions>
    </Form>
  )
}
