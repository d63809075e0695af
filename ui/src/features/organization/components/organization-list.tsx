import { useQuery } from '@tanstack/react-query'
import { Plus, Settings, UsersRound } from 'lucide-react'
import { PathLink } from '@/components/layout/path-link'
import { Badge } from '@/components/ui/badge'
import { Button, buttonClass } from '@/components/ui/button'
import { Bone, Empty, ErrorCard, Loading } from '@/components/ui/feedback'
import { Pic } from '@/components/ui/pic'
import type { Organization, User } from '@/lib/api/types'
import { cn } from '@/lib/cn'
import { organizationText as t } from '@/lib/i18n/zh-Hans/organization'
import { organizationQueries } from '../queries'
import { sortOut } from '../model'
import { OrganizationInvitation } from './organization-invitation'
import buttonCss from '@/components/ui/button.module.css'
import { DataTable } from '@/components/ui/data-table'
import itemCss from '@/components/ui/item.module.css'
import tableCss from '@/components/ui/table.module.css'
import ui from '@/components/ui/ui.module.css'

/** The organisations one belongs to, and those that wait for an answer. */
export function OrganizationList({ user, onCreate }: { user: User; onCreate: () => void }) {
  const query = useQuery(organizationQueries.ofUser(user.id))
  if (query.isError && !query.data) return <ErrorCard error={query.error} onRetry={() => void query.refetch()} />
  if (!query.data) {
    return (
      <Loading className={cn(ui.card, ui.cardPad, ui.pile)}>
        {Array.from({ length: 3 }, (_, index) => (
          <div className={itemCss.root} key={index}>
            <Bone w={40} h={40} />
            <div className={ui.grow}>
              <Bone w="30%" h={16} />
              <Bone w="50%" h={12} />
            </div>
          </div>
        ))}
      </Loading>
    )
  }
  const { joined, waiting } = sortOut(query.data, user.id)
  return (
    <div className={ui.pile}>
      {waiting.map((one) => {
        const invitation = one.members.find((member) => member.user.id === user.id)
        return invitation ? <OrganizationInvitation key={one.id} organization={one} invitation={invitation} /> : null
      })}
      {joined.length === 0 ? (
        <section className={ui.card}>
          <Empty level={2} icon={UsersRound} title={t.emptyTitle} hint={t.emptyHint}>
            <Button kind="primary" onClick={onCreate}>
              <Plus className={ui.icon} aria-hidden />
              {t.createAction}
            </Button>
          </Empty>
        </section>
      ) : (
        <section className={ui.card}>
          <DataTable columns={[t.columnTeam, t.columnRole, { right: t.columnMembers }, { unseen: t.settings }]}>
            {joined.map((one) => (
              <Row key={one.id} organization={one} user={user} />
            ))}
          </DataTable>
        </section>
      )}
    </div>
  )
}

function Row({ organization, user }: { organization: Organization; user: User }) {
  const params = { id: organization.slug }
  const mine = organization.members.find((member) => member.user.id === user.id)
  return (
    <tr>
      <td className={tableCss.mobileWide}>
        <div className={cn(itemCss.root, ui.result)}>
          <Pic src={organization.icon_url} id={organization.id} name={organization.name} size={40} />
          <div>
            <b className={ui.clip}>
              <PathLink className={ui.resultLink} to="/organization/$id/{-$kind}" params={params}>
                {organization.name}
              </PathLink>
            </b>
            <small className={ui.clip}>{organization.description}</small>
          </div>
        </div>
      </td>
      <td>{mine?.is_owner ? <Badge tone="accent">{t.owner}</Badge> : (mine?.role ?? '')}</td>
      <td className={cn(tableCss.right, tableCss.mobileHidden)}>{organization.members.filter((member) => member.accepted).length}</td>
      <td className={cn(tableCss.right, tableCss.mobileEnd)}>
        <PathLink
          className={buttonClass({ kind: 'quiet', size: 'sm' }, buttonCss.icon)}
          to="/organization/$id/settings"
          params={params}
          aria-label={t.settingsOf(organization.name)}
          title={t.settingsOf(organization.name)}
        >
          <Settings className={ui.icon} aria-hidden />
        </PathLink>
      </td>
    </tr>
  )
}
