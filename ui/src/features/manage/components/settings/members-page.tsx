import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { InviteForm } from '@/components/team/invite-form'
import { MemberRow } from '@/components/team/member-row'
import { Bone, ErrorCard, Loading } from '@/components/ui/feedback'
import type { ProjectPage } from '@/lib/api/types'
import { cn } from '@/lib/cn'
import { memberText as t } from '@/lib/i18n/zh-Hans/members'
import { EDIT_MEMBER, MANAGE_INVITES, REMOVE_MEMBER } from '@/lib/permissions'
import { useSession } from '@/lib/session'
import { sharesOf } from '@/lib/team-shares'
import { useRights } from '../../use-rights'
import { teamQuery, useProjectTeam } from '../../team-commands'
import teamCss from '@/components/team/team.module.css'
import ui from '@/components/ui/ui.module.css'

/** Who works on a project, and who is asked to. */
export function MembersPage({ project }: { project: ProjectPage }) {
  const user = useSession()
  const query = useQuery(teamQuery(project.id))
  const team = useProjectTeam(project.team)
  const router = useRouter()
  // The page's document also knows what one's organisation gives.
  const { rights: held, missing } = useRights(project)
  if (query.isError) return <ErrorCard error={query.error} onRetry={() => void query.refetch()} />
  if (!query.data) {
    return (
      <Loading className={cn(ui.card, ui.cardPad)}>
        <Bone h={220} />
      </Loading>
    )
  }
  const has = (right: number) => (held & right) === right
  const shares = sharesOf(query.data)
  const owns = user?.role === 'admin' || query.data.some((member) => member.is_owner && member.user.id === user?.id)
  return (
    <div className={ui.pile}>
      <InviteForm invite={team.invite} refused={missing(MANAGE_INVITES)} />
      <section className={ui.card} aria-labelledby="members-title">
        <header className={ui.cardHead}>
          <h2 id="members-title">{t.title}</h2>
          <small className={cn(ui.small, ui.tabular)}>{query.data.length}</small>
        </header>
        <ul className={teamCss.root}>
          {query.data.map((member) => (
            <MemberRow
              key={member.user.id}
              team={team}
              member={member}
              own={member.user.id === user?.id}
              rights={[{ name: 'permissions', legend: t.permissions, labels: t.bits, held: has(EDIT_MEMBER) ? held : 0 }]}
              may={{
                edit: has(EDIT_MEMBER),
                remove: has(REMOVE_MEMBER),
                withdraw: has(MANAGE_INVITES),
                transfer: owns && project.organization === null,
              }}
              words={t.ofProject}
              share={project.organization ? '' : (shares.get(member.user.id) ?? '')}
              noTransfer={owns && project.organization ? t.teamOwned : undefined}
              onLeft={() => void router.navigate({ to: '/dashboard/projects' })}
            />
          ))}
        </ul>
        <p className={cn(ui.cardPad, ui.text13, ui.muted)}>
          {t.splitFixed}
          {project.organization ? t.splitWithTeam : null}
        </p>
      </section>
    </div>
  )
}
