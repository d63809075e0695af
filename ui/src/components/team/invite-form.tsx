import { UserPlus } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import { Button } from '@/components/ui/button'
import { FormField, Input } from '@/components/ui/input'
import { ApiError } from '@/lib/api/errors'
import { cn } from '@/lib/cn'
import { keepEnterForIme } from '@/lib/ime'
import { memberText as t } from '@/lib/i18n/zh-Hans/members'
import { siteText } from '@/lib/i18n/zh-Hans/site'
import type { TeamCommands } from '@/lib/team'
import { toast } from '@/stores/toasts'
import ui from '@/components/ui/ui.module.css'
import teamCss from './team.module.css'

/** Asks somebody by name to join; `text` says what follows. */
export function InviteForm({ invite, text = t.invitedText, refused }: { invite: TeamCommands['invite']; text?: (name: string) => string; /** Why the visitor may not ask anybody. */ refused?: string | undefined }) {
  const [name, setName] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const username = name.trim()
    if (!username || invite.isPending) return
    void invite.mutateAsync(username).then(
      () => {
        setName('')
        toast(t.invited, text(username))
      },
      () => undefined,
    )
  }
  const error = invite.error ? (invite.error instanceof ApiError ? invite.error.description : siteText.unknownError) : undefined
  return (
    <form className={cn(ui.card, ui.cardPad, teamCss.invite)} onSubmit={submit}>
      <FormField label={t.invite} hint={refused ?? t.inviteHint} error={error}>
        {(control) => <Input {...control} onKeyDown={keepEnterForIme} disabled={refused !== undefined} value={name} onChange={(event) => setName(event.target.value)} placeholder={t.username} autoComplete="off" spellCheck={false} autoCapitalize="none" />}
      </FormField>
      <Button type="submit" kind="primary" disabled={name.trim() === '' || refused !== undefined} title={refused} loading={invite.isPending}>
        <UserPlus className={ui.icon} aria-hidden />
        {t.inviteAction}
      </Button>
    </form>
  )
}
