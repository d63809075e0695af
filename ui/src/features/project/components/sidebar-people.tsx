import { BookOpen, Bug, Code, ExternalLink, Users, type LucideIcon } from 'lucide-react'
import { PathLink } from '@/components/layout/path-link'
import { Badge } from '@/components/ui/badge'
import { Note } from '@/components/ui/feedback'
import { OutsideLink } from '@/components/ui/outside-link'
import { Pic } from '@/components/ui/pic'
import type { ProjectPage } from '@/lib/api/types'
import { PlatformIcon } from '@/components/ui/platform-icon'
import { cn } from '@/lib/cn'
import { claimText } from '@/lib/i18n/zh-Hans/claim'
import { projectText as t } from '@/lib/i18n/zh-Hans/project'
import { useDeveloperMode } from '@/stores/flags'
import { creators, roleText } from '../model/people'
import sideCss from '@/components/ui/side.module.css'
import ui from '@/components/ui/ui.module.css'

/** The icon is that of the link's kind; a platform's is known by its code. */
type Outside = { key: string; url: string; label: string; icon: LucideIcon | string }

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
      icon: link.id,
    })),
  ]
}

export function Links({ project }: { project: ProjectPage }) {
  const links = linksOf(project)
  if (links.length === 0) return null
  return (
    <section className={sideCss.section}>
      <h2 className={sideCss.heading}>{t.side.links}</h2>
      <ul className={sideCss.links}>
        {links.map(({ key, url, label, icon: Icon }) => (
          <li key={key}>
            {typeof Icon === 'string' ? <PlatformIcon code={Icon} /> : <Icon className={ui.icon} aria-hidden />}
            <OutsideLink href={url}>{label}</OutsideLink>
            <ExternalLink className={ui.icon} aria-hidden />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Who made a project that a repost team looks after, with its page on the site where it was found. */
function OriginalAuthor({ original: { author, site, url } }: { original: NonNullable<ProjectPage['original']> }) {
  const name = author ?? t.originalUnknown
  return (
    <li>
      <Pic src={null} name={name} size={32} round />
      <div className={ui.grow}>
        <b>
          {url ? (
            <OutsideLink newTab href={url} rel="noopener noreferrer nofollow ugc">
              {name}
            </OutsideLink>
          ) : (
            name
          )}
        </b>
        <small>{site ? `${t.original} · ${site}` : t.original}</small>
      </div>
    </li>
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
        {project.original ? <OriginalAuthor original={project.original} /> : null}
        {team ? (
          <li className={ui.result}>
            <Pic src={team.icon_url} id={team.id} name={team.name} size={32} />
            <div className={ui.grow}>
              <b>
                <PathLink className={ui.resultLink} to="/organization/$id/{-$kind}" params={{ id: team.slug }}>
                  {team.name}
                </PathLink>
              </b>
              <small>{team.repost ? t.repostTeam : t.team}</small>
            </div>
          </li>
        ) : null}
        {people.map((member) => (
          <li key={member.user.id} className={ui.result}>
            <Pic src={member.user.avatar_url} name={member.user.username} size={32} round />
            <div className={ui.grow}>
              <b>
                <PathLink className={ui.resultLink} to="/user/$id/{-$kind}" params={{ id: member.user.username }}>
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
