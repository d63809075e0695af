import { useMutation } from '@tanstack/react-query'
import { Button } from '@/components/ui/button'
import { Note } from '@/components/ui/feedback'
import { send } from '@/lib/api/client'
import type { Member } from '@/lib/api/types'
import { projectText as t } from '@/lib/i18n/zh-Hans/project'

/** The question whether one wants to be a member. */
export function Invitation({ invitation }: { invitation: Member }) {
  const id = invitation.team_id
  const answer = useMutation({
    mutationFn: (accept: boolean) =>
      accept
        ? send('POST', '/v2/team/{id}/join', { params: { id } })
        : send('DELETE', '/v2/team/{id}/members/{user}', { params: { id, user: invitation.user.id } }),
    meta: { touches: ['projects'] },
  })
  return (
    <Note
      actions={
        <>
          <Button size="sm" kind="primary" loading={answer.isPending} onClick={() => answer.mutate(true)}>
            {t.accept}
          </Button>
          <Button size="sm" disabled={answer.isPending} onClick={() => answer.mutate(false)}>
            {t.decline}
          </Button>
        </>
      }
    >
      {t.invited(invitation.role)}
    </Note>
  )
}
