import { ChevronLeft, ChevronRight, History, Pencil, Printer } from 'lucide-react'
import { useMemo } from 'react'
import { PathLink } from '@/components/layout/path-link'
import { Prose } from '@/components/markdown/prose'
import { Badge } from '@/components/ui/badge'
import { Button, buttonClass } from '@/components/ui/button'
import { Ago } from '@/components/ui/time'
import { demoteHeadings, TableOfContents } from '@/features/project'
import type { ProjectPage } from '@/lib/api/types'
import { cn } from '@/lib/cn'
import { formatExact } from '@/lib/format'
import { wikiText as t } from '@/lib/i18n/zh-Hans/wiki'
import type { Article as ArticlePage, Wiki } from '../api'
import { pageOf, wikiOf } from '../links'
import { PersonLink } from './person-link'
import ui from '@/components/ui/ui.module.css'
import css from './article.module.css'

const TOC_FROM = 3

type ArticleProps = { project: ProjectPage; wiki: Wiki; article: ArticlePage; home: boolean }

/** A published page: where it is, what it says, who changed it last, and what is next to it. */
export function Article({ project, wiki, article, home }: ArticleProps) {
  const html = useMemo(() => demoteHeadings(article.html), [article.html])
  const headings = article.toc.length >= TOC_FROM ? article.toc : []
  const { standing } = wiki
  const edits = standing.draft ? standing.draft.status === 'draft' : standing.may_draft
  return (
    <article className={cn(ui.card, css.root)} aria-labelledby="wiki-title">
      <div className={css.main}>
        {article.breadcrumbs.length > 0 ? (
          <nav className={css.crumbs} aria-label={t.breadcrumbs}>
            <PathLink {...wikiOf(project)}>{t.title}</PathLink>
            {article.breadcrumbs
              .filter(({ id }) => id !== article.id)
              .map((page) => (
                <PathLink key={page.id} {...pageOf(project, page.slug)}>
                  {page.title}
                </PathLink>
              ))}
          </nav>
        ) : null}
        <header className={css.head}>
          <h2 id="wiki-title">
            {article.title}
            {article.featured && !home ? <Badge className={cn(ui.middle, ui.before8)}>{t.featured}</Badge> : null}
          </h2>
          <div className={css.actions}>
            {edits ? (
              <PathLink className={buttonClass({ size: 'sm' })} {...wikiOf(project, 'edit')} search={{ page: article.id }}>
                <Pencil className={ui.icon} aria-hidden />
                {t.edit}
              </PathLink>
            ) : null}
            <PathLink
              className={buttonClass({ size: 'sm', kind: 'quiet' })}
              {...wikiOf(project, 'history')}
              search={{ page: article.id }}
              aria-label={t.pageHistory}
            >
              <History className={ui.icon} aria-hidden />
              {t.history}
            </PathLink>
            <Button size="sm" kind="quiet" onClick={() => window.print()}>
              <Printer className={ui.icon} aria-hidden />
              {t.print}
            </Button>
          </div>
        </header>
        <LastChange project={project} article={article} />
        {html.trim() ? <Prose className={css.prose ?? ''} html={html} /> : <p className={cn(ui.muted, css.none)}>{t.noBody}</p>}
        {article.children.length > 0 ? (
          <nav className={css.children} aria-label={t.children}>
            <h3>{t.children}</h3>
            <ul>
              {article.children.map((page) => (
                <li key={page.id}>
                  <PathLink className={ui.link} {...pageOf(project, page.slug)}>
                    {page.title}
                  </PathLink>
                </li>
              ))}
            </ul>
          </nav>
        ) : null}
        <Neighbours project={project} article={article} />
      </div>
      {headings.length > 0 ? (
        <div className={css.toc}>
          <TableOfContents headings={headings} />
        </div>
      ) : null}
    </article>
  )
}

/** Who changed the page last, and when. */
function LastChange({ project, article }: { project: ProjectPage; article: ArticlePage }) {
  const { change } = article
  return (
    <p className={css.last}>
      {change ? (
        <>
          <PersonLink person={change.author} />
          <PathLink className={ui.link} {...wikiOf(project, 'history', change.id)} title={change.msg}>
            <Ago time={change.at} wrap={(when) => t.changed(when)} />
          </PathLink>
          <span>{t.number(formatExact(change.number))}</span>
        </>
      ) : (
        <Ago time={article.updated} />
      )}
      <span>{t.editions(formatExact(article.editions))}</span>
      {article.authors.length > 1 ? (
        <span title={article.authors.map(({ username }) => username).join('、')}>{t.authors(article.authors.length)}</span>
      ) : null}
    </p>
  )
}

function Neighbours({ project, article: { previous, next } }: { project: ProjectPage; article: ArticlePage }) {
  if (!previous && !next) return null
  return (
    <nav className={css.neighbours} aria-label={t.neighbours}>
      {previous ? (
        <PathLink rel="prev" {...pageOf(project, previous.slug)}>
          <ChevronLeft className={ui.icon} aria-hidden />
          <span>
            <small>{t.previous}</small>
            {previous.title}
          </span>
        </PathLink>
      ) : null}
      {next ? (
        <PathLink className={css.after} rel="next" {...pageOf(project, next.slug)}>
          <span>
            <small>{t.next}</small>
            {next.title}
          </span>
          <ChevronRight className={ui.icon} aria-hidden />
        </PathLink>
      ) : null}
    </nav>
  )
}
