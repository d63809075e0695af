import { BookOpen, Bug, Code, ExternalLink, Globe, Link as LinkIcon, Users, type LucideIcon } from 'lucide-react'
import { PathLink } from '@/components/layout/path-link'
import { Badge } from '@/components/ui/badge'
import { Note } from '@/components/ui/feedback'
import { Pic } from '@/components/ui/pic'
import type { ProjectPage } from '@/lib/api/types'
import { cn } from '@/lib/cn'
import { claimText } from '@/lib/i18n/zh-Hans/claim'
import { projectText as t } from '@/lib/i18n/zh-Hans/project'
import { useDeveloperMode } from '@/stores/flags'
import { usePrefs } from '@/stores/prefs'
import { creators, roleText } from '../model/people'
import sideCss from '@/components/ui/side.module.css'
import ui from '@/components/ui/ui.module.css'

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
      key: `${link.id}-${index}`,
      url: link.url,
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
    <section className={sideCss.section}>
      <h2 className={sideCss.heading}>{t.side.links}</h2>
      <ul className={sideCss.links}>
        {links.map(({ key, url, label, icon: Icon }) => (
          <li key={key}>
            <Icon className={ui.icon} aria-hidden />
            <a href={url} rel="noopener nofollow ugc" target={newTab ? '_blank' : undefined}>
              {label}
              {newTab ? <span className={ui.visuallyHidden}>（{t.links.openNewTab}）</span> : null}
            </a>
            <ExternalLink className={ui.icon} aria-hidden />
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
    <section className={sideCss.section}>
      <h2 className={sideCss.heading}>{t.side.creators}</h2>
      <ul className={sideCss.people}>
        {team ? (
          <li>
            <Pic src={team.icon_url} name={team.slug} size={32} />
            <div className={ui.grow}>
              <b>
                <PathLink to="/organization/$id/{-$kind}" params={{ id: team.slug }}>
                  {team.name}
                </PathLink>
              </b>
              <small>{team.repost ? t.repostTeam : t.team}</small>
            </div>
          </li>
        ) : null}
        {people.map((member) => (
          <li key={member.user.id}>
            <Pic src={member.user.avatar_url} name={member.user.username} size={32} round />
            <div className={ui.grow}>
              <b>
                <PathLink to="/user/$id/{-$kind}" params={{ id: member.user.username }}>
                  {member.user.username}
                </PathLink>
                {member.is_owner ? <Badge>{t.owner}</Badge> : null}
              </b>
              <small>{roleText(member)}</small>
              {developer ? <code className={ui.small}>{member.user.id}</code> : null}
            </div>
          </li>
        ))}
      </ul>
      {team?.repost ? (
        <Note className={ui.above12}>
          <b className={ui.text13}>{t.repostTitle}</b>
          <p className={cn(ui.text12, ui.muted)}>{t.repost}</p>
          <PathLink className={cn(ui.link, ui.text12)} to="/dashboard/claims/new" search={{ project: project.id }}>
            {claimText.claim}
          </PathLink>
        </Note>
      ) : null}
    </section>
  )
}
