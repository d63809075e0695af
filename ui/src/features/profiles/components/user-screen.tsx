import { useQuery } from '@tanstack/react-query'
import { CalendarDays, Download, Package } from 'lucide-react'
import '@/styles/project.css'
import '@/styles/search.css'
import { Badge } from '@/components/ui/badge'
import { Pic } from '@/components/ui/pic'
import { Ago } from '@/components/ui/time'
import { brandName } from '@/lib/brand'
import { formatCount, formatExact } from '@/lib/format'
import { profileText as t } from '@/lib/i18n/zh-Hans/profiles'
import { usePageHead } from '@/lib/title'
import { profileQueries } from '../api/queries'
import { ProjectList } from './project-list'

/** A person's page: who, and what was published. */
export function UserScreen({ id }: { id: string }) {
  const { data: user } = useQuery(profileQueries.user(id))
  const projects = useQuery(profileQueries.userProjects(id))
  usePageHead(user ? t.userTitle(user.username, brandName()) : undefined, user?.bio ? { description: user.bio } : {})
  if (!user) return null
  const downloads = projects.data?.reduce((sum, project) => sum + project.downloads, 0)
  return (
    <>
      <header className="proj">
        <Pic src={user.avatar_url} name={user.username} size={96} round eager />
        <div className="proj-body">
          <h1>
            {user.username}
            {user.role === 'developer' ? null : (
              <Badge tone="accent" className="ml-2 align-middle">
                {t.roles[user.role]}
              </Badge>
            )}
          </h1>
          <p className="sum">{user.bio}</p>
          <div className="proj-facts">
            <span>
              <CalendarDays className="i" aria-hidden />
              <Ago time={user.created} wrap={t.joined} />
            </span>
            {projects.data ? (
              <span>
                <Package className="i" aria-hidden />
                {t.projectCount(formatExact(projects.data.length))}
              </span>
            ) : null}
            {downloads === undefined ? null : (
              <span title={formatExact(downloads)}>
                <Download className="i" aria-hidden />
                {t.totalDownloads(formatCount(downloads))}
              </span>
            )}
          </div>
        </div>
      </header>
      <ProjectList query={projects} />
    </>
  )
}
