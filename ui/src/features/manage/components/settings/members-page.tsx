import { useQuery } from '@tanstack/react-query'
import { UserPlus } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import { Button } from '@/components/ui/button'
import { Bone, ErrorCard, Loading } from '@/components/ui/feedback'
import { FormField, Input } from '@/components/ui/input'
import { ApiError } from '@/lib/api/errors'
import type { ProjectPage } from '@/lib/api/types'
import { memberText as t } from '@/lib/i18n/zh-Hans/members'
import { siteText } from '@/lib/i18n/zh-Hans/site'
import { useSession } from '@/lib/session'
import { toast } from '@/stores/toasts'
import { teamQuery, useInvite } from '../../team-commands'
import { MemberRow } from './member-row'

/** Who works on a project, and who is asked to. */
export function MembersPage({ project }: { project: ProjectPage }) {
  const user = useSession()
  const team = useQuery(teamQuery(project.id))
  if (team.isError) return <ErrorCard error={team.error} onRetry={() => void team.refetch()} />
  if (!team.data) {
    return (
      <Loading className="card card-pad">
        <Bone h={220} />
      </Loading>
    )
  }
  const owns = user?.role === 'admin' || team.data.some((member) => member.is_owner && member.user.id === user?.id)
  return (
    <div className="pile">
      <InviteForm team={project.team} />
      <section className="card" aria-labelledby="members-title">
        <header className="card-head">
          <h2 id="members-title">{t.title}</h2>
          <small className="subtle t12 num">{team.data.length}</small>
        </header>
        <ul className="mem">
          {team.data.map((member) => (
            <MemberRow key={member.user.id} team={project.team} member={member} own={member.user.id === user?.id} canTransfer={owns && project.organization === null} />
          ))}
        </ul>
      </section>
    </div>
  )
}

function InviteForm({ team }: { team: string }) {
  const [name, setName] = useState('')
  const invite = useInvite(team)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const username = name.trim()
    if (!username || invite.isPending) return
    invite.mutate(username, {
      onSuccess: () => {
        setName('')
        toast(t.invited, t.invitedText(username))
      },
    })
  }
  const error = invite.error ? (invite.error instanceof ApiError ? invite.error.description : siteText.unknownError) : undefined
  return (
    <form className="card card-pad mem-invite" onSubmit={submit}>
      <FormField label={t.invite} hint={t.inviteHint} error={error}>
        {(control) => <Input {...control} value={name} onChange={(event) => setName(event.target.value)} placeholder={t.username} autoComplete="off" spellCheck={false} autoCapitalize="none" />}
      </FormField>
      <Button type="submit" kind="primary" disabled={name.trim() === ''} loading={invite.isPending}>
        <UserPlus className="i" aria-hidden />
        {t.inviteAction}
      </Button>
    </form>
  )
}
