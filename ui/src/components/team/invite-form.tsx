import { UserPlus } from 'lucide-react'
import * as v from 'valibot'
import { Field, Form } from '@/components/form/form'
import { useAppForm } from '@/components/form/use-app-form'
import { Button } from '@/components/ui/button'
import { Input } from '@/components/ui/input'
import { cn } from '@/lib/cn'
import { memberText as t } from '@/lib/i18n/zh-Hans/members'
import type { TeamCommands } from '@/lib/team'
import { toast } from '@/stores/toasts'
import ui from '@/components/ui/ui.module.css'
import teamCss from './team.module.css'

const schema = v.object({ user_id: v.pipe(v.string(), v.trim(), v.nonEmpty()) })

/** Invites an account by name; `text` describes the consequences. */
export function InviteForm({
  invite,
  text = t.invitedText,
  refused,
}: {
  invite: TeamCommands['invite']
  text?: (name: string) => string
  /** Why the viewer may not invite. */
  refused?: string | undefined
}) {
  const form = useAppForm({
    schema,
    values: { user_id: '' },
    send: ({ user_id }) => invite.mutateAsync(user_id),
    onDone: (_answer, { user_id }) => {
      form.reset()
      toast(t.invited, text(user_id))
    },
  })
  return (
    <Form form={form} className={cn(ui.card, ui.cardPad, teamCss.invite)}>
      <Field form={form} name="user_id" label={t.invite} hint={refused ?? t.inviteHint}>
        {(control) => (
          <Input
            {...control}
            disabled={refused !== undefined}
            placeholder={t.username}
            autoComplete="off"
            spellCheck={false}
            autoCapitalize="none"
          />
        )}
      </Field>
      <Button
        type="submit"
        kind="primary"
        disabled={form.watch('user_id').trim() === '' || refused !== undefined}
        title={refused}
        loading={form.pending}
      >
        <UserPlus className={ui.icon} aria-hidden />
        {t.inviteAction}
      </Button>
    </Form>
  )
}
