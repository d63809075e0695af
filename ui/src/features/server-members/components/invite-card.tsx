import { UserPlus } from 'lucide-react'
import * as v from 'valibot'
import { Field, Form } from '@/components/form/form'
import { useAppForm } from '@/components/form/use-app-form'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { FormField } from '@/components/ui/input'
import { Select } from '@/components/ui/select'
import { AccountControl } from '@/features/server/parts'
import { serverMembersText } from '@/lib/i18n/zh-Hans/server-members'
import { toast } from '@/stores/toasts'
import { useInvite } from '../api'
import ui from '@/components/ui/ui.module.css'
import css from './server-members.module.css'

const t = serverMembersText.invite
const { roles } = serverMembersText

const schema = v.object({
  account: v.pipe(v.string(), v.trim(), v.nonEmpty(t.accountNeeded)),
  role: v.picklist(['editor', 'viewer']),
})

/** Invites an account by name, with a role. */
export function InviteCard({ server, refused }: { server: string; refused: string | undefined }) {
  const invite = useInvite(server)
  const form = useAppForm({
    schema,
    values: { account: '', role: 'editor' },
    send: (values, key) => invite.mutateAsync({ ...values, key }),
    onDone: (_answer, { account, role }) => {
      form.reset({ account: '', role })
      toast(t.done, t.doneText(account, roles[role]))
    },
  })
  const off = { disabled: refused !== undefined, title: refused }
  return (
    <Card id="server-invite" title={t.title}>
      <Form form={form} className={css.invite}>
        <Field form={form} name="account" label={t.account} hint={refused ?? t.accountHint}>
          {(control) => <AccountControl {...control} {...off} text={form.written.account} />}
        </Field>
        <FormField label={t.role} error={form.error('role')}>
          {({ id }) => (
            <Select
              id={id}
              label={t.role}
              disabled={off.disabled}
              options={(['editor', 'viewer'] as const).map((value) => ({ value, label: roles[value] }))}
              {...form.bind('role')}
            />
          )}
        </FormField>
        <Button type="submit" kind="primary" disabled={off.disabled} title={refused} aria-description={refused} loading={form.pending}>
          <UserPlus className={ui.icon} aria-hidden />
          {t.action}
        </Button>
      </Form>
    </Card>
  )
}
