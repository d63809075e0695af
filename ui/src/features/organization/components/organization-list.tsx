import { useQuery } from '@tanstack/react-query'
import { Plus, Settings, UsersRound } from 'lucide-react'
import { PathLink } from '@/components/layout/path-link'
import { Badge } from '@/components/ui/badge'
import { Button, buttonClass } from '@/components/ui/button'
import { Bone, Empty, ErrorCard, Loading } from '@/components/ui/feedback'
import { Pic } from '@/components/ui/pic'
import type { Organization, User } from '@/lib/api/types'
import { organizationText as t } from '@/lib/i18n/zh-Hans/organization'
import { organizationQueries } from '../queries'
import { sortOut } from '../model'
import { OrganizationInvitation } from './organization-invitation'

/** The organisations one belongs to, and those that wait for an answer. */
export function OrganizationList({ user, onCreate }: { user: User; onCreate: () => void }) {
  const query = useQuery(organizationQueries.ofUser(user.id))
  if (query.isError && !query.data) return <ErrorCard error={query.error} onRetry={() => void query.refetch()} />
  if (!query.data) {
    return (
      <Loading className="card card-pad pile">
        {Array.from({ length: 3 }, (_, index) => (
          <div className="obj" key={index}>
            <Bone w={40} h={40} />
            <div className="grow">
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
    <div className="pile">
      {waiting.map((one) => {
        const invitation = one.members.find((member) => member.user.id === user.id)
        return invitation ? <OrganizationInvitation key={one.id} organization={one} invitation={invitation} /> : null
      })}
      {joined.length === 0 ? (
        <section className="card">
          <Empty level={2} icon={UsersRound} title={t.emptyTitle} hint={t.emptyHint}>
            <Button kind="primary" onClick={onCreate}>
              <Plus className="i" aria-hidden />
              {t.createAction}
            </Button>
          </Empty>
        </section>
      ) : (
        <section className="card">
          <table className="tbl">
            <thead>
              <tr>
                <th scope="col">{t.columnTeam}</th>
                <th scope="col">{t.columnRole}</th>
                <th scope="col" className="r">{t.columnMembers}</th>
                <th scope="col">
                  <span className="sr">{t.settings}</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {joined.map((one) => (
                <Row key={one.id} organization={one} user={user} />
              ))}
            </tbody>
          </table>
        </section>
      )}
    </div>
  )
}

function Row({ organization, user }: { organization: Organization; user: User }) {
  const path = `/organization/${organization.slug}`
  const mine = organization.members.find((member) => member.user.id === user.id)
  return (
    <tr>
      <td className="m-w">
        <div className="obj">
          <Pic src={organization.icon_url} name={organization.slug} size={40} />
          <div>
            <b className="clip">
              <PathLink href={path}>{organization.name}</PathLink>
            </b>
            <small className="clip">{organization.description}</small>
          </div>
        </div>
      </td>
      <td>{mine?.is_owner ? <Badge tone="accent">{t.owner}</Badge> : (mine?.role ?? '')}</td>
      <td className="r m-0">{organization.members.filter((member) => member.accepted).length}</td>
      <td className="r m-e">
        <PathLink className={buttonClass({ kind: 'quiet', size: 'sm' }, 'btn-icon')} href={`${path}/settings`} aria-label={t.settingsOf(organization.name)} title={t.settingsOf(organization.name)}>
          <Settings className="i" aria-hidden />
        </PathLink>
      </td>
    </tr>
  )
}
