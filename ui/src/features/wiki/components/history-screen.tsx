import { useQuery } from '@tanstack/react-query'
import { History as HistoryIcon } from 'lucide-react'
import { PathLink } from '@/components/layout/path-link'
import { buttonClass } from '@/components/ui/button'
import { Bone, Empty, ErrorCard, Loading } from '@/components/ui/feedback'
import { ApiError } from '@/lib/api/errors'
import type { ProjectPage } from '@/lib/api/types'
import { cn } from '@/lib/cn'
import { formatExact } from '@/lib/format'
import { wikiText } from '@/lib/i18n/zh-Hans/wiki'
import { wikiHistoryText as t } from '@/lib/i18n/zh-Hans/wiki-history'
import { useProject } from '@/lib/project-inside'
import { wikiQueries } from '../api'
import type { WikiSearch } from '../search'
import { pageOf, wikiOf } from '../links'
import { ChangeList } from './change-list'
import { EditionCompare } from './edition-compare'
import pageHeadCss from '@/components/ui/page-head.module.css'
import ui from '@/components/ui/ui.module.css'
import css from './history.module.css'

/** The published changes of a wiki, or of one of its pages, newest first. */
export function WikiHistoryScreen({ id, search }: { id: string; search: WikiSearch }) {
  const project = useProject(id)
  return project ? <Past project={project} search={search} /> : null
}

function Past({ project, search }: { project: ProjectPage; search: WikiSearch }) {
  const { page, before } = search
  const query = useQuery(wikiQueries.changes(project.id, page, before))
  const article = useQuery({ ...wikiQueries.page(project.id, page ?? ''), enabled: page !== undefined })
  const { data } = query
  // The page may be gone; then the newest change that touched it knows its title.
  const named =
    article.data?.title ?? data?.changes.flatMap(({ pages }) => pages).find((part) => part.page === page || part.slug === page)?.title
  const own = article.data?.id ?? data?.changes.flatMap(({ pages }) => pages).find((part) => part.page === page || part.slug === page)?.page
  return (
    <>
      <div className={pageHeadCss.root}>
        <h2 className={pageHeadCss.title}>{page === undefined ? t.title : t.pageTitle(named ?? wikiText.title)}</h2>
        {data ? <span className={pageHeadCss.sub}>{t.count(formatExact(data.total))}</span> : null}
        <span className={pageHeadCss.end}>
          {page === undefined ? null : (
            <PathLink className={buttonClass({ size: 'sm' })} {...wikiOf(project, 'history')}>
              {t.all}
            </PathLink>
          )}
          {article.data ? (
            <PathLink className={buttonClass({ size: 'sm' })} {...pageOf(project, article.data.slug)}>
              {article.data.title}
            </PathLink>
          ) : (
            <PathLink className={buttonClass({ size: 'sm' })} {...wikiOf(project)}>
              {wikiText.toHome}
            </PathLink>
          )}
        </span>
      </div>
      {data ? (
        <div className={cn(css.root, query.isPlaceholderData && ui.stale)}>
          {own !== undefined && data.changes.length > 1 ? (
            <EditionCompare project={project} page={own} changes={data.changes} search={search} />
          ) : null}
          <section className={cn(ui.card, css.list)} aria-label={t.title}>
            {data.changes.length === 0 ? (
              <Empty icon={HistoryIcon} title={t.empty} hint={t.emptyHint} />
            ) : (
              <ChangeList project={project} changes={data.changes} page={own} />
            )}
          </section>
          <nav className={css.more} aria-label={t.title}>
            {before === undefined ? null : (
              <PathLink className={buttonClass({ size: 'sm' })} {...wikiOf(project, 'history')} search={page === undefined ? {} : { page }}>
                {t.newer}
              </PathLink>
            )}
            {data.next > 0 ? (
              <PathLink
                className={buttonClass({ size: 'sm' })}
                {...wikiOf(project, 'history')}
                search={{ ...(page === undefined ? {} : { page }), before: data.next }}
              >
                {t.more}
              </PathLink>
            ) : null}
          </nav>
        </div>
      ) : ApiError.is(query.error, 404) ? (
        <section className={ui.card}>
          <Empty icon={HistoryIcon} title={wikiText.missing} hint={wikiText.missingHint} />
        </section>
      ) : query.isError ? (
        <ErrorCard error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <Loading className={cn(ui.card, ui.cardPad, ui.pile)}>
          {[80, 60, 70, 50].map((width) => (
            <Bone key={width} w={`${width}%`} h={16} />
          ))}
        </Loading>
      )}
    </>
  )
}
