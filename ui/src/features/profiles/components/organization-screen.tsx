import { useQuery } from '@tanstack/react-query'
import { Package, Users } from 'lucide-react'
import '@/styles/project.css'
import '@/styles/search.css'
import { PathLink } from '@/components/layout/path-link'
import { Badge } from '@/components/ui/badge'
import { Pic } from '@/components/ui/pic'
import { roleText } from '@/features/project'
import { brandName } from '@/lib/brand'
import { formatExact } from '@/lib/format'
import { profileText as t } from '@/lib/i18n/zh-Hans/profiles'
import { projectText } from '@/lib/i18n/zh-Hans/project'
import { usePageHead } from '@/lib/title'
import { profileQueries } from '../api/queries'
import { ProjectList } from './project-list'

/** A team's page: its people and its projects. */
export function OrganizationScreen({ id }: { id: string }) {
  const { data: team } = useQuery(profileQueries.organization(id))
  const projects = useQuery(profileQueries.organizationProjects(id))
  usePageHead(team ? t.userTitle(team.name, brandName()) : undefined, team?.description ? { description: team.description } : {})
  if (!team) return null
  const members = team.members.filter((member) => member.accepted).sort((a, b) => Number(b.is_owner) - Number(a.is_owner))
  return (
    <>
      <header className="proj">
        <Pic src={team.icon_url} name={team.slug} size={96} eager />
        <div className="proj-body">
          <h1>
            {team.name}
            <Badge className="ml-2 align-middle">{team.repost ? t.repostTeam : t.team}</Badge>
          </h1>
          <p className="sum">{team.description}</p>
          <div className="proj-facts">
            {projects.data ? (
              <span>
                <Package className="i" aria-hidden />
                {t.projectCount(formatExact(projects.data.length))}
              </span>
            ) : null}
            <span>
              <Users className="i" aria-hidden />
              {t.memberCount(formatExact(members.length))}
            </span>
          </div>
        </div>
      </header>
      <div className="cols">
        <ProjectList query={projects} />
        <aside className="card" aria-label={t.members}>
          <section className="side-sec">
            <h2 className="side-h">{t.members}</h2>
            <ul className="people">
              {members.map((member) => (
                <li key={member.user.id}>
                  <Pic src={member.user.avatar_url} name={member.user.username} size={32} round />
                  <div className="grow">
                    <b>
                      <PathLink href={`/user/${member.user.username}`}>{member.user.username}</PathLink>
                      {member.is_owner ? <Badge>{projectText.owner}</Badge> : null}
                    </b>
                    <small>{roleText(member)}</small>
                  </div>
                </li>
              ))}
            </ul>
          </section>
          {team.repost ? (
            <section className="side-sec">
              <h2 className="side-h">{projectText.repostTitle}</h2>
              <p className="t13 muted">{projectText.repost}</p>
            </section>
          ) : null}
        </aside>
      </div>
    </>
  )
}
