import * as v from 'valibot'
import { Field, Form } from '@/components/form/form'
import { useAppForm } from '@/components/form/use-app-form'
import { Dialog } from '@/components/ui/dialog'
import { Note } from '@/components/ui/feedback'
import { FormActions } from '@/components/ui/form-actions'
import { Input } from '@/components/ui/input'
import { ReasonSelect } from '@/components/ui/reason-select'
import { reasonText } from '@/lib/i18n/zh-Hans/reason'
import { staffAccountsText as t } from '@/lib/i18n/zh-Hans/staff-accounts'
import { toast } from '@/stores/toasts'
import { useChangeRole, useSuspend, type StaffUser, type SuspendedAct } from '../api'
import { SelectField } from '@/components/ui/select-field'

const DAY_MS = 24 * 60 * 60 * 1000

type Duration = keyof typeof t.durations
const all = ['1', '3', '7', '14', '30', '90', '365', 'forever'] as const satisfies readonly Duration[]

/** The ends that a member of the staff may choose. */
export const durationsFor = (admin: boolean): readonly Duration[] => (admin ? all : all.slice(0, 5))

/** What a member of the staff may suspend. */
export const actsFor = (admin: boolean): readonly SuspendedAct[] => (admin ? ['publishing', 'talk', 'sign_in'] : ['publishing', 'talk'])

/** The end of a suspension that begins now; null for one without an end. */
export const endOf = (duration: string, now: number): string | null =>
  duration === 'forever' ? null : new Date(now + Number(duration) * DAY_MS).toISOString()

const reasoned = {
  reason: v.pipe(v.string(), v.minLength(1, reasonText.missing)),
  text: v.pipe(v.string(), v.maxLength(2000)),
}

const reasonOf = (code: string, text: string) => ({ code, ...(text.trim() ? { text: text.trim() } : {}) })

type DialogProps = { user: StaffUser; onClose: () => void }

/** Takes an act from an account until a time, with a reason. */
export function SuspendDialog({ user, admin, onClose }: DialogProps & { admin: boolean }) {
  const suspend = useSuspend(user.id)
  const form = useAppForm({
    schema: v.object({ kind: v.string(), duration: v.string(), ...reasoned }),
    values: { kind: 'talk', duration: '7', reason: '', text: '' },
    send: ({ kind, duration, reason, text }, key) =>
      suspend.mutateAsync({ kind: kind as SuspendedAct, until: endOf(duration, Date.now()), reason: reasonOf(reason, text), key }),
    onDone: () => {
      toast(t.suspended)
      onClose()
    },
  })
  return (
    <Dialog open onOpenChange={onClose} title={t.suspendTitle(user.username)}>
      <Form form={form}>
        <Note tone="warn">{t.suspendNote}</Note>
        <Field form={form} name="kind" label={t.kind} hint={t.actHints[form.watch().kind as SuspendedAct]}>
          {(control) => <SelectField {...control} options={actsFor(admin).map((one) => [one, t.acts[one]])} />}
        </Field>
        <Field form={form} name="duration" label={t.duration}>
          {(control) => <SelectField {...control} options={durationsFor(admin).map((one) => [one, t.durations[one]])} />}
        </Field>
        <Field form={form} name="reason" label={t.reason} required>
          {(control) => <ReasonSelect {...control} for="sanction" />}
        </Field>
        <Field form={form} name="text" label={t.reasonText} hint={t.reasonHint}>
          {(control) => <Input {...control} autoComplete="off" />}
        </Field>
        <Actions onClose={onClose} pending={form.pending} danger text={t.suspend.replace('…', '')} />
      </Form>
    </Dialog>
  )
}

/** Gives an account another role, with a reason. */
export function RoleDialog({ user, onClose }: DialogProps) {
  const change = useChangeRole(user.id)
  const form = useAppForm({
    schema: v.object({ role: v.string(), ...reasoned }),
    values: { role: user.role as string, reason: '', text: '' },
    send: ({ role, reason, text }) => change.mutateAsync({ role: role as StaffUser['role'], reason: reasonOf(reason, text) }),
    onDone: () => {
      toast(t.roleSaved)
      onClose()
    },
  })
  return (
    <Dialog open onOpenChange={onClose} title={t.roleDialog(user.username)}>
      <Form form={form}>
        <Field form={form} name="role" label={t.role}>
          {(control) => (
            <SelectField {...control} options={(['developer', 'moderator', 'admin'] as const).map((one) => [one, t.roles[one]])} />
          )}
        </Field>
        <Field form={form} name="reason" label={t.reason} required>
          {(control) => <ReasonSelect {...control} for="role" />}
        </Field>
        <Field form={form} name="text" label={t.reasonText} hint={t.reasonHint}>
          {(control) => <Input {...control} autoComplete="off" />}
        </Field>
        <Actions onClose={onClose} pending={form.pending} text={t.send} />
      </Form>
    </Dialog>
  )
}

function Actions({ onClose, pending, text, danger = false }: { onClose: () => void; pending: boolean; text: string; danger?: boolean }) {
  return (
    <FormActions onCancel={onClose} danger={danger} loading={pending}>
      {text}
    </FormActions>
  )
}
