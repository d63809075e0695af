import { useQuery } from '@tanstack/react-query'
import { BookOpen, FileX } from 'lucide-react'
import type { ReactNode } from 'react'
import { PathLink } from '@/components/layout/path-link'
import { buttonClass } from '@/components/ui/button'
import { Bone, Empty, ErrorCard, Loading } from '@/components/ui/feedback'
import { ApiError } from '@/lib/api/errors'
import type { ProjectPage } from '@/lib/api/types'
import { cn } from '@/lib/cn'
import { wikiText as t } from '@/lib/i18n/zh-Hans/wiki'
import { useProject } from '@/lib/project-inside'
import { wikiQueries, type Wiki } from '../api'
import { homeOf } from '../model/pages'
import { wikiOf } from '../links'
import { Article } from './article'
import { NewPage } from './new-page'
import { WikiSide } from './wiki-side'
import ui from '@/components/ui/ui.module.css'
import css from './reader.module.css'

/** The first page of a wiki, or what to say where there is none. */
export function WikiHome({ id }: { id: string }) {
  return <Reader id={id}>{(project, wiki) => <Home project={project} wiki={wiki} />}</Reader>
}

/** One page of a wiki by its slug. */
export function WikiPage({ id, page }: { id: string; page: string }) {
  return <Reader id={id}>{(project, wiki) => <Page key={page} project={project} wiki={wiki} page={page} />}</Reader>
}

function Reader({ id, children }: { id: string; children: (project: ProjectPage, wiki: Wiki) => ReactNode }) {
  const project = useProject(id)
  const wiki = useQuery({ ...wikiQueries.wiki(project?.id ?? ''), enabled: project !== undefined })
  if (!project) return null
  if (wiki.data) return children(project, wiki.data)
  if (wiki.isError) return <ErrorCard error={wiki.error} onRetry={() => void wiki.refetch()} />
  return (
    <div className={css.root}>
      <Bones lines={5} />
      <Bones lines={8} />
    </div>
  )
}

type InsideProps = { project: ProjectPage; wiki: Wiki }

function Home({ project, wiki }: InsideProps) {
  const home = homeOf(wiki.wikis)
  if (home) return <Page project={project} wiki={wiki} page={home.slug} home />
  const { may_draft: may, draft } = wiki.standing
  return (
    <div className={css.root}>
      <WikiSide project={project} wiki={wiki} current={undefined} />
      <section className={ui.card} aria-label={t.title}>
        <Empty level={2} icon={BookOpen} title={t.empty} hint={may || draft ? t.emptyMay : t.emptyVisitor}>
          {draft?.status === 'draft' || (may && !draft) ? <NewPage project={project} wiki={wiki} primary /> : null}
        </Empty>
      </section>
    </div>
  )
}

function Page({ project, wiki, page, home = false }: InsideProps & { page: string; home?: boolean }) {
  const query = useQuery(wikiQueries.page(project.id, page))
  const article = query.data
  return (
    <div className={css.root}>
      <WikiSide project={project} wiki={wiki} current={article?.id} />
      {article ? (
        <Article project={project} wiki={wiki} article={article} home={home} />
      ) : ApiError.is(query.error, 404) || ApiError.is(query.error, 410) ? (
        <Nothing project={project} gone={query.error.status === 410} />
      ) : query.isError ? (
        <ErrorCard error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <Bones lines={8} />
      )}
    </div>
  )
}

function Nothing({ project, gone }: { project: ProjectPage; gone: boolean }) {
  return (
    <section className={ui.card}>
      <Empty level={2} icon={FileX} title={gone ? t.gone : t.missing} hint={gone ? t.goneHint : t.missingHint}>
        <PathLink className={buttonClass({ kind: 'primary' })} {...wikiOf(project)}>
          {t.toHome}
        </PathLink>
        {gone ? (
          <PathLink className={buttonClass()} {...wikiOf(project, 'history')}>
            {t.toHistory}
          </PathLink>
        ) : null}
      </Empty>
    </section>
  )
}

function Bones({ lines }: { lines: number }) {
  return (
    <Loading className={cn(ui.card, ui.cardPad, ui.pile)}>
      <Bone w="60%" h={20} />
      {Array.from({ length: lines }, (_, line) => (
        <Bone key={line} w={`${92 - ((line * 17) % 40)}%`} h={12} />
      ))}
    </Loading>
  )
}
