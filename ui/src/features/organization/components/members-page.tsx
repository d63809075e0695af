import { useRouter } from '@tanstack/react-router'
import { InviteForm } from '@/components/team/invite-form'
import { MemberRow, type RightsOf } from '@/components/team/member-row'
import { cn } from '@/lib/cn'
import { memberText } from '@/lib/i18n/zh-Hans/members'
import { organizationText as t } from '@/lib/i18n/zh-Hans/organization'
import { ORG } from '@/lib/permissions'
import { useSession } from '@/lib/session'
import { sharesOf } from '@/lib/team-shares'
import { useOrganizationTeam } from '../commands'
import type { SettingsPageProps } from './settings-frame'
import teamCss from '@/components/team/team.module.css'
import ui from '@/components/ui/ui.module.css'

/** Who works in an organisation, who is asked to, and what each may do. */
export function MembersPage({ organization, standing }: SettingsPageProps) {
  const router = useRouter()
  const user = useSession()
  const has = (right: number) => (standing.rights & right) === right
  const team = useOrganizationTeam(organization.id, has(ORG.editDefaults))
  const shares = sharesOf(organization.members)
  const rights: RightsOf[] = [
    {
      name: 'organization_permissions',
      legend: memberText.onOrganization,
      labels: memberText.organizationBits,
      held: has(ORG.editMember) ? standing.rights : 0,
    },
    { name: 'permissions', legend: memberText.onProjects, labels: memberText.bits, held: has(ORG.editDefaults) ? standing.onProjects : 0 },
  ]
  return (
    <div className={ui.pile}>
      {has(ORG.manageInvites) ? <InviteForm invite={team.invite} text={t.invitedText} /> : null}
      <section className={ui.card} aria-labelledby="members-title">
        <header className={ui.cardHead}>
          <h2 id="members-title">{memberText.title}</h2>
          <small className={cn(ui.small, ui.tabular)}>{organization.members.length}</small>
        </header>
        <ul className={teamCss.root}>
          {organization.members.map((member) => (
            <MemberRow
              key={member.user.id}
              team={team}
              member={member}
              own={member.user.id === user?.id}
              rights={rights}
              may={{ edit: has(ORG.editMember), remove: has(ORG.removeMember), withdraw: has(ORG.manageInvites), transfer: standing.owns }}
              words={memberText.ofOrganization}
              share={shares.get(member.user.id) ?? ''}
              onLeft={() => void router.navigate({ to: '/dashboard/organizations', replace: true })}
            />
          ))}
        </ul>
        <p className={cn(ui.cardPad, ui.text13, ui.muted)}>
          {memberText.onProjectsHint}
          {memberText.splitFixed}
        </p>
      </section>
    </div>
  )
}
