import { Settings } from 'lucide-react'
import { useState, type KeyboardEvent } from 'react'
import { PathLink } from '@/components/layout/path-link'
import { buttonClass } from '@/components/ui/button'
import { SearchInput } from '@/components/ui/input'
import type { ProjectPage } from '@/lib/api/types'
import { cn } from '@/lib/cn'
import { formatExact } from '@/lib/format'
import { wikiText as t } from '@/lib/i18n/zh-Hans/wiki'
import { projectParams } from '@/lib/links'
import type { Wiki } from '../api'
import { shownPages } from '../model/pages'
import { pageOf, wikiOf } from '../links'
import { Folded } from './folded'
import { NewPage } from './new-page'
import { PageTree } from './page-tree'
import { StateCard } from './state-card'
import { WikiHits } from './wiki-hits'
import ui from '@/components/ui/ui.module.css'
import css from './wiki-side.module.css'

type WikiSideProps = { project: ProjectPage; wiki: Wiki; current: string | undefined }

/** The sidebar of the wiki: the search, the pages, and what the viewer does here. */
export function WikiSide({ project, wiki, current }: WikiSideProps) {
  const [text, setText] = useState('')
  const params = projectParams(project)
  const { draft, pages } = shownPages(wiki)
  const { standing } = wiki
  const edited = (standing.draft?.pages ?? 0) > 0
  const published = new Set(draft ? listedIds(wiki) : undefined)
  return (
    <aside className={css.root} aria-label={t.title}>
      {/* eslint-disable-next-line jsx-a11y-x/no-static-element-interactions -- keys go from the field to the hits */}
      <section className={ui.card} onKeyDown={walkHits}>
        {wiki.wikis.length > 0 ? (
          <div className={css.search}>
            <SearchInput
              className={css.field}
              size="sm"
              value={text}
              onValue={setText}
              label={t.search.label}
              placeholder={t.search.placeholder}
            />
          </div>
        ) : null}
        {text.trim() ? (
          <WikiHits project={project} text={text.trim()} />
        ) : (
          <nav aria-label={draft ? t.draftTree : t.tree}>
            <Folded
              className={css.head}
              head={
                <>
                  <h2>{draft ? t.draftTree : t.tree}</h2>
                  <small className={ui.small}>{t.pages(formatExact(pages.length))}</small>
                </>
              }
            >
              {draft ? (
                <div className={css.tools}>
                  <NewPage project={project} wiki={wiki} />
                  {edited ? (
                    <PathLink className={buttonClass({ size: 'sm', kind: 'primary' })} {...wikiOf(project, 'preview')}>
                      {standing.may_settle ? t.publish : t.submitDraft}
                    </PathLink>
                  ) : null}
                </div>
              ) : null}
              <PageTree
                pages={pages}
                current={current}
                link={(page, inner, attributes) =>
                  draft && !published.has(page.id) ? (
                    <PathLink {...wikiOf(project, 'edit')} search={{ page: page.id }} title={t.unpublished} {...attributes}>
                      {inner}
                    </PathLink>
                  ) : (
                    <PathLink {...pageOf(project, slugOf(wiki, page.id) ?? page.slug)} {...attributes}>
                      {inner}
                    </PathLink>
                  )
                }
              />
            </Folded>
          </nav>
        )}
      </section>
      <StateCard project={project} wiki={wiki} current={current} />
      <p className={css.links}>
        {standing.revision > 0 ? (
          <PathLink className={ui.link} {...wikiOf(project, 'history')}>
            {t.toHistory}
          </PathLink>
        ) : null}
        {standing.may_review && standing.waiting > 0 ? (
          <PathLink className={ui.link} to="/$type/$id/settings/wiki" params={params}>
            {t.review(standing.waiting)}
          </PathLink>
        ) : null}
        {standing.may_settle ? (
          <PathLink className={cn(ui.link, css.settings)} to="/$type/$id/settings/wiki" params={params}>
            <Settings className={ui.icon14} aria-hidden />
            {t.settings}
          </PathLink>
        ) : null}
      </p>
    </aside>
  )
}

/** Arrow keys lead from the search field to the hits and back, Enter in the field opens the first. */
function walkHits(event: KeyboardEvent<HTMLElement>): void {
  const { key, target, currentTarget, nativeEvent } = event
  const hits = [...currentTarget.querySelectorAll<HTMLElement>('[data-hit]')]
  const field = currentTarget.querySelector('input')
  const at = hits.findIndex((hit) => hit === target)
  // The Enter of an input method selects a candidate.
  if (hits.length === 0 || nativeEvent.isComposing || (at < 0 && target !== field)) return
  if (key === 'Enter' && at < 0) hits[0]?.click()
  else if (key === 'ArrowDown') hits[Math.min(at + 1, hits.length - 1)]?.focus()
  else if (key === 'ArrowUp' && at >= 0) (at === 0 ? field : hits[at - 1])?.focus()
  else return
  event.preventDefault()
}

type Nodes = Wiki['wikis']

const flat = (nodes: Nodes): Nodes => nodes.flatMap((node) => [node, ...flat(node.child)])
const listedIds = (wiki: Wiki) => flat(wiki.wikis).map(({ id }) => id)
/** A page is read at its published address, which its draft may change. */
const slugOf = (wiki: Wiki, id: string) => flat(wiki.wikis).find((node) => node.id === id)?.slug
