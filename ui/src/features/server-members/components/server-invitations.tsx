import { useQuery } from '@tanstack/react-query'
import { Button } from '@/components/ui/button'
import { Note } from '@/components/ui/feedback'
import { cn } from '@/lib/cn'
import type { ServerInvitation } from '@/lib/hosting/members'
import { serverMembersText } from '@/lib/i18n/zh-Hans/server-members'
import { uiText } from '@/lib/i18n/zh-Hans/ui'
import { useSession } from '@/lib/session'
import { formatZoned } from '@/lib/zoned'
import { toast } from '@/stores/toasts'
import { memberQueries, useAnswer } from '../api'
import ui from '@/components/ui/ui.module.css'

const t = serverMembersText.invitations
const { roles } = serverMembersText

/** The servers that the viewer is asked to join; nothing where there is none. */
export function ServerInvitations() {
  const viewer = useSession()?.id
  const { data, isError, refetch } = useQuery(memberQueries.invitations())
  if (!data && isError)
    return (
      <Note
        tone="warn"
        className={ui.below16}
        actions={
          <Button size="sm" onClick={() => void refetch()}>
            {uiText.retry}
          </Button>
        }
      >
        {t.failed}
      </Note>
    )
  if (!viewer || !data?.length) return null
  return (
    <section className={cn(ui.pile, ui.below16)} aria-label={t.label}>
      {data.map((invitation) => (
        <Invitation key={invitation.server} invitation={invitation} viewer={viewer} />
      ))}
    </section>
  )
}

function Invitation({ invitation: { server, name, inviter, role, until }, viewer }: { invitation: ServerInvitation; viewer: string }) {
  const answer = useAnswer(server, viewer, (accept) => toast(accept ? t.accepted : t.declined, name))
  return (
    <Note
      actions={
        <>
          <Button
            size="sm"
            kind="primary"
            aria-label={t.acceptOf(name)}
            loading={answer.isPending && answer.variables}
            disabled={answer.isPending}
            onClick={() => answer.mutate(true)}
          >
            {t.accept}
          </Button>
          <Button
            size="sm"
            aria-label={t.declineOf(name)}
            loading={answer.isPending && !answer.variables}
            disabled={answer.isPending}
            onClick={() => answer.mutate(false)}
          >
            {t.decline}
          </Button>
        </>
      }
    >
      <p className={ui.break}>{inviter ? t.text(inviter.username, name, roles[role]) : t.textOfStaff(name, roles[role])}</p>
      <small className={ui.small}>
        <time dateTime={until}>{t.until(formatZoned(until))}</time>
      </small>
    </Note>
  )
}
