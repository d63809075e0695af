import type { UseQueryResult } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Download, Heart, PackageOpen } from 'lucide-react'
import { useState } from 'react'
import { Tag } from '@/components/ui/badge'
import { Bone, Empty, ErrorCard, Loading } from '@/components/ui/feedback'
import { LoaderTag } from '@/components/ui/loader-tag'
import { Pic } from '@/components/ui/pic'
import { Segmented } from '@/components/ui/segmented'
import { Ago } from '@/components/ui/time'
import type { UrlType } from '@/lib/api/types'
import { categoryLabel } from '@/lib/categories'
import { contentTypes } from '@/lib/content-types'
import { formatCount } from '@/lib/format'
import { profileText as t } from '@/lib/i18n/zh-Hans/profiles'
import { projectText } from '@/lib/i18n/zh-Hans/project'
import type { ListedProject } from '../api/queries'

const MAX_LOADERS = 3
type Kind = 'all' | UrlType

/** The public projects of a person or team, the most downloaded first. */
export function ProjectList({ query }: { query: UseQueryResult<ListedProject[]> }) {
  const [kind, setKind] = useState<Kind>('all')
  if (query.isError) return <ErrorCard error={query.error} onRetry={() => void query.refetch()} />
  if (!query.data) {
    return (
      <Loading>
        <Bone h={320} />
      </Loading>
    )
  }
  if (query.data.length === 0) return <Empty className="card" icon={PackageOpen} title={t.noProjects} hint={t.noProjectsHint} />
  const projects = [...query.data].sort((a, b) => b.downloads - a.downloads)
  const kinds = contentTypes.filter((one) => projects.some(({ type }) => type === one.id))
  const shown = kind === 'all' ? projects : projects.filter(({ type }) => type === kind)
  return (
    <section aria-labelledby="projects-title">
      <h2 id="projects-title" className="sr">
        {t.projects}
      </h2>
      {kinds.length > 1 ? (
        <div className="sec-head">
          <div className="sec-scroll">
            <Segmented<Kind> label={t.projects} value={kind} onValue={setKind} segments={[{ value: 'all', label: t.all }, ...kinds.map((one) => ({ value: one.id, label: one.label }))]} />
          </div>
        </div>
      ) : null}
      <div className="cells cells-2">
        {shown.map((project) => (
          <article key={project.id} className="cell card lift">
            <div className="cell-h">
              <Pic src={project.icon_url} name={project.slug} size={64} />
              <div className="grow">
                <h3 className="clip-2">
                  <Link to="/$type/$id" params={{ type: project.type, id: project.slug || project.id }}>
                    {project.title}
                  </Link>
                </h3>
                <p className="clip-2">{project.description}</p>
              </div>
            </div>
            <div className="fit-line">
              {project.loaders.slice(0, MAX_LOADERS).map((name) => (
                <LoaderTag key={name} id={name} />
              ))}
              {project.categories.map((name) => (
                <Tag key={name}>{categoryLabel(name)}</Tag>
              ))}
            </div>
            <div className="meta">
              <span>
                <Download className="i" aria-hidden />
                {formatCount(project.downloads)}
              </span>
              <span>
                <Heart className="i" aria-hidden />
                {formatCount(project.followers)}
              </span>
              <Ago time={project.updated} wrap={projectText.updatedAt} />
            </div>
          </article>
        ))}
      </div>
    </section>
  )
}
