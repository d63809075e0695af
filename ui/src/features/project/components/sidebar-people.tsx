import { BookOpen, Bug, Code, ExternalLink, Globe, Link as LinkIcon, Users, type LucideIcon } from 'lucide-react'
import { PathLink } from '@/components/layout/path-link'
import { Badge } from '@/components/ui/badge'
import { Note } from '@/components/ui/feedback'
import { Pic } from '@/components/ui/pic'
import type { ProjectPage } from '@/lib/api/types'
import { projectText as t } from '@/lib/i18n/zh-Hans/project'
import { useDeveloperMode } from '@/stores/flags'
import { usePrefs } from '@/stores/prefs'
import { creators, roleText } from '../model/people'

type Outside = { key: string; url: string; label: string; icon: LucideIcon }

function linksOf(project: ProjectPage): Outside[] {
  const own = [
    { key: 'source', url: project.source_url, label: t.links.source, icon: Code },
    { key: 'issues', url: project.issues_url, label: t.links.issues, icon: Bug },
    { key: 'wiki', url: project.wiki_url, label: t.links.wiki, icon: BookOpen },
    { key: 'discord', url: project.discord_url, label: t.links.discord, icon: Users },
  ]
  return [
    ...own.flatMap((link) => (link.url ? [{ ...link, url: link.url }] : [])),
    ...project.donation_urls.map((link, index) => ({
      key: `${link.id}-${index}`, url: link.url,
      label: link.id === 'site' ? t.links.site : link.id === 'other' ? t.links.other : link.platform,
      icon: link.id === 'site' ? Globe : LinkIcon,
    })),
  ]
}

export function Links({ project }: { project: ProjectPage }) {
  const newTab = usePrefs((state) => state.externalLinksNewTab)
  const links = linksOf(project)
  if (links.length === 0) return null
  return (
    <section className="side-sec">
      <h2 className="side-h">{t.side.links}</h2>
      <ul className="links">
        {links.map(({ key, url, label, icon: Icon }) => (
          <li key={key}>
            <Icon className="i" aria-hidden />
            <a href={url} rel="noopener nofollow ugc" target={newTab ? '_blank' : undefined}>
              {label}
              {newTab ? <span className="sr">（{t.links.openNewTab}）</span> : null}
            </a>
            <ExternalLink className="i" aria-hidden />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The team first, then the people, the owner before the others. */
export function Creators({ project }: { project: ProjectPage }) {
  const people = creators(project.members)
  const team = project.organization
  const developer = useDeveloperMode((state) => state.on)
  if (!team && people.length === 0) return null
  return (
    <section className="side-sec">
      <h2 className="side-h">{t.side.creators}</h2>
      <ul className="people">
        {team ? (
          <li>
            <Pic src={team.icon_url} name={team.slug} size={32} />
            <div className="grow">
              <b>
                <PathLink href={`/organization/${team.slug}`}>{team.name}</PathLink>
              </b>
              <small>{team.repost ? t.repostTeam : t.team}</small>
            </div>
          </li>
        ) : null}
        {people.map((member) => (
          <li key={member.user.id}>
            <Pic src={member.user.avatar_url} name={member.user.username} size={32} round />
            <div className="grow">
              <b>
                <PathLink href={`/user/${member.user.username}`}>{member.user.username}</PathLink>
                {member.is_owner ? <Badge>{t.owner}</Badge> : null}
              </b>
              <small>{roleText(member)}</small>
              {developer ? <code className="t12 subtle">{member.user.id}</code> : null}
            </div>
          </li>
        ))}
      </ul>
      {team?.repost ? (
        <Note className="mt-3">
          <b className="t13">{t.repostTitle}</b>
          <p className="t12 muted">{t.repost}</p>
        </Note>
      ) : null}
    </section>
  )
}
